"""How requests are read and answers written: JSON by orjson, which is quick and has limits, and records as text."""

from typing import Any

import orjson
from django.conf import settings
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer


class Json(BaseParser):
    """Strict JSON: UTF-8, no NaN; orjson refuses what is nested too deeply."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        try:
            return orjson.loads(stream.read())
        except orjson.JSONDecodeError as error:
            raise ParseError(f"JSON: {error}.") from None


class JsonOut(BaseRenderer):
    """JSON; problem documents keep their own media type."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        return b"" if data is None else orjson.dumps(data)


class RecordText(BaseParser):
    """A record as it lies on a disk: bytes, whose encoding the reader of records judges."""

    media_type = "text/plain"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> dict[str, Any]:
        return {"record": stream.read(settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)}
