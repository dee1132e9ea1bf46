"""Who takes part: entering, checking in, withdrawing, returning, substitutes, seeds, and who must not meet.

Several officials work at the door at once. A command on one entrant, which would be refused the second time, applies to
the tournament as it stands. A command that could overwrite somebody else's applies only to the revision that its sender
saw.
"""

from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext, pgettext

from games.errors import gettext_noop
from league.clubs import services as club_services
from league.clubs.queries import PlayerDetail, list_namesakes
from league.tournaments.queries.detail import EntrantDetail
from league.tournaments.services import entries
from league.tournaments.services import settings as tournament_settings
from web.clubs.people_forms import NEW_PERSON, namesake_replies, namesake_text
from web.conflict_form import remember
from web.page import REPLY, QuestionNote, Reply
from web.tournaments.forms.base import Choices, TournamentContext, TournamentForm, seed_field
from web.tournaments.leaving import leaving_text

MOST_SEEDS = 300  # entrants that have a field for their seed on one page


class EnterPlayer(TournamentForm):
    slug = "enter"
    text = gettext_noop("Enter a player")
    section = "people"

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        return not context.over and not context.teams

    def prepare(self) -> None:
        choices = [("", "–"), *self.context.free()]
        self.fields["player"] = forms.ChoiceField(label=gettext("Club player"), choices=choices, required=False)
        self.fields["new"] = forms.CharField(label=gettext("Or a new player’s name"), max_length=200, required=False)
        self.fields["seed"] = seed_field(gettext("Seed, if any (1 is the best)"))

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or {}
        if not self.errors and bool(given.get("player")) == bool(given.get("new")):
            raise forms.ValidationError(gettext("Choose a player or type a new name."))
        self.namesakes = self._find_namesakes(given.get("new"))
        if self._reply not in (None, NEW_PERSON, *(each.id for each in self.namesakes)):
            raise forms.ValidationError(gettext("Choose a player or type a new name."))
        return given

    def question(self) -> str:
        return namesake_text(self.values["new"]) if self.namesakes else ""

    def question_notes(self) -> list[QuestionNote]:
        text = gettext("{name} already takes part in the tournament.")
        return [QuestionNote(text.format(name=each.shown_as), ()) for each in self.namesakes if not self._is_free(each)]

    def question_replies(self) -> list[Reply]:
        return namesake_replies([each for each in self.namesakes if self._is_free(each)])

    def execute(self) -> None:
        known = self.values["player"] if self._reply in (None, NEW_PERSON) else self._reply
        player = UUID(known) if known else self._new_player()
        entries.enter(**self.latest_target, player_id=player, seed=self.values["seed"])

    @property
    def _reply(self) -> str | None:
        """Who the new name was said to be."""
        return self.data.get(REPLY)

    def _find_namesakes(self, name: str | None) -> list[PlayerDetail]:
        return list_namesakes(UUID(self.context.tournament.club), name, self.context.actor) if name else []

    def _is_free(self, player: PlayerDetail) -> bool:
        return player.id in dict(self.context.free())

    def _new_player(self) -> UUID:
        club, name = UUID(self.context.tournament.club), self.values["new"]
        return club_services.add_player(club_id=club, name=name, actor=self.context.actor).pk


class EnterTeam(TournamentForm):
    slug = "team"
    text = gettext_noop("Enter a team")
    section = "people"

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        return not context.over and context.teams

    def prepare(self) -> None:
        self.fields["name"] = forms.CharField(label=pgettext("of a thing", "Name"), max_length=200)
        for number in range(self.context.tournament.settings.team_size):
            label = gettext("Player {number}").format(number=number + 1)
            self.add_choice(self.context.free(), label, f"player{number}")
        self.fields["seed"] = seed_field(gettext("Seed, if any (1 is the best)"))

    def execute(self) -> None:
        players = [UUID(self.values[name]) for name in self.fields if name.startswith("player")]
        name, seed = self.values["name"], self.values["seed"]
        entries.enter_team(**self.latest_target, name=name, player_ids=players, seed=seed)


class CheckIn(TournamentForm):
    slug = "check"
    text = gettext_noop("Check-in")
    section = "buttons"  # the page of people has one for each entrant
    for_officials = True

    def prepare(self) -> None:
        there = self.context.entrants("active", "waiting")
        self.fields["here"] = forms.ChoiceField(
            label=gettext("Checked in"), choices=[("", "–"), *there], required=False
        )
        self.fields["away"] = forms.ChoiceField(
            label=gettext("Not checked in"), choices=[("", "–"), *there], required=False
        )

    def execute(self) -> None:
        for name, present in (("here", True), ("away", False)):
            if self.values[name]:
                entries.check_in(**self.latest_target, entrant=self.values[name], present=present)


class WithdrawEntrant(TournamentForm):
    slug = "withdraw"
    destroys = True
    text = gettext_noop("Withdraw an entrant")
    section = "people"
    for_officials = True

    def prepare(self) -> None:
        self.add_choice(self.context.entrants("active", "waiting"), gettext("Entrant"))
        self.add_checkbox("no_show", gettext("No-show: was drawn but didn’t turn up"))
        self.add_reason(required=False)

    def question(self) -> str:
        return leaving_text(self.context.tournament, self.values["entrant"], self.context.actor)

    def execute(self) -> None:
        who, why, no_show = self.values["entrant"], self.values["reason"], self.values["no_show"]
        entries.withdraw(**self.latest_target, entrant=who, reason=why, no_show=no_show)


class TakeByes(TournamentForm):
    """Officials for any entrant, players for their own."""

    slug = "byes"
    text = gettext_noop("Miss a round")
    section = "people"
    for_officials = True
    for_players = True

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        return bool(context.step.ahead) and bool(cls.choices(context))

    @classmethod
    def choices(cls, context: TournamentContext) -> Choices:
        own = context.tournament.you
        return [pair for pair in context.entrants("active") if context.official or pair[0] in own]

    @property
    def note(self) -> str:
        return gettext("The entrant isn’t drawn for these rounds and has a bye instead.")

    def prepare(self) -> None:
        self.add_choice(self.choices(self.context), gettext("Entrant"))
        self.fields["rounds"] = forms.MultipleChoiceField(
            label=gettext("Rounds"),
            choices=[(str(number), str(number)) for number in self.context.step.ahead],
            widget=forms.CheckboxSelectMultiple,
        )
        worths = [("zero", gettext("zero-point bye"))]
        if self.context.organiser or self.context.tournament.settings.half_byes:
            worths.append(("half", gettext("half-point bye")))
        if self.context.organiser:
            worths.append(("full", gettext("full-point bye")))
        worths.append(("none", gettext("plays after all")))
        self.fields["worth"] = forms.ChoiceField(label=gettext("Bye"), choices=worths)

    def execute(self) -> None:
        entries.take_byes(
            **self.latest_target,
            entrant=self.values["entrant"],
            rounds=[int(number) for number in self.values["rounds"]],
            worth=None if self.values["worth"] == "none" else self.values["worth"],
        )


class EnterGuest(TournamentForm):
    slug = "guest"
    text = gettext_noop("Bring a guest")
    section = "people"
    for_players = True

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        tournament = context.tournament
        return not context.over and bool(tournament.settings.guests and tournament.you) and tournament.phase != "draft"

    def prepare(self) -> None:
        self.fields["name"] = forms.CharField(label=gettext("Name of the guest"), max_length=200)

    @property
    def note(self) -> str:
        return gettext("Somebody who isn’t in the club yet. You can also withdraw your guests.")

    def execute(self) -> None:
        entries.enter_guest(**self.latest_target, name=self.values["name"])


class ReturnEntrant(TournamentForm):
    slug = "return"
    text = gettext_noop("Reinstate an entrant")
    section = "people"
    for_officials = True

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        return not context.over and bool(context.whole("withdrawn"))

    def prepare(self) -> None:
        self.add_choice(self.context.whole("withdrawn"), gettext("Entrant"))

    def execute(self) -> None:
        entries.return_(**self.latest_target, entrant=self.values["entrant"])


class ReplacePlayer(TournamentForm):
    slug = "replace"
    text = gettext_noop("Bring in a substitute")
    section = "people"

    def prepare(self) -> None:
        seated = [
            (f"{each.id} {player.player}", player.name or "")
            for each in self.context.tournament.entrants
            for player in each.players
            if each.status != "withdrawn" or (self.context.teams and player.player in self.context.gone)
        ]
        self.add_choice(seated, gettext("Player to replace"), "out")
        mates = [
            (player.player, gettext("{name} ({team})").format(name=player.name, team=each.name))
            for each in self.context.tournament.entrants
            if each.status != "withdrawn" and len(each.players) > 1
            for player in each.players
            if player.player not in self.context.gone
        ]
        self.add_choice([*self.context.free(), *mates], gettext("Substitute"), "substitute")
        self.add_reason(required=False)

    def execute(self) -> None:
        entrant, out = self.values["out"].split()
        substitute = UUID(self.values["substitute"])
        entries.replace(
            **self.target,
            entrant=entrant,
            out=UUID(out),
            substitute=substitute,
            reason=self.values["reason"],
        )


class SeedField(TournamentForm):
    slug = "seeds"
    text = gettext_noop("Seed the field")
    section = "people"

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        return context.phase in ("draft", "open") and 0 < len(context.tournament.entrants) <= MOST_SEEDS

    def prepare(self) -> None:
        seeds = {each.id: each.seed for each in self.context.tournament.entrants}
        for entrant, name in self.context.entrants("active", "waiting"):
            self.fields[f"seed {entrant}"] = seed_field(name)
            self.fields[f"seed {entrant}"].initial = seeds[entrant]
        remember(self)

    def execute(self) -> None:
        given = {name.removeprefix("seed "): self.values[name] for name in self.fields if name.startswith("seed ")}
        seeds = {entrant: seed for entrant, seed in given.items() if seed is not None}
        entries.give_seeds(**self.target, seeds=seeds)


class KeepApart(TournamentForm):
    slug = "apart"
    text = gettext_noop("Keep two entrants apart")

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        return not context.over and len(context.tournament.entrants) > 1

    def prepare(self) -> None:
        there = self.context.entrants("active", "waiting")
        self.add_choice(there, gettext("Entrant"), "one")
        self.add_choice(there, gettext("Must not meet"), "other")
        if self.context.phase == "running":
            self.add_reason()

    def execute(self) -> None:
        apart = [
            *self.context.tournament.settings.apart,
            [self.values["one"], self.values["other"]],
        ]
        changes, reason = {"apart": apart}, self.values.get("reason", "")
        tournament_settings.change(**self.target, settings=changes, reason=reason)


class LetMeetAgain(TournamentForm):
    """Undoes `KeepApart` for one of the pairs."""

    slug = "together"
    text = gettext_noop("Let two entrants meet again")

    @classmethod
    def fits(cls, context: TournamentContext) -> bool:
        return not context.over and bool(separated_pairs(context))

    def prepare(self) -> None:
        there = [(f"{one.id} {two.id}", f"{one.name} – {two.name}") for one, two in separated_pairs(self.context)]
        self.add_choice(there, gettext("Pair"), "pair")
        if self.context.phase == "running":
            self.add_reason()

    def execute(self) -> None:
        pair = set(self.values["pair"].split())
        left = [each for each in self.context.tournament.settings.apart if set(each) != pair]
        tournament_settings.change(**self.target, settings={"apart": left}, reason=self.values.get("reason", ""))


def separated_pairs(context: TournamentContext) -> list[tuple[EntrantDetail, EntrantDetail]]:
    """The pairs of entrants who are kept apart."""
    known = {each.id: each for each in context.tournament.entrants}
    return [(known[one], known[two]) for one, two in context.tournament.settings.apart]
