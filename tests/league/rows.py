"""The contents of tables."""

from django.forms.models import model_to_dict


def rows_of(*tables):
    """Every row of each table, in the order of its key."""
    return [[model_to_dict(row) for row in table.objects.order_by("pk")] for table in tables]
