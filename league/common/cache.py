"""A cache of states that can be worked out again, kept in the process and lost with it."""

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class RevisionCache(Generic[Key, Value]):
    """The newest known value of each key. At most *size* of them, those that were used last."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._values: OrderedDict[Key, tuple[int, Value]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Key) -> Value | None:
        with self._lock:
            entry = self._values.get(key)
            if entry is None:
                return None
            self._values.move_to_end(key)
            return entry[1]

    def put(self, key: Key, revision: int, value: Value) -> None:
        """Remember *value*, unless that of a later revision is known already: threads may finish in any order."""
        with self._lock:
            entry = self._values.get(key)
            if entry is None or entry[0] <= revision:
                self._values[key] = revision, value
                self._values.move_to_end(key)
            while len(self._values) > self._size:
                self._values.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._values.clear()
