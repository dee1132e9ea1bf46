"""How requests are read and answers written: JSON by orjson, which is quick and has limits, and records as text."""

import json
from typing import Any

import orjson
from django.utils.translation import gettext
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer

from league.common.read_models import json_bytes


class Json(BaseParser):
    """Strict JSON: UTF-8, no NaN, no key twice in an object, nothing nested too deeply."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        sent = stream.read()
        try:
            value = orjson.loads(sent)
            json.loads(sent.decode(), object_pairs_hook=_once, parse_int=len, parse_float=len)  # orjson lets them pass
        except orjson.JSONDecodeError as error:
            raise ParseError(f"JSON: {error}.") from None
        except RecursionError:
            raise ParseError(gettext("JSON: nested too deeply.")) from None
        return value


def _once(pairs: list[tuple[str, Any]]) -> None:
    """Of two values for one key nobody can tell which was meant."""
    keys = set()
    for key, _ in pairs:
        if key in keys:
            raise ParseError(gettext("JSON: the key {key} is given twice.").format(key=repr(key[:60])))
        keys.add(key)


class JsonOut(BaseRenderer):
    """JSON of plain values and read models; problem documents keep their own media type."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        return b"" if data is None else json_bytes(data)


class RecordText(BaseParser):
    """A record as it lies on a disk: bytes, whose encoding the reader of records judges."""

    media_type = "text/plain"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> dict[str, Any]:
        return {"record": stream.read()}


class RecordTextOut(BaseRenderer):
    """The text alone of what is otherwise `{"record": …}`."""

    media_type = "text/plain"
    format = "txt"
    charset = "utf-8"

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        return data["record"].encode()


class EventStreamOut(BaseRenderer):
    """Server-sent events, which their view writes itself."""

    media_type = "text/event-stream"
    format = "events"


class NoteOut(BaseRenderer):
    """The signed note alone of what is otherwise a checkpoint in JSON."""

    media_type = "text/plain"
    format = "txt"
    charset = "utf-8"

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        return data["note"].encode()


class CsvFile(BaseParser):
    """A CSV file as it lies on a disk: bytes, whose encoding the reader judges."""

    media_type = "text/csv"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> bytes:
        return stream.read()


class CsvOut(BaseRenderer):
    """The text alone of what is otherwise `{"csv": …}`, with the mark by which spreadsheets know UTF-8."""

    media_type = "text/csv"
    format = "csv"
    charset = "utf-8"

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        return data["csv"].encode("utf-8-sig")


class LinesOut(BaseRenderer):
    """A file of JSON lines, as it is."""

    media_type = "application/x-ndjson"
    format = "ndjson"
    charset = None

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        return data


class WebpOut(BaseRenderer):
    """A picture, as it is."""

    media_type = "image/webp"
    format = "webp"
    charset = None

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        return data
