"""Renderers: JSON, or the text or bytes of one file."""

from typing import Any, ClassVar

from rest_framework.renderers import BaseRenderer

from league.common.read_models import json_bytes


class JsonRenderer(BaseRenderer):
    """JSON of plain values and read models. Problem documents keep their own media type."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        return b"" if data is None else json_bytes(data)


class TextRenderer(BaseRenderer):
    """The text of one member without the JSON around it."""

    media_type = "text/plain"
    format = "txt"
    charset = "utf-8"
    member: ClassVar[str]

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        return str(getattr(data, self.member)).encode()


class RecordRenderer(TextRenderer):
    member = "record"


class EventStreamRenderer(BaseRenderer):
    """Server-sent events, which their view writes by itself."""

    media_type = "text/event-stream"
    format = "events"


class NoteRenderer(TextRenderer):
    member = "note"


class CsvRenderer(BaseRenderer):
    """The text of `{"csv": …}`, with the mark by which spreadsheets recognise UTF-8."""

    media_type = "text/csv"
    format = "csv"
    charset = "utf-8"

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        return str(data["csv"]).encode("utf-8-sig")


class FileRenderer(BaseRenderer):
    """The bytes of a file, as they are."""

    charset = None

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        return bytes(data)


class AnyFileRenderer(FileRenderer):
    """For views that answer with a file of one of several kinds, whichever of them is asked for."""

    media_type = "*/*"
    format = "file"


class JsonLinesRenderer(FileRenderer):
    media_type = "application/x-ndjson"
    format = "ndjson"


class WebpRenderer(FileRenderer):
    media_type = "image/webp"
    format = "webp"
