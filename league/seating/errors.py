"""Errors of seating."""

from games.errors import gettext_noop
from league.errors import Invalid, Refusal, Unknown


class BadSizes(Invalid):
    code = "seating.sizes"
    text = gettext_noop("Table sizes {sizes} are not possible: {why}.")


class BadTables(Invalid):
    code = "seating.tables"
    text = gettext_noop("This seating is not valid: {why}.")


class UnknownAlgorithm(Unknown):
    code = "seating.algorithm"
    text = gettext_noop("Unknown draw algorithm: {name}.")


class FieldImpossible(Refusal):
    """A number of players that no tables of these sizes fit. `advice` names a number that they do."""

    code = "seating.field"
    text = gettext_noop("A field of {players} cannot be seated at tables of {sizes}: {advice}.")
