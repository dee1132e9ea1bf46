"""What a record comes as."""

from typing import Any

from django.utils.translation import gettext
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.fields import Input


@extend_schema_field(OpenApiTypes.STR)
class RecordField(serializers.Field[Any, Any, Any, Any]):
    """Text, or the bytes of a file; what may stand in it is for the reader of records to say."""

    def to_internal_value(self, data: Any) -> str | bytes:
        if not isinstance(data, str | bytes):
            raise serializers.ValidationError(gettext("This must be the text of a record."))
        return data


class ImportInput(Input):
    record = RecordField(source="source", help_text="The text of a record.")
