"""With a game from elsewhere installed, the tests of this repository stay what they are."""

from __future__ import annotations

import pytest

from tests.foreign import Foreign
from tests.own import ROOT

#: Tests that look at all that is installed.
WIDE = ("tests/test_docs.py", "tests/kernel/test_game.py", "tests/table/test_home.py")

QUIET = ("-n", "0", "-p", "no:cacheprovider")
#: Where no test runs, the asserts of all modules need not be rewritten first.
UNJUDGED = (*QUIET, "--assert", "plain")

#: Each starts pytest once more. Seconds, for a busy machine.
pytestmark = pytest.mark.timeout(900)


@pytest.fixture(scope="module")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> Foreign:
    return Foreign("pig-dice", tmp_path_factory.mktemp("foreign"))


def test_no_test_of_this_repository_is_about_a_foreign_game(foreign: Foreign) -> None:
    listed = foreign.python("referee", "games", "--lang", "en", where=ROOT)
    assert "pig-dice: Pig Dice" in listed.stdout
    found = foreign.python("pytest", "--collect-only", *UNJUDGED, where=ROOT)
    assert found.returncode == 0, found.stdout
    assert "[knight-rider" in found.stdout
    assert [line for line in found.stdout.splitlines() if "pig-dice" in line] == []


def test_what_looks_at_all_games_passes(foreign: Foreign) -> None:
    done = foreign.python("pytest", *QUIET, *WIDE, where=ROOT)
    assert done.returncode == 0, done.stdout
