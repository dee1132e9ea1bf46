"""JSON schemas in a normal form: one line per property, without component names."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

Schema = Mapping[str, Any]


class Shapes:
    """Reads the schemas of one document. With `defaults`, lines include the default of a property."""

    def __init__(self, document: Schema, *, defaults: bool = False) -> None:
        self._document = document
        self._defaults = defaults

    def lines(self, schema: Schema) -> list[str]:
        """The lines of a schema, such as `seats[]: string|null`."""
        return sorted(set(self._lines(schema, "", "", ())))

    def _lines(self, schema: Schema, at: str, tail: str, above: tuple[str, ...]) -> Iterator[str]:
        branches = list(self._branches(schema, above))
        yield f"{at or '.'}: {'|'.join(sorted({self._kind(each) for each, _ in branches}))}{tail}"
        for each, inside in branches:
            yield from self._below(each, at, inside)

    def _branches(self, schema: Schema, above: tuple[str, ...]) -> Iterator[tuple[Schema, tuple[str, ...]]]:
        """The alternatives of a value, with references resolved and recursion followed once."""
        if (name := schema.get("$ref")) is not None:
            if name in above:
                yield {"type": "again"}, above
            else:
                yield from self._branches(self._named(name), (*above, name))
        elif choice := next((schema[each] for each in ("anyOf", "oneOf", "allOf") if each in schema), None):
            for branch in choice:
                yield from self._branches(branch, above)
        else:
            yield schema, above

    def _named(self, name: str) -> Schema:
        found: Any = self._document
        for part in name.removeprefix("#/").split("/"):
            found = found[part]
        return found

    def _kind(self, schema: Schema) -> str:
        if "const" in schema or "enum" in schema:
            return "|".join(sorted(map(json.dumps, schema.get("enum", [schema.get("const")]))))
        kinds = schema.get("type", "any")
        kind = "|".join(sorted(kinds)) if isinstance(kinds, list) else str(kinds)
        return f"{kind}({schema['format']})" if "format" in schema else kind

    def _below(self, schema: Schema, at: str, above: tuple[str, ...]) -> Iterator[str]:
        required = schema.get("required", ())
        for name, value in schema.get("properties", {}).items():
            tail = "" if name in required else self._missing(value)
            yield from self._lines(value, f"{at}.{name}" if at else name, tail, above)
        if isinstance(more := schema.get("additionalProperties"), Mapping) and more:
            yield from self._lines(more, f"{at}.*" if at else "*", "", above)
        if isinstance(each := schema.get("items"), Mapping) and each:
            yield from self._lines(each, f"{at}[]", "", above)
        for number, each in enumerate(schema.get("prefixItems", ())):
            yield from self._lines(each, f"{at}[{number}]", "", above)

    def _missing(self, schema: Schema) -> str:
        if self._defaults and "default" in schema:
            return f" = {json.dumps(schema['default'], sort_keys=True)}"
        return " (optional)"
