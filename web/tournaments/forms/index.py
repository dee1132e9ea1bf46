"""Every form on the page of a tournament, by its name, in the order of the page."""

from collections.abc import Mapping

from web.tournaments.forms.base import TournamentForm
from web.tournaments.forms.draft_changes import ArrangeTables, UndoStage
from web.tournaments.forms.entries import (
    CheckIn,
    EnterPlayer,
    EnterTeam,
    ReplacePlayer,
    ReturnEntrant,
    SeedField,
    WithdrawEntrant,
)
from web.tournaments.forms.penalties import (
    DiscardDraft,
    GivePenalty,
    KeepApart,
    LetMeetAgain,
    OpenRegistration,
    ReopenTournament,
    ResumeDraft,
    WithdrawPenalty,
)
from web.tournaments.forms.qualification import FreezeQualification, OpenStage
from web.tournaments.forms.rounds import (
    AnnulRound,
    DecideTie,
    DrawRound,
    FinishTournament,
    PublishRound,
    StartTable,
    StartTournament,
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
