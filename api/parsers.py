"""Parsers: strict JSON by orjson, and records and CSV files as bytes."""

import json
from typing import Any

import orjson
from django.utils.translation import gettext
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser


class JsonParser(BaseParser):
    """Strict JSON: UTF-8, no NaN, no key twice in an object, nothing nested too deeply."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        sent = stream.read()
        try:
            value = orjson.loads(sent)
            # orjson lets repeated keys pass
            json.loads(sent.decode(), object_pairs_hook=_unique_keys, parse_int=len, parse_float=len)
        except orjson.JSONDecodeError as error:
            raise ParseError(f"JSON: {error}.") from None
        except RecursionError:
            raise ParseError(gettext("JSON: nested too deeply.")) from None
        return value


def _unique_keys(pairs: list[tuple[str, Any]]) -> None:
    """Raise ParseError if a key is repeated."""
    keys = set()
    for key, _ in pairs:
        if key in keys:
            raise ParseError(gettext("JSON: the key {key} appears twice.").format(key=repr(key[:60])))
        keys.add(key)


class RecordParser(BaseParser):
    """A record as bytes. Its reader finds out the encoding."""

    media_type = "text/plain"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> dict[str, Any]:
        return {"record": stream.read()}


class CsvParser(BaseParser):
    """A CSV file as bytes. Its reader finds out the encoding."""

    media_type = "text/csv"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        return stream.read()


class XlsxParser(CsvParser):
    """A workbook as bytes."""

    media_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


class OdsParser(CsvParser):
    """An open document as bytes."""

    media_type = "application/vnd.oasis.opendocument.spreadsheet"
