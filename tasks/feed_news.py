"""News for those who listen to feeds, whichever process serves them."""

from queue import Empty, SimpleQueue

from django.db import connection

from league.eventlog import announcements


class News:
    """Collects the streams that were written to, and tells of all of them at once."""

    def __init__(self) -> None:
        self._streams: SimpleQueue[str] = SimpleQueue()

    def note(self, stream: str) -> None:
        self._streams.put(stream)

    def tell(self) -> None:
        """Tell of every stream noted since the last time, once of each."""
        try:
            announcements.notify(sorted(set(self._taken())))
        finally:
            connection.close()  # or give it back to the pool

    def _taken(self) -> list[str]:
        taken: list[str] = []
        try:
            while True:
                taken.append(self._streams.get_nowait())
        except Empty:
            return taken
