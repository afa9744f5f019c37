"""What waits for the loop: presses go before errands."""

from __future__ import annotations

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
