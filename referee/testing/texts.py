"""Whatever a game says, asks or refuses has a sentence in every language, with its gaps filled."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources.abc import Traversable
from typing import Any, ClassVar, Final

from referee.game import Ask, Flow, Game, Text
from referee.kernel.game import spoken as typed
from referee.table.catalogue import LANGUAGES, ON_PAGE, Catalogue, read, usual, variants
from referee.testing.cases import MANY, Case, Playthrough, cases
from referee.testing.clauses import changed_by_options, clauses_of

#: So seldom is a scene looked at where more than `MANY` play, but in a new state always.
SELDOM: Final = 10

#: A gap that nothing has filled.
GAP: Final = re.compile(r"\{\w*\}")

#: The end of the key of a shorter form, for narrow columns.
SHORT: Final = "-short"

#: The beginning of a key that code puts together: ``f"toy.end.{how}"``.
BUILT: Final = re.compile(r'f"([\w-]+\.[\w.-]*)\{')

#: A clause in code.
LITERAL: Final = re.compile(r'"([A-Z]+(?:-[A-Z0-9]+)+)"')

#: Keys that the table looks up by itself; all others are named in the game's code.
LOOKED_UP: Final = (
    "verb.", "arg.", "option.", "flag.", "detail.", "clause.", "page.", "mark.", "speech.", "said.",
    "step.", "drawn.", "opening.", "group.", "signs", "watched.",
)  # fmt: skip

#: Characters that fit, by the beginning of the key; "": all other sentences.
LENGTHS: Final[Mapping[str, int]] = {
    "clause.": 160, "signs": 300, "verb.": 18, "page.": 18, "option.": 20, "mark.": 10, "": 104,
}  # fmt: skip


class Texts:
    """What a game says. ``rules``: the file with its clauses, ``rules.md`` of its package if it is
    not given."""

    rules: ClassVar[Traversable | None] = None
    lengths: ClassVar[Mapping[str, int]] = LENGTHS

    def test_everything_that_is_said_has_a_sentence(self, case: Case) -> None:
        said, called = list(messages(case.played)), labels(case.played)
        for language in LANGUAGES:
            words = Catalogue(language, case.game)
            for text in said:
                sentence = words.text(text)
                assert sentence, f"{language}: {text}"
                assert not GAP.search(sentence), f"{language}: {text.key}: {sentence}"
            for key in called:
                words(key)
            assert not words.missing, language

    def test_every_clause_that_is_named_has_help(self, case: Case, language: str) -> None:
        words = Catalogue(language, case.game)
        named = clauses(case.played)
        assert not sorted(clause for clause in named if not words.has(f"clause.{clause}"))

    def test_every_clause_in_the_code_has_help(self, tested: Game[Any], language: str) -> None:
        """Those that no played match has named too."""
        words = Catalogue(language, tested)
        named = {c for case in cases(tested, 1)[:1] for c in clauses(case.played)}
        series = {clause.partition("-")[0] for clause in named}
        found = {c for source in _sources(tested.resources) for c in LITERAL.findall(source)}
        ours = sorted(clause for clause in found if clause.partition("-")[0] in series)
        assert not [clause for clause in ours if not words.has(f"clause.{clause}")]

    def test_every_clause_that_is_named_stands_in_the_rules(self, tested: Game[Any]) -> None:
        """Those of the sentences too. A game that brings no rules has its sentences alone."""
        file = self.rules or tested.resources.joinpath("rules.md")
        if not file.is_file():
            assert self.rules is None, f"there is no {self.rules}"
            return
        named = set().union(*(clauses(case.played) for case in cases(tested, 1)))
        helped = (key for key in read(tested.resources, "en") if key.startswith("clause."))
        named |= {key.split(".")[1] for key in helped}
        assert not sorted(named - set(clauses_of(file)))

    def test_clauses_that_an_option_changes_have_their_texts(self, tested: Game[Any]) -> None:
        """A sentence for an option stands in for another one, of a value that there is; and the
        rules' table of options and clauses, if there is one, names these and no others."""
        sentences = read(tested.resources, "en")
        values = {spec.key: set(map(typed, spec.values)) for spec in tested.options}
        found = variants(sentences)
        for key, variant in found.items():
            assert f"clause.{variant.clause}" in sentences, f"{key} stands in for no clause"
            for option, words in variant.when:
                assert option in values, f"{key} names no option"
                unknown = set(words) - values[option]
                assert not unknown, f"{key}: {option} is never {unknown}"
        file = self.rules or tested.resources.joinpath("rules.md")
        changed = changed_by_options(file) if file.is_file() else {}
        if changed or self.rules is not None:
            assert {option for when in changed for option, _ in when} == set(values)
            assert {(clause, when) for when, clauses in changed.items() for clause in clauses} == {
                (v.clause, v.when) for v in found.values()
            }

    def test_sentences_that_an_option_changes_are_there_without_it(self, tested: Game[Any]) -> None:
        """``under.<option>.<value>.<key>`` stands in for ``<key>``; what the log says of a verb
        may be said under an option alone."""
        sentences = read(tested.resources, "en")
        values = {spec.key: set(map(typed, spec.values)) for spec in tested.options}
        for key in (key for key in sentences if key != usual(key)):
            _, option, value, _ = key.split(".", 3)
            assert value in values.get(option, ()), f"{key}: there is no {option}={value}"
            assert usual(key) in sentences or usual(key).startswith("said."), key

    def test_both_languages_have_the_same_sentences(self, tested: Game[Any]) -> None:
        german, english = (set(read(tested.resources, language)) for language in LANGUAGES)
        assert german == english

    def test_both_languages_have_the_same_gaps(self, tested: Game[Any]) -> None:
        german, english = (read(tested.resources, language) for language in LANGUAGES)
        gaps = {key: set(GAP.findall(str(sentence))) for key, sentence in german.items()}
        assert gaps == {key: set(GAP.findall(str(sentence))) for key, sentence in english.items()}

    def test_texts_are_short(self, tested: Game[Any], language: str) -> None:
        long = []
        for key, sentence in read(tested.resources, language).items():
            forms = [sentence] if isinstance(sentence, str) else list(sentence.values())
            key = usual(key)
            most = max((start for start in self.lengths if key.startswith(start)), key=len)
            # The log may say nothing of an answer, and a page nothing of the panel's buttons.
            least = 0 if key.startswith(("said.", ON_PAGE)) else 1
            if not all(least <= len(form) <= self.lengths[most] for form in forms):
                long.append(f"{key}: more than {self.lengths[most]} characters, or none")
        assert not long

    def test_no_sentence_is_left_over(self, tested: Game[Any]) -> None:
        """Every prompt, ruling and reason is named in the game's code, or its beginning is."""
        code = "\n".join(_sources(tested.resources))
        sentences = read(tested.resources, "en")
        keys = (usual(key).removeprefix(ON_PAGE) for key in sentences if "." in key)
        own = [key for key in keys if not key.startswith((*LOOKED_UP, *BUILT.findall(code)))]
        assert not [key for key in own if f'"{key.removesuffix(SHORT)}"' not in code]


def _sources(folder: Traversable) -> Iterator[str]:
    """The Python files of a package, and of the packages in it."""
    for found in folder.iterdir():
        if found.name.endswith(".py"):
            yield found.read_text(encoding="utf-8")
        elif found.is_dir() and found.name not in ("__pycache__", "tests"):
            yield from _sources(found)


def messages(record: Playthrough) -> Iterator[Text]:
    """Every different message of a match: one for each key and set of arguments."""
    seen: set[tuple[str, frozenset[str]]] = set()
    for said in spoken(record):
        mark = (said.key, frozenset(said.args))
        if mark not in seen:
            seen.add(mark)
            yield said


def spoken(record: Playthrough) -> Iterator[Text]:
    match, state = record.match, ""
    yield from (ruling.text for ruling in match.opening)
    for logged in match.log:
        yield from (ruling.text for ruling in logged.rulings)
    for ask in asked(record):
        yield ask.prompt
        yield from (refusal.reason for refusal in ask.refusals)
    # where many play, hardly anything is new after one answer of many
    step = SELDOM if record.case.seats > MANY else 1
    for number, position in enumerate(record.positions()):
        if number % step == 0 or position.state != state:
            yield from texts_in(match.game.scene(position, None))
        state = position.state
    assert match.result is not None
    yield match.result.reason


def texts_in(value: Any) -> Iterator[Text]:
    """All messages inside a scene: its maps may have thousands of things that hold none."""
    inside = [value]
    while inside:
        value = inside.pop()
        if isinstance(value, str | int | float | None):
            continue
        if isinstance(value, Text):
            yield value
            inside += value.args.values()
        elif isinstance(value, dict):
            inside += value.values()
        elif isinstance(value, list | tuple):
            inside += value
        elif dataclasses.is_dataclass(value) and not isinstance(value, type):
            inside += [getattr(value, f.name) for f in dataclasses.fields(value)]


def asked(record: Playthrough) -> Iterable[Ask]:
    return (ask for asks in record.asks for ask in asks)


def labels(record: Playthrough) -> set[str]:
    """Keys of labels: what a menu calls verbs, arguments, options, pages and marks."""
    match = record.match
    found = {"name"} | {f"option.{spec.key}" for spec in match.game.options}
    for ask in asked(record):
        for option in ask.options:
            found.add(f"verb.{option.verb}")
            found |= {f"arg.{name}" for name in option.fields}
    for position in record.positions():
        scene = match.game.scene(position, None)
        found |= {f"page.{page}" for page in scene.pages}
        found |= {f"mark.{mark}" for mark in scene.marks.values()}
    return found


def clauses(record: Playthrough) -> set[str]:
    """Every clause that asks, refusals, rulings, rows, options or the end name."""
    match = record.match
    flow: Flow[Any] = match.flow
    found = {clause for row in flow.rows for clause in row.clauses}
    found |= {ruling.clause for logged in match.log for ruling in logged.rulings}
    found |= {ruling.clause for ruling in match.opening}
    for ask in asked(record):
        found |= {ask.clause, *(refusal.clause for refusal in ask.refusals)}
    found |= {spec.clause for spec in match.game.options} | {match.game.abandoned}
    assert match.result is not None
    return (found | {match.result.clause}) - {""}
