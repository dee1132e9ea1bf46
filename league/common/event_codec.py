"""Under which kind and schema number the facts of a stream are kept, and back."""

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

import msgspec

F = TypeVar("F", bound=msgspec.Struct)


class Kept(Generic[F]):
    """The facts of one sort of stream, by the kind and the schema that the log knows them by."""

    def __init__(self, kinds: Mapping[str, tuple[int, type[F]]]) -> None:
        self._facts = {kind: fact for kind, (_, fact) in kinds.items()}
        self._names = {fact: (kind, schema) for kind, (schema, fact) in kinds.items()}

    def written(self, fact: F) -> tuple[str, int, dict[str, Any]]:
        """Kind, schema and payload of *fact*."""
        kind, schema = self._names[type(fact)]
        return kind, schema, msgspec.to_builtins(fact)

    def fact(self, kind: str, payload: Mapping[str, Any]) -> F:
        """The fact of a stored event whose payload has the current schema."""
        return msgspec.convert(payload, self._facts[kind])
