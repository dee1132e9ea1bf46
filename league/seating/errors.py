"""Errors of seating."""

from games.errors import gettext_noop
from league.errors import Invalid, Refusal, Unknown


class BadSizes(Invalid):
    """Impossible table sizes. `why` names the reason."""

    code = "seating.sizes"
    text = gettext_noop("Table sizes {sizes} are not possible: {why}.")


class BadTables(Invalid):
    """An arrangement by hand that is none, such as somebody at two tables."""

    code = "seating.tables"
    text = gettext_noop("This seating is not valid: {why}.")


class UnknownAlgorithm(Unknown):
    """No draw is made by this name and version."""

    code = "seating.algorithm"
    text = gettext_noop("Unknown draw algorithm: {name}.")


class FieldImpossible(Refusal):
    """A number of players that fits no tables of these sizes. `advice` names one that does."""

    code = "seating.field"
    text = gettext_noop("A field of {players} cannot be seated at tables of {sizes}: {advice}.")
