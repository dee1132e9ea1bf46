"""A listener to a feed over HTTP, like a browser."""

import http.client
import json
from urllib.parse import urlsplit

from tests.waiting import LONGEST


class Feed:
    """A connection to the feed at *address*, with the `status` and `headers` of the response."""

    def __init__(self, url, address, *, token=None, session=None, last=None, client=None):
        server = urlsplit(url)
        self._line = http.client.HTTPConnection(server.hostname, server.port, timeout=LONGEST)
        headers = {"Accept": "text/event-stream, application/json"}
        headers |= {} if token is None else {"Authorization": token}
        headers |= {} if session is None else {"Cookie": f"sessionid={session}"}
        headers |= {} if client is None else {"X-Forwarded-For": client}
        headers |= {} if last is None else {"Last-Event-ID": str(last)}
        self._line.request("GET", address, headers=headers)
        self._answer = self._line.getresponse()
        self.status, self.headers = self._answer.status, self._answer.headers

    def problem(self):
        """The problem document returned instead of a feed."""
        return json.loads(self._answer.read())

    def next(self):
        """The next event, (id, data), with None as the id of a note; None at the end of the feed."""
        fields = {}
        while line := self._read():
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name:
                fields[name] = value
            elif "data" in fields:
                return int(fields["id"]) if "id" in fields else None, json.loads(fields["data"])
            else:
                fields = {}
        return None

    def take(self, number):
        """The next *number* events."""
        return [self.next() for _ in range(number)]

    def until(self, revision):
        """The events up to the one with this id."""
        events = [self.next()]
        while (events[-1][0] or 0) < revision:
            events.append(self.next())
        return events

    def close(self):
        self._answer.close()
        self._line.close()

    def _read(self):
        try:
            return self._answer.readline()
        except (http.client.IncompleteRead, ConnectionError):
            return b""
