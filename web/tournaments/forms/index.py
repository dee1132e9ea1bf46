"""Every form on the page of a tournament, by its name, in the order of the page."""

from collections.abc import Mapping

from web.tournaments.forms.base import Act
from web.tournaments.forms.draft_changes import Arrange, TakeBackStage
from web.tournaments.forms.entries import Check, Enter, Replace, Return, Seeds, Team, Withdraw
from web.tournaments.forms.penalties import Apart, Discard, Forgive, Penalty, Register, Reopen, Resume, Together
from web.tournaments.forms.qualification import Freeze, Stage
from web.tournaments.forms.rounds import Annul, Draw, Finish, Level, Publish, Start, Swap, Table

ACTS: Mapping[str, type[Act]] = {
    act.slug(): act
    for act in (
        *(Start, Publish, Level, Table, Draw, Stage, Finish),
        *(Swap, Arrange, Annul),
        *(Check, Enter, Team, Withdraw, Return, Replace, Seeds),
        *(Register, Apart, Together, Penalty, Forgive, Freeze, TakeBackStage, Discard, Reopen, Resume),
    )
}
