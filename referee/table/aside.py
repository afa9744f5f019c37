"""Work that takes long is done beside the table's loop, which never waits for it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import Protocol, TypeVar

T = TypeVar("T")


class Aside(Protocol):
    """Has work begun, and says what comes of it."""

    def __call__(self, work: Callable[[], T]) -> Future[T]: ...


def at_once(work: Callable[[], T]) -> Future[T]:
    """Works when it is asked: for tests and scripts, in whose time nothing takes any."""
    done: Future[T] = Future()
    try:
        done.set_result(work())
    except Exception as error:
        done.set_exception(error)
    return done


def in_thread(work: Callable[[], T]) -> Future[T]:
    """Works in a thread of its own, which shares nothing with the match. The program does not wait
    for it when it ends, as it would for the threads of an executor."""
    done: Future[T] = Future()

    def do() -> None:
        try:
            done.set_result(work())
        except Exception as error:  # the table tells it
            done.set_exception(error)
        except BaseException as error:  # no thread but the main one may end the program
            done.set_exception(RuntimeError(repr(error)))

    Thread(target=do, name="aside", daemon=True).start()
    return done
