"""News in words, in the language that is active, with times by the clocks of the club."""

from collections.abc import Mapping

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from games.errors import gettext_noop
from league.clubs.locales import find_zone
from league.common.translation import moment_text, named_moment_text
from league.notices.queries import News

TITLES: Mapping[str, str] = {
    "seat": gettext_noop("Your seat"),
    "confirmation": gettext_noop("A result waits for your confirmation"),
    "contested": gettext_noop("A result was contested"),
    "appeal": gettext_noop("An appeal was filed"),
    "ruling": gettext_noop("An official has ruled"),
    "place": gettext_noop("You have a place"),
    "tomorrow": gettext_noop("Tomorrow"),
}
TO_COME = ("seat", "tomorrow")


def title(news: News) -> str:
    """The news in a few words, and what they are about."""
    return f"{gettext(TITLES[news.kind])}: {news.name or news.game}"


def sentence(news: News) -> str:
    """The rest of the news: where it is, and who else is there."""
    if news.kind == "place":
        return gettext("You moved up from the waiting list of {tournament}.").format(tournament=news.name)
    if news.kind == "tomorrow" and not news.round:
        return _start(news)
    words = {"round": news.round, "table": news.table, "seat": news.seat, "game": news.game}
    if news.kind == "seat" and news.seat:
        place = gettext("Round {round}, table {table}, seat {seat}.")
    elif news.round:
        place = gettext("Round {round}, table {table}.")
    else:
        place = gettext("A match of {game}.")
    parts = [place.format(**words)]
    if news.others:
        there = gettext("Also at the table: {names}.") if news.seat else gettext("At the table: {names}.")
        parts.append(there.format(names=", ".join(news.others)))
    if news.kind in TO_COME:
        parts.append(_start(news))
    return " ".join(filter(None, parts))


def _start(news: News) -> str:
    """When something begins by the clocks of the club, and where, if that is known."""
    if news.starts is None:
        return news.where
    with timezone.override(find_zone(news.zone)):
        begins = gettext("It begins on {time}.").format(time=moment_text(news.starts))
    return f"{begins} {news.where}".strip()


def when(news: News) -> str:
    """The club, and when it happened by its clocks, unless the news is of something to come."""
    if news.kind in TO_COME:
        return news.club
    with timezone.override(find_zone(news.zone)):
        return f"{news.club}, {named_moment_text(news.at)}"


def news_address(news: News) -> str:
    """The page that the news is about."""
    if news.match:
        return full_address("web:match", news.match)
    if news.tournament:
        return full_address("web:tournament", news.tournament)
    return full_address("web:league", news.league)


def full_address(name: str, *ids: object) -> str:
    """The whole address of a page, for those who read it elsewhere."""
    return f"{settings.PUBLIC_URL}{reverse(name, args=ids)}"
