"""Errors of seating."""

from games.errors import gettext_noop
from league.errors import Invalid, Refusal, Unknown


class BadSizes(Invalid):
    """Impossible table sizes. `why` names the reason."""

    code = "seating.sizes"
    text = gettext_noop("Tables cannot have the sizes {sizes}: {why}.")


class BadTables(Invalid):
    """An arrangement by hand that is none, such as somebody at two tables."""

    code = "seating.tables"
    text = gettext_noop("This is no seating: {why}.")


class UnknownAlgorithm(Unknown):
    """No draw is made by this name and version."""

    code = "seating.algorithm"
    text = gettext_noop("Nothing draws rounds by the name {name}.")


class FieldImpossible(Refusal):
    """A number of players that fits no tables of these sizes. `advice` names one that does."""

    code = "seating.field"
    text = gettext_noop("{players} cannot be seated at tables of {sizes}: {advice}.")
