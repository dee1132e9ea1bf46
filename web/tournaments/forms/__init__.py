"""Every form on the tournament page by its slug, in the order of the page."""

from collections.abc import Mapping

from web.tournaments.forms import clock, entries, lifecycle, qualification, rounds
from web.tournaments.forms.base import TournamentForm

FORMS: Mapping[str, type[TournamentForm]] = {
    form.slug: form
    for form in (
        *(lifecycle.StartTournament, rounds.PublishRound, rounds.DecideTie, rounds.StartTable, rounds.DrawRound),
        *(qualification.OpenStage, lifecycle.FinishTournament),
        *(rounds.SwapPlaces, rounds.ArrangeTables, rounds.AnnulRound),
        *(clock.StartClock, clock.PauseClock, clock.ResumeClock, clock.ExtendClock, clock.ClearClock),
        *(entries.EnterPlayer, entries.EnterTeam, entries.EnterGuest, entries.WithdrawEntrant, entries.ReturnEntrant),
        *(rounds.AddTable, entries.TakeByes, entries.ReplacePlayer, entries.SeedField),
        *(lifecycle.OpenRegistration, entries.KeepApart, entries.LetMeetAgain),
        *(lifecycle.GivePenalty, lifecycle.WithdrawPenalty),
        *(qualification.FreezeQualification, qualification.UndoStage),
        *(lifecycle.DiscardDraft, lifecycle.CallOff, lifecycle.ReopenTournament, lifecycle.ResumeDraft),
    )
}
