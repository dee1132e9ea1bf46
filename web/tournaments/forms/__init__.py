"""Every form on the tournament page by its slug, in the order of the page."""

from collections.abc import Mapping

from web.tournaments.forms.base import TournamentForm
from web.tournaments.forms.entries import (
    CheckIn,
    EnterPlayer,
    EnterTeam,
    KeepApart,
    LetMeetAgain,
    ReplacePlayer,
    ReturnEntrant,
    SeedField,
    WithdrawEntrant,
)
from web.tournaments.forms.lifecycle import (
    DiscardDraft,
    FinishTournament,
    OpenRegistration,
    ReopenTournament,
    ResumeDraft,
    StartTournament,
)
from web.tournaments.forms.penalties import GivePenalty, WithdrawPenalty
from web.tournaments.forms.qualification import FreezeQualification, OpenStage, UndoStage
from web.tournaments.forms.rounds import (
    AnnulRound,
    ArrangeTables,
    DecideTie,
    DrawRound,
    PublishRound,
    StartTable,
    SwapPlaces,
)

FORMS: Mapping[str, type[TournamentForm]] = {
    form.slug: form
    for form in (
        *(StartTournament, PublishRound, DecideTie, StartTable, DrawRound, OpenStage, FinishTournament),
        *(SwapPlaces, ArrangeTables, AnnulRound),
        *(CheckIn, EnterPlayer, EnterTeam, WithdrawEntrant, ReturnEntrant, ReplacePlayer, SeedField),
        *(
            OpenRegistration,
            KeepApart,
            LetMeetAgain,
            GivePenalty,
            WithdrawPenalty,
            FreezeQualification,
            UndoStage,
            DiscardDraft,
            ReopenTournament,
            ResumeDraft,
        ),
    )
}
