"""What the forms on the tournament page share. Each is one command."""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms

from games.errors import Phrase
from league.clubs.queries import PlayerDetail, kept_players
from league.errors import NotAllowed
from league.tournaments.queries.detail import TournamentDetail
from league.tournaments.queries.next_steps import NextStep
from league.tournaments.queries.qualification import TiedEntrants
from league.tournaments.queries.rounds import RoundDetail
from web.command_form import CommandForm, PageContext
from web.matches.recording import idle_players_text

LARGEST_SEED = 1_000_000
Choices = list[tuple[str, str]]


@dataclass(frozen=True, kw_only=True)
class TournamentContext(PageContext):
    """A tournament as its reader sees it, what is next, the draft, and who could enter.

    `level`: ties at the cut, with their groups; `gone`: players who were erased.
    """

    tournament: TournamentDetail
    step: NextStep
    draft: RoundDetail | None
    players: Sequence[PlayerDetail]
    organiser: bool
    official: bool
    level: Sequence[tuple[int, TiedEntrants]] = ()
    gone: Set[str] = frozenset()

    @property
    def revision(self) -> int:
        return self.tournament.revision

    @property
    def next_step(self) -> str:
        return self.step.step

    @property
    def open_draft(self) -> RoundDetail:
        """The draft of the last round. Call it only where there is one."""
        assert self.draft is not None  # noqa: S101 - see above
        return self.draft

    @property
    def phase(self) -> str:
        return self.tournament.phase

    @property
    def over(self) -> bool:
        """Whether nothing more happens."""
        return self.phase in ("finished", "given_up")

    @property
    def teams(self) -> bool:
        return self.tournament.settings.team_size > 1

    @property
    def idle_players_text(self) -> str:
        """Who of those who play could not move if the service deals."""
        playing = [each for each in self.tournament.entrants if each.status == "active"]
        return idle_players_text({player for each in playing for player in each.player_ids})

    def may(self, form: "type[TournamentForm]") -> bool:
        """Whether the reader may use the form at all."""
        plays = bool(self.tournament.you)
        return self.organiser or (self.official and form.for_officials) or (plays and form.for_players)

    def require(self, form: type[CommandForm[Any]]) -> None:
        if not (issubclass(form, TournamentForm) and self.may(form)):
            raise _not_organiser()

    def require_organiser(self) -> None:
        if not self.organiser:
            raise _not_organiser()

    def entrants(self, *statuses: str) -> Choices:
        """Those who have one of the statuses, by name."""
        found = [(each.id, each.name or "") for each in self.tournament.entrants if each.status in statuses]
        return sorted(found, key=lambda pair: pair[1].casefold())

    def whole(self, *statuses: str) -> Choices:
        """Those who have one of the statuses and no player who was erased."""
        torn = {each.id for each in self.tournament.entrants if self.gone & each.player_ids}
        return [(entrant, name) for entrant, name in self.entrants(*statuses) if entrant not in torn]

    def free(self) -> Choices:
        """The club's players who do not take part."""
        playing = {
            player for each in self.tournament.entrants if each.status != "withdrawn" for player in each.player_ids
        }
        playing.update(kept_players(playing).values())
        return [(each.id, each.shown_as) for each in self.players if each.id not in playing]


def _not_organiser() -> NotAllowed:
    return NotAllowed(act=Phrase("run a tournament"), why=Phrase("only the club’s organisers can do this"))


class TournamentForm(CommandForm[TournamentContext]):
    """A command on a tournament."""

    section: ClassVar[str] = "more"
    for_officials: ClassVar[bool] = False
    for_players: ClassVar[bool] = False  # of the tournament

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        return not context.over

    @property
    def note(self) -> str:
        """Shown above the fields."""
        return ""

    @property
    def target(self) -> dict[str, Any]:
        """The arguments of commands on the tournament as it was seen."""
        return {**self.latest_target, "expected": self.values["revision"]}

    @property
    def latest_target(self) -> dict[str, Any]:
        """The arguments of commands that apply whatever happened in the meantime."""
        return {"tournament_id": self.context.tournament.id, "actor": self.context.actor}

    def add_choice(self, choices: Choices, label: str, name: str = "entrant") -> None:
        self.fields[name] = forms.ChoiceField(label=label, choices=[("", "–"), *choices])

    def add_checkbox(self, name: str, label: str) -> None:
        self.fields[name] = forms.BooleanField(label=label, required=False)


def seed_field(label: str) -> forms.IntegerField:
    """A field for a seed."""
    return forms.IntegerField(label=label, required=False, min_value=1, max_value=LARGEST_SEED)
