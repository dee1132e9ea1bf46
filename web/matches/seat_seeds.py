"""What the play page shows before a deal that the seats make together, and the forms that phones send for them.

`seeds.js` fills in and sends the form of a seat by itself. Without scripts a seat leaves its number out.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django import forms
from django.core.validators import RegexValidator
from django.utils.translation import gettext

from games.errors import gettext_noop
from league.matches.services.seat_seeds import commit_seat_seed, omit_seat_seeds, reveal_seat_seed
from web.command_form import CommandForm
from web.matches.move_form import PlayContext
from web.templatetags.words import seat_name

HEX32 = RegexValidator("^[0-9a-f]{64}$")
STATES = {
    "due": gettext_noop("no number yet"),
    "committed": gettext_noop("number chosen"),
    "revealed": gettext_noop("number shown"),
    "omitted": gettext_noop("left out"),
}


def waiting_seats(context: PlayContext) -> list[int]:
    """The seats whose number the deal waits for."""
    return [each.seat for each in context.match.seat_seeds if each.state in ("due", "committed")]


class AddSeed(CommandForm[PlayContext]):
    """The commitment of a seat to its number, or the number once all have committed themselves."""

    slug = "seed"
    text = gettext_noop("Add a number")

    @classmethod
    def fits(cls, context: PlayContext) -> bool:
        return bool(waiting_seats(context))

    def prepare(self) -> None:
        self.fields["seat"] = forms.IntegerField(widget=forms.HiddenInput)
        for name in ("commitment", "seed"):
            self.fields[name] = forms.CharField(widget=forms.HiddenInput, required=False, validators=[HEX32])

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        if not self.errors and bool(found.get("commitment")) == bool(found.get("seed")):
            self.add_error(None, gettext("Send either commitment or seed."))
        return found

    def execute(self) -> None:
        match, values = self.context.match.id, self.values
        seat, actor = values["seat"], self.context.actor
        if values["seed"]:
            reveal_seat_seed(match_id=match, seat=seat, seed=bytes.fromhex(values["seed"]), actor=actor)
        else:
            commit_seat_seed(match_id=match, seat=seat, commitment=values["commitment"], actor=actor)


class OmitSeeds(CommandForm[PlayContext]):
    """The deal is made without the numbers of some seats."""

    slug = "omit"
    text = gettext_noop("Deal without these numbers")

    @classmethod
    def fits(cls, context: PlayContext) -> bool:
        return bool(waiting_seats(context))

    def prepare(self) -> None:
        choices = [(str(seat), seat) for seat in waiting_seats(self.context)]
        self.fields["seats"] = forms.MultipleChoiceField(choices=choices)

    def question(self) -> str:
        match, seats = self.context.match, [int(seat) for seat in self.values["seats"]]
        names = ", ".join(seat_name(match.seats[seat]) for seat in seats)
        text = gettext(
            "The deal is made without a number from: {names}. They then rely on the service and on the others."
        )
        return text.format(names=names)

    def execute(self) -> None:
        seats = [int(seat) for seat in self.values["seats"]]
        omit_seat_seeds(match_id=self.context.match.id, seats=seats, actor=self.context.actor)


class SeatSeedLine(NamedTuple):
    """A seat before the deal: its name, in words what it has added, and its form, if it is the reader's."""

    seat: int
    name: str
    state: str
    words: str
    form: AddSeed | None
    commitment: str
    shown: str


class JointDeal(NamedTuple):
    """What the page shows of a deal that is made together.

    `reveals`: whether every seat has chosen its number. `own`: seats of the reader that are waited for. `missing`:
    those of others that an official may leave out: who has chosen no number, or, once all have, who has not shown it.
    """

    seal: str
    waits: bool
    reveals: bool
    lines: Sequence[SeatSeedLine]
    own: Sequence[int]
    missing: Sequence[int]
    omit: OmitSeeds


def joint_deal(context: PlayContext) -> JointDeal | None:
    """The deal of the match, if its seats add numbers to it."""
    match, waiting = context.match, waiting_seats(context)
    if not match.seat_seeds:
        return None
    lines = [
        SeatSeedLine(
            each.seat,
            seat_name(match.seats[each.seat]),
            each.state,
            gettext(STATES[each.state]),
            AddSeed(context, seat=each.seat) if each.seat in match.you and each.seat in waiting else None,
            each.commitment or "",
            each.seed or "",
        )
        for each in match.seat_seeds
    ]
    own = [seat for seat in waiting if seat in match.you]
    late = [each.seat for each in match.seat_seeds if each.state == "due"] or waiting
    return JointDeal(
        seal=match.seed_hash or "",
        waits=bool(waiting),
        reveals=all(each.state != "due" for each in match.seat_seeds),
        lines=lines,
        own=own,
        missing=[seat for seat in late if seat not in own] if context.actor.official(match.club) else [],
        omit=OmitSeeds(context),
    )
