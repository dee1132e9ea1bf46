"""Tournaments: drafting, the way from the registration to the final ranking, penalties."""

from functools import partial
from uuid import UUID

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint, respond_created, write_operation
from api.openapi import problems
from api.pagination import FollowingPage, Page, PageQuery, page_response
from api.tournaments.commands import CHANGED, SettingsSaved, TournamentEndpoint, respond_changed
from api.tournaments.serializers import (
    CommandInput,
    FinishInput,
    PenaltyInput,
    PresetsQuery,
    QualificationInput,
    ReasonInput,
    SettingsChangeInput,
    StartInput,
    TournamentInput,
    TournamentsQuery,
)
from league.tournaments.queries import detail as tournament_queries
from league.tournaments.queries.history import TournamentHistoryEvent, history
from league.tournaments.queries.list import TournamentOverview, list_tournaments
from league.tournaments.queries.qualification import QualificationPreview, qualification_preview
from league.tournaments.queries.settings import TournamentPreset, presets
from league.tournaments.services import lifecycle
from league.tournaments.services.settings import change, draft

CLUB = "0198f2c4-0000-7000-8000-000000000001"
DRAFTS = [
    OpenApiExample(
        "A club evening of at most 24",
        {"club": CLUB, "game": "rummikub", "name": "Осень", "preset": "evening", "settings": {"capacity": 24}},
        request_only=True,
    )
]


class Tournaments(Endpoint):
    quota = "tournaments"

    @extend_schema(parameters=[TournamentsQuery], responses={200: FollowingPage[TournamentOverview]})
    def get(self, request: Request) -> Response:
        """List tournaments, the newest first, as the projection last saw them.

        Drafts for officials of their clubs only.
        """
        return page_response(self, partial(list_tournaments, self.actor()), TournamentsQuery)

    @write_operation(
        TournamentInput,
        {201: tournament_queries.TournamentDetail},
        examples=DRAFTS,
    )
    def post(self, request: Request) -> Response:
        """Draft a tournament. For organisers of the club.

        Settings that are sent replace those of the preset. Without a preset, send all that have no default.
        """
        given = self.command(TournamentInput)
        return respond_created(tournament_queries.detail(draft(**given).id, given["actor"]))


class TournamentPresets(Endpoint):
    @extend_schema(parameters=[PresetsQuery], responses={200: list[TournamentPreset], **problems(422)})
    def get(self, request: Request) -> Response:
        """List the kinds of tournament that suit a game, the most usual first.

        Each has the settings with which a draft begins, in full.
        """
        return Response(presets(**self.query(PresetsQuery)))


class Tournament(Endpoint):
    @extend_schema(responses={200: tournament_queries.TournamentDetail})
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Get one tournament as it stands now, straight from the log.

        Drafts, also discarded ones, for officials of the club only.
        """
        return Response(tournament_queries.detail(str(tournament_id), self.actor()))


class TournamentEvents(Endpoint):
    @extend_schema(parameters=[PageQuery], responses={200: Page[TournamentHistoryEvent]})
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """List what happened in a tournament, the newest first: when, by whom, why, and what it was before.

        Drafts of rounds are listed for organisers only. Once a round is published, everybody sees that its draft was
        changed by hand. Officials are named by their role, and for organisers also by their account.
        """
        return page_response(self, partial(history, str(tournament_id), self.actor()), PageQuery)


class TournamentSettings(TournamentEndpoint):
    @write_operation(SettingsChangeInput, {**CHANGED, 201: SettingsSaved})
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Change the name or single settings of a tournament. For organisers.

        Once the tournament runs, a reason is needed, and settings that have already been used in play are fixed.
        `repeats` lists stages in which some entrants must meet again, `absence_gains` rounds without play that may be
        worth more than coming last.
        """
        given = self.command(SettingsChangeInput)
        committed = change(**given)
        shown = tournament_queries.detail(committed.id, given["actor"])
        return respond_created(SettingsSaved(committed.revision, shown.repeats, shown.absence_gains))


class Registration(TournamentEndpoint):
    @write_operation(CommandInput, CHANGED)
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Open registration. Everybody then sees the tournament, and players enter themselves."""
        return respond_changed(lifecycle.open_registration(**self.command(CommandInput)))


class Start(TournamentEndpoint):
    @write_operation(StartInput, CHANGED)
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Start a tournament. Its field is seeded and the first stage begins.

        If some entrants are checked in and some are not, `absent` says whether the others are left out.
        """
        return respond_changed(lifecycle.start(**self.command(StartInput)))


class Stages(TournamentEndpoint):
    @write_operation(QualificationInput, CHANGED)
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Start the next stage with those who qualified.

        If the qualification is not final yet, it becomes final now; `decided` and `reason` are as there.
        """
        return respond_changed(lifecycle.open_stage(**self.command(QualificationInput)))


class Qualification(TournamentEndpoint):
    @extend_schema(responses={200: QualificationPreview})
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Get who qualifies from the current stage on current standings, and who is tied at the cut.

        Where a cut is still to be decided, `level` has the tied entrants in the order of their seeding.
        """
        return Response(qualification_preview(str(tournament_id), self.actor()))

    @write_operation(QualificationInput, CHANGED)
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Decide who qualifies from the current stage. Later corrections do not change it.

        `decided` lists the entrants who are tied at the cut in the order that counts. An order other than that of the
        seeding needs a `reason`.
        """
        return respond_changed(lifecycle.freeze_qualification(**self.command(QualificationInput)))


class StageAnnulment(TournamentEndpoint):
    @write_operation(ReasonInput, CHANGED)
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Undo the last stage, once all its rounds are undone.

        For organisers. The stage before goes on from where it ended.
        """
        return respond_changed(lifecycle.annul_stage(**self.command(ReasonInput)))


class Finish(TournamentEndpoint):
    @write_operation(FinishInput, CHANGED)
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Finish a tournament with its final ranking, or discard a draft.

        While rounds or stages are to come, or results are missing, `abandon` is needed. A discarded draft is `given_up`
        and stays visible to officials of the club only.
        """
        return respond_changed(lifecycle.finish(**self.command(FinishInput)))


class TournamentReopening(TournamentEndpoint):
    @write_operation(ReasonInput, CHANGED)
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Reopen a finished tournament, or restore a discarded draft.

        For organisers, with a reason.
        """
        return respond_changed(lifecycle.reopen(**self.command(ReasonInput)))


class Penalties(TournamentEndpoint):
    @write_operation(PenaltyInput, CHANGED)
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Deduct points from an entrant's score, from the current round on.

        For organisers, with a reason. A negative number adds points.
        """
        return respond_changed(lifecycle.give_penalty(**self.command(PenaltyInput)))


class PenaltyWithdrawal(TournamentEndpoint):
    @write_operation(ReasonInput, CHANGED)
    def post(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """Annul a penalty.

        For organisers, with a reason. It stays in the history.
        """
        return respond_changed(lifecycle.withdraw_penalty(**self.command(ReasonInput)))
