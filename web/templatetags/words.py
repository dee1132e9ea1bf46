"""Games, matches, tournaments, times and authors in words."""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from django import template
from django.utils.formats import date_format
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime
from django.utils.translation import get_language, gettext

from games.engine import Labels
from games.errors import gettext_noop
from league import __version__
from league.clubs.people_import.preview import RowPreview
from league.common.translation import moment_text, named_moment_text, translate, translate_phrase
from league.history.authors import Author, Role
from league.matches.queries.detail import LevelProposal
from league.matches.queries.list import MatchSeat
from league.matches.queries.replay import Frame, Step
from league.tournaments.queries.detail import EntrantDetail
from league.tournaments.queries.next_steps import Companion
from league.tournaments.queries.rounds import RoundBye, TableSeat
from web.clubs.people_forms import ROLES
from web.matches.recording import RECORDED

register = template.Library()

LETTERS_ACROSS = 32  # of small type, beside a first column, on a phone of 360 pixels


BYES: Mapping[str, str] = {
    "full": gettext_noop("full-point bye"),
    "half": gettext_noop("half-point bye"),
    "zero": gettext_noop("zero-point bye"),
}


@register.filter
def bye(worth: str) -> str:
    """What a bye that was taken in advance is called."""
    return gettext(BYES[worth])


@register.filter
def role(name: str) -> str:
    """What a role in a club is called."""
    return str(ROLES[name])


register.filter("phrase", translate_phrase)


@register.filter("words")
def step_text(step: Step) -> str:
    """A step of a replay as a sentence in the reader's language."""
    return translate(step.message, step.params)


@register.filter
def position(frame: Frame, seats: Sequence[MatchSeat]) -> str | SafeString:
    """The position of a frame of a replay as plain HTML, whatever the game, in the reader's language."""
    return position_html(frame.position, frame.labels, seats)


def position_html(value: Any, labels: Labels, seats: Sequence[MatchSeat]) -> str | SafeString:
    """A position as plain HTML; players stand for their seats."""
    if not isinstance(value, Mapping):
        return _value_html(value, labels, seats, labels.codes)
    rows = ((label_text(key, labels), part_html(key, each, labels, seats)) for key, each in value.items())
    return format_html("<dl>{}</dl>", format_html_join("", "<div><dt>{}</dt><dd>{}</dd></div>", rows))


def part_html(key: str, value: Any, labels: Labels, seats: Sequence[MatchSeat]) -> str | SafeString:
    """What stands under *key* in a position."""
    if key in labels.seats:
        held = value if isinstance(value, list | tuple) else [] if value is None else [value]
        return format_html_join(" ", "<span>{}</span>", ((_seat_label(seat, seats),) for seat in held)) or "–"
    if key in labels.by_seat and isinstance(value, list | tuple) and len(value) == len(seats):
        rows = ((seat_label(seat), position_html(each, labels, seats)) for seat, each in zip(seats, value, strict=True))
        return format_html('<dl class="seats">{}</dl>', format_html_join("", "<div><dt>{}</dt><dd>{}</dd></div>", rows))
    return _value_html(value, labels, seats, labels.reasons if key == "reason" else labels.codes)


def _seat_label(seat: Any, seats: Sequence[MatchSeat]) -> str | SafeString:
    return seat_label(seats[seat]) if isinstance(seat, int) and 0 <= seat < len(seats) else str(seat)


def _value_html(value: Any, labels: Labels, seats: Sequence[MatchSeat], codes: Mapping[str, str]) -> str | SafeString:
    """Lists in a row; *codes* are messages for words among the values."""
    if isinstance(value, Mapping):
        return position_html(value, labels, seats)
    if isinstance(value, list | tuple):
        parts = ((_value_html(each, labels, seats, codes),) for each in value)
        if any(isinstance(each, list | tuple | Mapping) or each is None for each in value):
            return format_html("<ol>{}</ol>", format_html_join("", "<li>{}</li>", parts))
        return format_html_join(" ", "<span>{}</span>", parts) or "–"
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return "–" if value is None else _code(value, codes)


def label_text(key: str, labels: Labels) -> str:
    """What a part of a position is called."""
    return gettext(labels.keys[key]) if key in labels.keys else key.replace("_", " ")


def _code(value: int | str, codes: Mapping[str, str]) -> str:
    return gettext(codes[value]) if isinstance(value, str) and value in codes else str(value)


@register.filter
def seat_name(seat: MatchSeat) -> str:
    """The name at a seat, or the seat's number."""
    return seat.name or seat_number(seat.seat)


def seat_number(seat: int) -> str:
    """What a seat without a name is called. People count seats from 1, records and code from 0."""
    return gettext("Seat {seat}").format(seat=seat + 1)


@register.filter("recording")
def recording_name(proposal: LevelProposal) -> str:
    """What is recorded, and who deals, as the form that asks for it says it."""
    return next(each.name for each in RECORDED if each.value == f"{proposal.level} {proposal.dealing}")


@register.filter("crowded")
def lacks_room(names: Sequence[MatchSeat | TableSeat | str]) -> bool:
    """Whether names at the heads of columns would have to break inside words on a phone."""
    words = [word for each in names for word in re.split(r"[\s-]", each if isinstance(each, str) else each.name or "")]
    return len(names) * max(map(len, words), default=0) > LETTERS_ACROSS


@register.filter("named")
def seat_label(seat: MatchSeat) -> SafeString:
    """The name at a seat with the seat's number."""
    name = format_html("<bdi>{}</bdi>", seat_name(seat))
    return format_html("{} ({})", name, seat.seat + 1) if seat.name else name


@register.filter("entrant")
def entrant_name(who: TableSeat | RoundBye | Companion | EntrantDetail) -> SafeString:
    """The name of an entrant; of a stand-in, with that of the entrant; of a team, with those who sit for it."""
    name = _name_element(who.stand_in or who.name)
    if who.stand_in:
        text = gettext("for <bdi>%(entrant)s</bdi>") % {"entrant": escape(who.name)}
        return mark_safe(f"{name} ({text})")  # noqa: S308 - see below
    if getattr(who, "team", False) and who.players:
        return mark_safe(f"{name} ({', '.join(_name_element(player.name) for player in who.players)})")  # noqa: S308 - see below
    return mark_safe(name)  # noqa: S308 - names are escaped


def _name_element(name: str | None) -> str:
    """A name in an element of its own, which its direction of writing doesn't leave."""
    return f"<bdi>{escape(name)}</bdi>"


_OUTCOMES = {
    "unplayed": gettext_noop("No complete result yet"),
    "reported": gettext_noop("Reported, not confirmed yet"),
    "confirmed": gettext_noop("Confirmed"),
    "contested": gettext_noop("Contested – doesn’t count until settled"),
    "forfeit": gettext_noop("Forfeit"),
    "void": gettext_noop("Void – doesn’t count"),
    "bye": gettext_noop("Bye"),
}


@register.filter
def outcome(code: str) -> str:
    """How a match stands, in words."""
    return gettext(_OUTCOMES[code])


_PHASES = {
    "draft": gettext_noop("in preparation"),
    "open": gettext_noop("open for entries"),
    "running": gettext_noop("in progress"),
    "finished": gettext_noop("finished"),
    "given_up": gettext_noop("discarded as a draft"),
}


@register.filter
def phase(code: str) -> str:
    """How far a tournament is, in words."""
    return gettext(_PHASES[code])


@register.filter
def moment(at: datetime) -> SafeString:
    """A time to the minute, in the zone that the foot of the page names."""
    return _time_element(at, moment_text(at))


@register.filter
def day_and_time(at: datetime) -> SafeString:
    """A time to come, with its weekday. For a reader in another zone, `live.js` adds their own time."""
    return _own_time(at, moment_text(at, "l, j E Y, H:i" if get_language() == "ru" else "l j F Y, H:i"))


@register.filter
def limit(at: datetime) -> SafeString:
    """A time from or until which something may be done, to stand inside a sentence."""
    return _own_time(at, moment_text(at, "j E Y, H:i" if get_language() == "ru" else "j F Y, H:i"))


def _own_time(at: datetime, shown: str) -> SafeString:
    local = localtime(at)
    minutes = int((local.utcoffset() or timedelta(0)).total_seconds() // 60)
    return format_html(
        '<time datetime="{}" data-offset="{}" data-own="{}">{}</time>',
        at.astimezone(UTC).isoformat(),
        minutes,
        gettext("your time: {time}"),
        shown,
    )


@register.filter
def end_text(starts: datetime, ends: datetime) -> SafeString:
    """When something ends: the time of day, if it is the day on which it starts."""
    same = localtime(starts).date() == localtime(ends).date()
    return hour(ends) if same else day_and_time(ends)


@register.filter
def second(at: datetime) -> SafeString:
    """A time to the second, with its zone."""
    return _time_element(at, named_moment_text(at))


@register.filter
def hour(at: datetime) -> SafeString:
    """The time of day."""
    return _time_element(at, moment_text(at, "H:i"))


def _time_element(at: datetime, shown: str) -> SafeString:
    """A time as it is *shown*. Unless that is UTC, its title has the time in UTC."""
    exact = at.astimezone(UTC)
    if shown.endswith(" UTC"):
        return format_html('<time datetime="{}">{}</time>', exact.isoformat(), shown)
    title = f"{date_format(exact, 'SHORT_DATETIME_FORMAT')} UTC"
    return format_html('<time datetime="{}" title="{}">{}</time>', exact.isoformat(), title, shown)


@register.filter("at")
def item(row: Any, index: Any) -> Any:
    """The item of *row* at *index*."""
    return row[index]


@register.filter("decided")
def row_decision(row: RowPreview, sent: Mapping[str, str]) -> str | None:
    """What was chosen for the row of a list before it was refused."""
    return sent.get(f"row-{row.line}")


_ROLES: dict[Role, str] = {
    "organiser": gettext_noop("an organiser"),
    "arbiter": gettext_noop("an arbiter"),
    "scorekeeper": gettext_noop("a scorekeeper"),
    "player": gettext_noop("a player"),
    "service": gettext_noop("the service itself"),
}


@register.filter
def who(by: Author) -> str:
    """Who did it, as far as the reader may know, else nothing."""
    if by.you:
        return gettext("you")
    if by.role is None or (by.role == "player" and by.name):
        return by.name or ""
    role = gettext(_ROLES[by.role])
    return role if by.name is None else f"{role} ({by.name})"


@register.simple_tag
def version() -> str:
    """The version of the service."""
    return __version__
