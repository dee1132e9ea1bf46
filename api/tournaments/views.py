"""Tournaments: drafting, the way from the registration to the final ranking, penalties."""

from functools import partial
from uuid import UUID

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint, idempotent, respond_created
from api.openapi import KEY, problems
from api.pagination import Page, PageQuery, page_of, page_response
from api.tournaments.commands import CHANGED, TournamentEndpoint, respond_revision
from api.tournaments.serializers import (
    CommandInput,
    FinishInput,
    PenaltyInput,
    PresetOutput,
    PresetsQuery,
    QualificationInput,
    ReasonInput,
    SettingsInput,
    TournamentInput,
    TournamentOutput,
    TournamentRowOutput,
    TournamentsQuery,
)
from league.tournaments.queries import detail as tournament_queries
from league.tournaments.queries.history import TournamentHistoryEvent, history
from league.tournaments.queries.list import list_tournaments
from league.tournaments.queries.qualification import QualificationPreview, qualification_preview
from league.tournaments.queries.settings import presets
from league.tournaments.services import lifecycle as tournament_lifecycle
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
    @extend_schema(parameters=[TournamentsQuery], responses={200: page_of(TournamentRowOutput)})
    def get(self, request: Request) -> Response:
        """List tournaments, the newest first.

        Drafts only for officials of their clubs. As the projection last saw them: one tournament alone comes straight
        from the log.
        """
        return page_response(self, partial(list_tournaments, self.actor()), TournamentsQuery)

    @extend_schema(
        parameters=[KEY],
        request=TournamentInput,
        responses={201: TournamentOutput},
        examples=DRAFTS,
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Draft a tournament.

        Organisers of the club may. Settings are those of the preset, with what is sent in their place; without a preset
        all that have no usual value have to be sent.
        """
        given = self.command(TournamentInput)
        return respond_created(tournament_queries.detail(draft(**given).id, given["actor"]))


class TournamentPresets(Endpoint):
    @extend_schema(parameters=[PresetsQuery], responses={200: PresetOutput(many=True), **problems(422)})
    def get(self, request: Request) -> Response:
        """List the kinds of tournament that suit a game, the most usual first."""
        return Response(presets(**self.query(PresetsQuery)))


class Tournament(Endpoint):
    @extend_schema(responses={200: TournamentOutput})
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Get one tournament as it stands now, straight from the log.

        A draft, one that was given up too, is there for officials of its club alone.
        """
        return Response(tournament_queries.detail(str(tournament_id), self.actor()))


class TournamentEvents(Endpoint):
    @extend_schema(parameters=[PageQuery], responses={200: Page[TournamentHistoryEvent]})
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """List what happened in a tournament, the newest first: when, by whom, why, and what it was before.

        Nothing of drafts of rounds but to organisers; once a round is published everybody is told that its draft was
        changed by hand. Who acted is told by the role, organisers also by which account.
        """
        return page_response(self, partial(history, str(tournament_id), self.actor()), PageQuery)


class TournamentSettings(TournamentEndpoint):
    @extend_schema(parameters=[KEY], request=SettingsInput, responses=CHANGED)
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Change the name or single settings of a tournament.

        Organisers may; once the tournament runs, with a reason, and nothing that was played by already.
        """
        return respond_revision(change(**self.command(SettingsInput, tournament_id=tournament_id)))


class Registration(TournamentEndpoint):
    @extend_schema(parameters=[KEY], request=CommandInput, responses=CHANGED)
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Open the registration: everybody sees the tournament, and players enter themselves."""
        return respond_revision(
            tournament_lifecycle.open_registration(**self.command(CommandInput, tournament_id=tournament_id))
        )


class Start(TournamentEndpoint):
    @extend_schema(parameters=[KEY], request=CommandInput, responses=CHANGED)
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Start a tournament: its field is seeded and the first stage begins."""
        return respond_revision(tournament_lifecycle.start(**self.command(CommandInput, tournament_id=tournament_id)))


class Stages(TournamentEndpoint):
    @extend_schema(parameters=[KEY], request=QualificationInput, responses=CHANGED)
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Begin the next stage with those who go on, which is then settled.

        Unless that was done before, `decided` and `reason` are as for the qualification.
        """
        return respond_revision(
            tournament_lifecycle.open_stage(**self.command(QualificationInput, tournament_id=tournament_id))
        )


class Qualification(TournamentEndpoint):
    @extend_schema(responses={200: QualificationPreview})
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Get who goes on from the stage that is played as things stand, and who is level where that is decided."""
        return Response(qualification_preview(str(tournament_id), self.actor()))

    @extend_schema(parameters=[KEY], request=QualificationInput, responses=CHANGED)
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Settle who goes on from the stage that is played; later corrections do not change it.

        Who is level at the cut is named in `decided`, in the order that counts; that of the seeding takes no `reason`.
        """
        return respond_revision(
            tournament_lifecycle.freeze_qualification(**self.command(QualificationInput, tournament_id=tournament_id))
        )


class StageAnnulment(TournamentEndpoint):
    @extend_schema(parameters=[KEY], request=ReasonInput, responses=CHANGED)
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Take back the last stage, of which no round is left."""
        return respond_revision(
            tournament_lifecycle.annul_stage(**self.command(ReasonInput, tournament_id=tournament_id))
        )


class Finish(TournamentEndpoint):
    @extend_schema(parameters=[KEY], request=FinishInput, responses=CHANGED)
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Finish a tournament with its final ranking.

        As long as rounds or stages are to come, or results are missing, only with `abandon`. A draft is `given_up`: it
        stays one that nobody but officials of the club sees.
        """
        return respond_revision(tournament_lifecycle.finish(**self.command(FinishInput, tournament_id=tournament_id)))


class TournamentReopening(TournamentEndpoint):
    @extend_schema(parameters=[KEY], request=ReasonInput, responses=CHANGED)
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Let a finished tournament run again, or prepare one again that was given up as a draft."""
        return respond_revision(tournament_lifecycle.reopen(**self.command(ReasonInput, tournament_id=tournament_id)))


class Penalties(TournamentEndpoint):
    @extend_schema(parameters=[KEY], request=PenaltyInput, responses=CHANGED)
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Take points off an entrant's score, from the current round on."""
        return respond_revision(
            tournament_lifecycle.give_penalty(**self.command(PenaltyInput, tournament_id=tournament_id))
        )


class PenaltyWithdrawal(TournamentEndpoint):
    @extend_schema(parameters=[KEY], request=ReasonInput, responses=CHANGED)
    @idempotent
    def post(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """Withdraw a penalty; it counts no longer."""
        return respond_revision(
            tournament_lifecycle.withdraw_penalty(
                **self.command(ReasonInput, tournament_id=tournament_id), number=number
            )
        )
