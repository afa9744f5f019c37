"""What waits for the loop: presses go before errands."""

from __future__ import annotations

import threading

from hal.inbox import Inbox
from hal.interfaces import Edge, Errand


def test_a_press_does_not_wait_for_more_errands_than_the_one_that_is_being_done() -> None:
    inbox, done = Inbox(), list[str]()
    press = Edge(0.0, "roll", True)

    def first() -> None:
        done.append("first")
        inbox.put(press)

    inbox.put(Errand(first))
    inbox.put(Errand(lambda: done.append("second")))
    for errand in inbox.errands():
        errand.run()
    assert done == ["first"]
    assert inbox.drain() == [press]
    for errand in inbox.errands():
        errand.run()
    assert done == ["first", "second"]
    assert not len(inbox)


def test_it_rests_only_while_it_waits_and_nothing_is_pressed() -> None:
    inbox, seen = Inbox(), list[bool]()
    inbox.listen(lambda: seen.append(inbox.resting))
    assert not inbox.resting
    inbox.put(Errand(lambda: None))
    inbox.put(Edge(0.0, "roll", True))
    inbox.wait(None)
    assert not inbox.resting
    assert seen == [False, False]


def test_who_waits_for_a_rest_is_told_of_it_and_of_none_that_is_over() -> None:
    inbox = Inbox()
    for _ in range(3):  # each of them leaves word of a rest that the next one finds
        loop = threading.Thread(target=inbox.wait, args=(None,))
        loop.start()
        inbox.until_resting(60.0)
        assert inbox.resting
        inbox.wake()
        loop.join()
        assert not inbox.resting
        inbox.until_resting(0.0)
        assert not inbox.resting
        inbox.drain()


def test_it_rests_for_no_press_that_waits_and_not_after_it_was_drained() -> None:
    inbox = Inbox()
    inbox.rest()
    assert inbox.resting
    inbox.put(Edge(0.0, "roll", True))
    inbox.rest()
    assert not inbox.resting
    inbox.drain()
    inbox.rest()
    assert inbox.resting
    inbox.drain()
    assert not inbox.resting
