"""How a match is recorded, in words: the ways to choose from, and what a choice means for the people at the table."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext

from games.errors import gettext_noop
from league.clubs.queries import players_without_account

TOGETHER, BY_SERVICE = "full joint", "full server"
BY_PHONES = (TOGETHER, BY_SERVICE)


@dataclass(frozen=True, slots=True)
class Recording:
    """A way of recording: `value` is level and who deals. `scribe`: whether an official writes down the moves."""

    value: str
    name_message: str
    about_message: str
    scribe: bool

    @property
    def name(self) -> str:
        return gettext(self.name_message)

    @property
    def about(self) -> str:
        return gettext(self.about_message)


RECORDED = (
    Recording(
        "score table",
        gettext_noop("results only"),
        gettext_noop("You play with the real game and enter the results."),
        scribe=False,
    ),
    Recording(
        TOGETHER,
        gettext_noop("everything, dealt together"),
        gettext_noop(
            "You play on your phones. Everyone at the table needs an account, or a link from an official. Each phone "
            "adds a number to the deal, so nobody can choose it."
        ),
        scribe=False,
    ),
    Recording(
        BY_SERVICE,
        gettext_noop("everything, dealt by the service"),
        gettext_noop("As before, but the service deals alone, at once, without waiting for phones."),
        scribe=False,
    ),
    Recording(
        "open table",
        gettext_noop("what the table sees"),
        gettext_noop("You play with the real game, and an official writes down every move."),
        scribe=True,
    ),
    Recording(
        "full table",
        gettext_noop("everything, dealt at the table"),
        gettext_noop("As before, with the hands as well. It takes a scribe who doesn’t play."),
        scribe=True,
    ),
)


def account_error(seats: Sequence[UUID | str | None], *, official: bool) -> str:
    """Why a player can't have the service deal to these people: nobody could move for those without an account.

    Empty if it can be done, and for an *official*, who gives them links.
    """
    away = [] if official else _people_without_account(seats)
    text = gettext("Without an account nobody can move for them: {names}. Record the results only, or ask an official.")
    return text.format(names=", ".join(away)) if away else ""


def link_text(seats: Sequence[UUID | str | None]) -> str:
    """Who of these people needs a link from an official if the service deals. Empty if nobody does."""
    idle = _people_without_account(seats)
    text = gettext("People without an account need a link for their seat, which you open on the match page: {names}.")
    return text.format(names=", ".join(idle)) if idle else ""


def _people_without_account(seats: Sequence[UUID | str | None]) -> list[str]:
    away = players_without_account([player for player in seats if player is not None])
    return away + [gettext("an unnamed player")] * seats.count(None)


def idle_players_text(players: Collection[UUID | str]) -> str:
    """What it means for those of the *players* who have no account if the service deals. Empty if all have one."""
    text = gettext(
        "The service deals, and nobody can move for people without an account: {names}. "
        "Invite them, hand out links for their seats, or change how their match is recorded before its first move."
    )
    idle = players_without_account(players)
    return text.format(names=", ".join(idle)) if idle else ""


def consequence(value: str, *, plays: bool, official: bool) -> str:
    """What choosing this way means for a match, before it is chosen by somebody who *plays* or is an *official*."""
    if value == "score table":
        return gettext("From now on only results are entered. Moves can no longer be recorded.")
    parts = [gettext("From now on every move is recorded, and results follow from the moves. They can’t be typed in.")]
    if value == BY_SERVICE:
        parts.append(gettext("The service deals now. Each player moves on their own phone."))
    elif value == TOGETHER:
        parts.append(
            gettext("The game is dealt once everybody has the play page open. Each player moves on their own phone.")
        )
    elif not official:
        parts.append(gettext("An official of the club has to write down the moves."))
    elif plays and value == "full table":
        parts.append(gettext("You have a seat, so another official has to write down the deal and the moves."))
    if value in BY_PHONES and not official:
        parts.append(gettext("Until the first move, an official can change this, and so can all of you together."))
    else:
        parts.append(gettext("You can change this until the first move."))
    return " ".join(parts)
