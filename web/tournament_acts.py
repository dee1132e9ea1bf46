"""Every form on the page of a tournament, by its name, in the order of the page."""

from collections.abc import Mapping

from web.tournament_amending import Arrange, TakeBackStage
from web.tournament_entry_forms import Check, Enter, Replace, Return, Seeds, Team, Withdraw
from web.tournament_forms import Act
from web.tournament_qualifying_forms import Freeze, Stage
from web.tournament_round_forms import Annul, Draw, Finish, Level, Publish, Start, Swap, Table
from web.tournament_setting_forms import Apart, Discard, Forgive, Penalty, Register, Reopen, Resume, Together

ACTS: Mapping[str, type[Act]] = {
    act.slug(): act
    for act in (
        *(Start, Publish, Level, Table, Draw, Stage, Finish),
        *(Swap, Arrange, Annul),
        *(Check, Enter, Team, Withdraw, Return, Replace, Seeds),
        *(Register, Apart, Together, Penalty, Forgive, Freeze, TakeBackStage, Discard, Reopen, Resume),
    )
}
