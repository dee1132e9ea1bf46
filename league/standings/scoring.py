"""What one table gives to each of its entrants, in parts with their reasons."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from games.errors import gettext_noop
from league.common.exact import Exact, exact, plain, ratio
from league.seating.types import Sentence
from league.standings.scoring_rules import Scoring, Unplayed
from league.standings.types import GameFigures, Outcome, TableResult, Worth

WIN, DRAW, LOSS = 2, 1, 0  # in halves
COUNTING = frozenset({Outcome.REPORTED, Outcome.CONFIRMED, Outcome.FORFEIT, Outcome.BYE})


class ItemKind(StrEnum):
    """How an entrant got its result of a round."""

    PLAYED = "played"
    BYE = "bye"  # given by the draw, or a full point taken in advance
    HALF_BYE = "half_bye"  # taken in advance
    ZERO_BYE = "zero_bye"
    WALKOVER = "walkover"  # the others did not come
    FORFEIT = "forfeit"
    DOUBLE_FORFEIT = "double_forfeit"
    LATE = "late"
    LEFT = "left"
    MISSED = "missed"


# reasons for not playing a round that are the entrant's own doing
VOLUNTARY = frozenset(ItemKind) - {ItemKind.PLAYED, ItemKind.BYE, ItemKind.WALKOVER}

UNPLAYED_TEXTS = {
    ItemKind.BYE: gettext_noop("bye"),
    ItemKind.HALF_BYE: gettext_noop("half-point bye"),
    ItemKind.ZERO_BYE: gettext_noop("zero-point bye"),
    ItemKind.WALKOVER: gettext_noop("won by walkover"),
    ItemKind.FORFEIT: gettext_noop("lost by forfeit"),
    ItemKind.DOUBLE_FORFEIT: gettext_noop("nobody showed up"),
    ItemKind.LATE: gettext_noop("round before entering"),
    ItemKind.LEFT: gettext_noop("round after withdrawing"),
    ItemKind.MISSED: gettext_noop("missed round"),
}


class Part(NamedTuple):
    """What a table, or a limit or bonus at it, adds to a score."""

    what: Sentence
    value: Exact


class Met(NamedTuple):
    """An opponent at a table, and the result of the meeting: 2, 1 or 0 halves."""

    id: str
    halves: int


@dataclass(slots=True)
class Item:
    """One table of one entrant, or a round without one (`table` None)."""

    how: ItemKind
    round: int
    table: int | None
    seat: int
    size: int  # of the table as it was drawn
    parts: Sequence[Part]
    score: Exact  # the parts together
    points: Exact  # as the game counts them
    wins: Exact  # games won
    share: Exact = 0  # of a round without play
    met: tuple[Met, ...] = ()
    due: tuple[str, ...] = ()  # the others at a table that was lost or won without play
    against: int = 0  # the sum of the scores of those met, in the field's unit
    beaten: int = 0  # the same, each times the halves against it
    won: bool = False  # the table, perhaps shared
    alone: bool = False  # won the table, not shared, or as a team
    players: int = 0  # those who came to a table that was played
    total: int = 0  # their points
    counted: bool = True
    own_doing: bool = False  # not played by the entrant's own doing
    games: tuple[Exact, ...] = ()  # what each game gave, where each counts by itself


class Figures(NamedTuple):
    """What a round without play adds to an item besides its own numbers."""

    score: Exact
    points: Exact
    wins: Exact


def last_figures(played: Sequence[Item], scoring: Scoring) -> Figures:
    """The worst score, points and games won among items that were *played*, of which there is one at least."""
    points = [item.points for item in played]
    return Figures(
        min(item.score for item in played),
        max(points) if scoring.fewest else min(points),
        min(item.wins for item in played),
    )


def add_figures(item: Item, figures: Figures, why: str, **params: int) -> None:
    """Add *figures* to an item, with *why* as the reason."""
    item.parts = (*item.parts, Part(Sentence(why, {**params}), figures.score))
    item.score = plain(item.score + figures.score)
    item.points = plain(item.points + figures.points)
    item.wins = plain(item.wins + figures.wins)


def items(table: TableResult, scoring: Scoring) -> Iterator[tuple[str, Item]]:
    """Entrants and what *table* gives them. Nothing while its result does not count."""
    if table.outcome not in COUNTING:
        return
    known = bool(table.points or table.wins or table.winners)
    if table.outcome == Outcome.BYE:
        how, rule = _bye_rule(table.bye, scoring)
        if rule is not None:
            yield table.entrants[0], _unplayed_at_table(how, table, 0, rule)
    elif table.outcome == Outcome.FORFEIT or known:
        yield from _items_of_present(table, scoring, known=known)


def _bye_rule(worth: Worth | None, scoring: Scoring) -> tuple[ItemKind, Unplayed | None]:
    """What a bye is, and what it counts as; None: nothing. A zero-point bye is a missed round."""
    match worth:
        case "half":
            return ItemKind.HALF_BYE, scoring.half_point
        case "zero":
            return ItemKind.ZERO_BYE, scoring.missed
        case _:
            return ItemKind.BYE, scoring.bye


def _items_of_present(table: TableResult, scoring: Scoring, *, known: bool) -> Iterator[tuple[str, Item]]:
    """Those present played if a result is *known* and they were enough. Otherwise they have a walkover."""
    present = [seat for seat in range(len(table.entrants)) if seat not in table.absent]
    absent = _absent_items(table, present, scoring)
    if known and (len(present) == len(table.entrants) or len(present) > 1 or scoring.by == "team"):
        played = list(_played_items(table, present, scoring))
        stayed = [item for _, item in played]
        yield from (_limit_absentee(each, stayed, table, scoring) for each in absent)
        yield from played
        return
    yield from absent
    for seat in present:
        met = _beaten_absentees(table, scoring)
        yield table.entrants[seat], _unplayed_at_table(ItemKind.WALKOVER, table, seat, scoring.walkover, met)


def unplayed_item(
    how: ItemKind, round_: int, rule: Unplayed, table: int | None = None, *, seat: int = 0, size: int = 0
) -> Item:
    """A round without play, scored by *rule*."""
    score = exact(rule.score)
    parts = (Part(Sentence(UNPLAYED_TEXTS[how]), score),)
    points, wins, share = exact(rule.points), exact(rule.wins), exact(rule.share)
    return Item(how, round_, table, seat, size, parts, score, points, wins, share, own_doing=how in VOLUNTARY)


def _unplayed_at_table(how: ItemKind, table: TableResult, seat: int, rule: Unplayed, met: tuple[Met, ...] = ()) -> Item:
    item = unplayed_item(how, table.round, rule, table.table, seat=seat, size=len(table.entrants))
    item.met = met
    if how != ItemKind.BYE:
        item.due = tuple(other for place, other in enumerate(table.entrants) if place != seat)
    return item


def _absent_items(table: TableResult, present: Sequence[int], scoring: Scoring) -> Iterator[tuple[str, Item]]:
    how, rule = (ItemKind.FORFEIT, scoring.forfeit) if present else (ItemKind.DOUBLE_FORFEIT, scoring.double_forfeit)
    for seat in sorted(table.absent):
        others = (other for place, other in enumerate(table.entrants) if place != seat)
        lost = tuple(Met(other, LOSS) for other in others) if scoring.forfeits_met else ()
        yield table.entrants[seat], _unplayed_at_table(how, table, seat, rule, lost)


def _limit_absentee(
    given: tuple[str, Item], stayed: Sequence[Item], table: TableResult, scoring: Scoring
) -> tuple[str, Item]:
    """The item of an absentee where the others played: that of a forfeit, but no more than any player who stayed has.

    Players who left after a game also have no more than they had then. So leaving, or not coming, never keeps a lead,
    and never avoids what the others lose later. With `forfeit_as` "last", that limit is what the forfeit's numbers are
    added to.

    Example: three play for points, A leaves at +20, and B and C end at -5 and -15. A gets -15, not +20.
    """
    entrant, item = given
    if not stayed:
        return given
    limit = last_figures(stayed, scoring)
    if item.seat in table.left:
        limit = _limit_leaver(limit, table, item.seat, scoring)
    if scoring.forfeit_as == "last":
        add_figures(item, limit, gettext_noop("as the last of the table"))
        return entrant, item
    if limit.score < item.score:
        text = gettext_noop("no more than any player who stayed at the table")
        item.parts = (*item.parts, Part(Sentence(text), plain(limit.score - item.score)))
        item.score = limit.score
    item.points = max(item.points, limit.points) if scoring.fewest else min(item.points, limit.points)
    item.wins = min(item.wins, limit.wins)
    return entrant, item


def _limit_leaver(limit: Figures, table: TableResult, seat: int, scoring: Scoring) -> Figures:
    """The limit for a seat that left after a game: also no more than it had then."""
    score, had = limit.score, _seat_figure(table.points, seat)
    if scoring.by in ("points", "games"):
        score = min(score, plain(sum(part.value for part in _parts(table, seat, scoring, (), {}))))
    points = max(limit.points, had) if scoring.fewest else min(limit.points, had)
    return Figures(score, points, min(limit.wins, _seat_figure(table.wins, seat)))


def _beaten_absentees(table: TableResult, scoring: Scoring) -> tuple[Met, ...]:
    return tuple(Met(table.entrants[seat], WIN) for seat in sorted(table.absent)) if scoring.forfeits_met else ()


def _played_items(table: TableResult, present: Sequence[int], scoring: Scoring) -> Iterator[tuple[str, Item]]:
    keys = {seat: _key(table, seat, scoring) for seat in present}
    places = scoring.places(len(table.entrants)) if scoring.by == "ranks" else ()
    beaten = _beaten_absentees(table, scoring)
    total = sum(_seat_figure(table.points, seat) for seat in present)
    for seat in present:
        parts = _parts(table, seat, scoring, places, keys)
        met = () if scoring.by == "team" else (*_meetings(table, seat, keys), *beaten)
        won = seat in table.winners
        item = Item(
            ItemKind.PLAYED,
            table.round,
            table.table,
            seat,
            len(table.entrants),
            parts,
            parts[0].value if len(parts) == 1 else plain(sum(part.value for part in parts)),
            _seat_figure(table.points, seat),
            _seat_figure(table.wins, seat),
            won=won,
            alone=won and (scoring.by == "team" or len(table.winners) == 1),
            players=len(present),
            total=total,
            met=met,
            games=_game_scores(table, seat, scoring) if scoring.each_game else (),
        )
        yield table.entrants[seat], item


_Key = tuple[int, ...]


def _key(table: TableResult, seat: int, scoring: Scoring) -> _Key:
    """The larger, the better the place at the table."""
    points = -_seat_figure(table.points, seat) if scoring.fewest else _seat_figure(table.points, seat)
    return (
        (points,) if scoring.order == "points" else (int(seat in table.winners), _seat_figure(table.wins, seat), points)
    )


def _meetings(table: TableResult, seat: int, keys: dict[int, _Key]) -> Iterator[Met]:
    mine = keys[seat]
    for other, key in keys.items():
        if other != seat:
            yield Met(table.entrants[other], WIN if mine > key else LOSS if mine < key else DRAW)


def _parts(
    table: TableResult, seat: int, scoring: Scoring, places: Sequence[Exact], keys: dict[int, _Key]
) -> tuple[Part, ...]:
    base = _base_part(table, seat, scoring, places, keys)
    if scoring.each_game:
        return _join_parts(base, [_game_parts(game, seat, scoring) for game in _games(table)])
    parts = [base, *_limit_parts(base.value, scoring)]
    if scoring.game_bonus and (wins := _seat_figure(table.wins, seat)):
        text = gettext_noop("bonus for games won: {count}")
        parts.append(Part(Sentence(text, {"count": wins}), plain(wins * exact(scoring.game_bonus))))
    if scoring.table_bonus and seat in table.winners:
        parts.append(Part(Sentence(gettext_noop("bonus for winning the table")), exact(scoring.table_bonus)))
    if scoring.place_bonus and seat in keys:
        parts += _place_bonus(seat, keys, scoring)
    return tuple(parts)


def _limit_parts(value: Exact, scoring: Scoring) -> Iterator[Part]:
    """What the limits change at the *value* of a table, or of a game where each counts by itself."""
    if scoring.most is not None and value > (most := exact(scoring.most)):
        text = gettext_noop("a table gives at most {most}")
        if scoring.each_game:
            text = gettext_noop("a game gives at most {most}")
        yield Part(Sentence(text, {"most": str(most)}), most - value)
    if scoring.least is not None and value < (least := exact(scoring.least)):
        text = gettext_noop("a table gives at least {least}")
        if scoring.each_game:
            text = gettext_noop("a game gives at least {least}")
        yield Part(Sentence(text, {"least": str(least)}), least - value)


def _place_bonus(seat: int, keys: Mapping[int, tuple[int, ...]], scoring: Scoring) -> Iterator[Part]:
    """The bonus for the place by *keys*. Those who share places share it."""
    above, level = _count_above_and_tied(seat, keys)
    given = [exact(number) for number in scoring.place_bonus[above : above + level]]
    if bonus := ratio(sum(given), level):
        text = gettext_noop("bonus for places in games") if scoring.each_game else gettext_noop("bonus for the place")
        yield Part(Sentence(text), bonus)


def _games(table: TableResult) -> Sequence[GameFigures]:
    """The games of a table. If single games are not known, all count as one."""
    return table.each or (GameFigures(table.points, table.winners, table.absent - table.left),)


def _game_parts(game: GameFigures, seat: int, scoring: Scoring) -> list[Part]:
    """What a game gives besides its points. Nothing to seats that did not play it."""
    if seat in game.absent:
        return []
    sign = -1 if scoring.fewest else 1
    signed = [sign * points for points in game.points]
    keys = {at: (int(at in game.winners), each) for at, each in enumerate(signed) if at not in game.absent}
    parts = [*_limit_parts(_seat_figure(signed, seat), scoring), *_place_bonus(seat, keys, scoring)]
    if scoring.game_bonus and seat in game.winners:
        parts.append(Part(Sentence(gettext_noop("bonus for games won")), exact(scoring.game_bonus)))
    return parts


def _join_parts(base: Part, games: Iterable[Sequence[Part]]) -> tuple[Part, ...]:
    """*base* and the parts of all games, with one part for each reason."""
    found: dict[str, Part] = {}
    for part in (part for game in games for part in game):
        before = found.get(part.what.text, Part(part.what, 0))
        found[part.what.text] = Part(part.what, plain(before.value + part.value))
    return (base, *found.values())


def _game_scores(table: TableResult, seat: int, scoring: Scoring) -> tuple[Exact, ...]:
    """What each game gave to a seat that played it, where each counts by itself."""
    sign = -1 if scoring.fewest else 1
    return tuple(
        plain(sign * _seat_figure(game.points, seat) + sum(part.value for part in _game_parts(game, seat, scoring)))
        for game in _games(table)
        if seat not in game.absent
    )


def _base_part(table: TableResult, seat: int, scoring: Scoring, places: Sequence[Exact], keys: dict[int, _Key]) -> Part:
    won = seat in table.winners
    match scoring.by:
        case "ranks":
            return _place_part(seat, scoring, places, keys)
        case "points":
            points = _seat_figure(table.points, seat)
            return Part(Sentence(gettext_noop("game points")), -points if scoring.fewest else points)
        case "games":
            return Part(Sentence(gettext_noop("games won")), _seat_figure(table.wins, seat))
        case "matches" if won and len(table.winners) > 1:
            text = gettext_noop("table win shared with others: {count}")
            return Part(Sentence(text, {"count": len(table.winners) - 1}), ratio(1, len(table.winners)))
        case "matches" | "team" if won:
            return Part(Sentence(gettext_noop("table won")), 1)
        case _:
            return Part(Sentence(gettext_noop("table not won")), 0)


def _place_part(seat: int, scoring: Scoring, places: Sequence[Exact], keys: dict[int, _Key]) -> Part:
    above, level = _count_above_and_tied(seat, keys)
    params: dict[str, str | int] = {"place": above + 1, "size": len(places)}
    if level == 1:
        return Part(Sentence(gettext_noop("place {place} of {size}"), params), places[above])
    shared = Sentence(gettext_noop("places {place} to {last} of {size}, shared"), {**params, "last": above + level})
    if scoring.draw is not None and len(places) == 2:
        return Part(shared, exact(scoring.draw))
    return Part(shared, ratio(sum(places[above : above + level]), level))


def _count_above_and_tied(seat: int, keys: Mapping[int, tuple[int, ...]]) -> tuple[int, int]:
    """How many have a better place, and how many share this one."""
    mine = keys[seat]
    return sum(key > mine for key in keys.values()), sum(key == mine for key in keys.values())


def _seat_figure(figures: Sequence[int], seat: int) -> int:
    return figures[seat] if seat < len(figures) else 0
