"""What a table is worth in the standings, as settings. docs/standings.md explains them to organisers."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Annotated, Literal, NamedTuple, TypeAlias, get_args

import msgspec
from msgspec import Meta

from games.errors import Phrase, quote
from league.common.exact import Exact, Number, exact, exact_text, ratio
from league.seating.types import Value
from league.standings.errors import BadScoring

LARGEST_TABLE = 100
LARGEST_NUMBER = 10**6  # that an organiser may set, which keeps sums of a season exact in every reader
LARGEST_DENOMINATOR = 1000
MOST_ROUNDS = 1000


class Unplayed(Value, frozen=True):
    """What a round without play counts as: score, game points, games won, and a share of a meeting."""

    score: Number = 0
    points: Number = 0
    wins: Number = 0
    share: Annotated[
        Number, Meta(description='1 as a win, "1/2" as a draw, 0 as a loss, for tie-breaks that look at opponents.')
    ] = 0


WorthAs: TypeAlias = Literal["average", "fixed", "last"]  # what a round without play is worth; as in seasons
WORTHS_AS: tuple[WorthAs, ...] = get_args(WorthAs)
LOST = Unplayed()
WON = Unplayed(share=1)
_RANKS = """Points by place, first place first, by table size. A table of another size takes the list of the next larger
one, or of the largest; a place beyond the list takes its last. Without lists a place gives as many points as there are
places behind it."""
_BY = """What a played table gives. `ranks`: points by place, where shared places share their points equally; `points`:
the points of the game; `games`: games won; `matches`: 1 for winning the table, shared equally by the winners; `team`: 1
if the team won, and nobody at the table is an opponent."""
_AS = """What such a round is worth. `fixed`: the numbers of `{name}`; `average`: the average of the entrant's played
rounds; `last`: what the last of the round got, plus the numbers of `{name}`, which cannot be better than none."""


class Scoring(Value, frozen=True):
    """How standings count. A key that is left out has its default."""

    by: Annotated[Literal["ranks", "points", "games", "matches", "team"], Meta(description=_BY)]
    ranks: Annotated[dict[str, tuple[Number, ...]], Meta(description=_RANKS)] = {}
    draw: Annotated[
        Number | None, Meta(description="What each gets in a tie at a table of two. null: half of both places.")
    ] = None
    order: Annotated[
        Literal["match", "points"],
        Meta(
            description="What makes a place. `match`: who won it, then games won, then points; `points`: only points."
        ),
    ] = "match"
    fewest: Annotated[bool, Meta(description="Fewer points are better, and count negative.")] = False
    most: Annotated[Number | None, Meta(description="The most that a table gives, without bonuses.")] = None
    least: Annotated[Number | None, Meta(description="The least that a table gives, without bonuses.")] = None
    place_bonus: Annotated[
        tuple[Number, ...],
        Meta(description="Added by place, first place first. Tied entrants share their bonuses. Further places get 0."),
    ] = ()
    each_game: Annotated[
        bool,
        Meta(description="With `points`: `most`, `least` and `place_bonus` apply to each game, not to the table."),
    ] = False
    game_bonus: Annotated[Number, Meta(description="For each game won.")] = 0
    table_bonus: Annotated[Number, Meta(description="For winning the table, in full to each who shares the win.")] = 0
    drop: Annotated[int, Meta(description="How many of the worst results do not count, while one is left.")] = 0
    best: Annotated[int | None, Meta(description="How many of the best results count. null: all.")] = None
    bye: Annotated[Unplayed, Meta(description="No opponent.")] = WON
    half_bye: Annotated[
        Unplayed | None, Meta(description="A half-point bye, taken in advance. null: half of what a bye gives.")
    ] = None
    walkover: Annotated[Unplayed, Meta(description="The others did not come.")] = WON
    forfeit: Annotated[Unplayed, Meta(description="Did not come.")] = LOST
    double_forfeit: Annotated[Unplayed, Meta(description="Nobody came.")] = LOST
    late: Annotated[Unplayed | None, Meta(description="Rounds before entering. null: they do not count.")] = None
    left: Annotated[Unplayed | None, Meta(description="Rounds after leaving. null: they do not count.")] = None
    missed: Annotated[
        Unplayed | None, Meta(description="Rounds without a table in between. null: they do not count.")
    ] = None
    forfeit_as: Annotated[
        Literal["fixed", "last"],
        Meta(
            description="What `forfeit` and `double_forfeit` are worth. `fixed`: their numbers; `last`: what the last "
            "of the table got, or of the round if nobody played there, plus their numbers, which cannot be better than "
            "none."
        ),
    ] = "fixed"
    late_as: Annotated[WorthAs, Meta(description=_AS.format(name="late"))] = "fixed"
    left_as: Annotated[WorthAs, Meta(description=_AS.format(name="left"))] = "fixed"
    missed_as: Annotated[WorthAs, Meta(description=_AS.format(name="missed"))] = "fixed"
    stand_in: Annotated[
        bool,
        Meta(
            description="For Buchholz and the like, an unplayed round is one against an opponent with the same score, "
            "and rounds after somebody left are draws for that player's opponents."
        ),
    ] = True
    fide: Annotated[
        Literal["2024", "2026"],
        Meta(description="With `stand_in`: the year of FIDE's rules. Those of 2026 limit the opponent's score."),
    ] = "2026"
    leavers: Annotated[
        Literal["half", "played"],
        Meta(
            description="Round robins of pairs. `half`: results against somebody who left count only if that entrant "
            "came to half of the games, and the rest are then walkovers; `played`: what was played counts."
        ),
    ] = "half"
    forfeits_met: Annotated[
        bool, Meta(description="For tie-breaks, those who came have met and beaten those who did not.")
    ] = False

    @property
    def half_point(self) -> Unplayed:
        """What a half-point bye counts as."""
        if self.half_bye is not None:
            return self.half_bye
        score, points, wins, share = (
            exact_text(ratio(exact(each), 2))
            for each in (self.bye.score, self.bye.points, self.bye.wins, self.bye.share)
        )
        return Unplayed(score=score, points=points, wins=wins, share=share)

    def places(self, size: int) -> tuple[Exact, ...]:
        """Points for the places at a table of *size*, first place first."""
        if not self.ranks:
            return tuple(range(size - 1, -1, -1))
        listed = sorted(map(int, self.ranks))
        return _places(self.ranks[str(next((each for each in listed if each >= size), listed[-1]))], size)


@lru_cache
def _places(row: tuple[Number, ...], size: int) -> tuple[Exact, ...]:
    return tuple(exact(row[min(place, len(row) - 1)]) for place in range(size))


STAYED_AWAY = ("forfeit", "late", "left", "missed")  # rounds without play whose worth `forfeit_as` and the like choose
UNPLAYED = ("bye", "half_bye", "walkover", "forfeit", "double_forfeit", "late", "left", "missed")
NUMBERS = ("most", "least", "game_bonus", "table_bonus", "draw")


def check_scoring(scoring: Scoring) -> Scoring:
    """The same scoring with every number in its one spelling. `BadScoring` names the setting that is impossible."""
    numbers = {name: _check_optional(name, getattr(scoring, name)) for name in NUMBERS}
    place_bonus = _check_place_bonus(scoring)
    _require_ranks(scoring)
    ranks = {size: tuple(_check_row(size, row)) for size, row in sorted(scoring.ranks.items())}
    if scoring.most is not None and scoring.least is not None and exact(scoring.most) < exact(scoring.least):
        raise _bad("most", Phrase("it is less than the minimum, {least}", least=str(scoring.least)))
    _require_counting(scoring)
    unplayed = {name: _check_unplayed(name, getattr(scoring, name), getattr(_STANDARD, name)) for name in UNPLAYED}
    unplayed |= {name: unplayed[name] or LOST for name in STAYED_AWAY if getattr(scoring, f"{name}_as") != "fixed"}
    _require_no_better_than_last(scoring, unplayed)
    return msgspec.structs.replace(scoring, ranks=ranks, place_bonus=place_bonus, **numbers, **unplayed)


def _require_ranks(scoring: Scoring) -> None:
    for key, given in (("ranks", bool(scoring.ranks)), ("draw", scoring.draw is not None)):
        if given and scoring.by != "ranks":
            raise _bad(key, Phrase("points by place are only for scoring by ranks"))


def _require_counting(scoring: Scoring) -> None:
    """Require either `drop` or `best`, within bounds."""
    if not 0 <= scoring.drop <= MOST_ROUNDS:
        raise _bad("drop", Phrase("a whole number from {low} to {high}", low=0, high=MOST_ROUNDS))
    if scoring.best is not None and not 1 <= scoring.best <= MOST_ROUNDS:
        raise _bad("best", Phrase("a whole number from {low} to {high}", low=1, high=MOST_ROUNDS))
    if scoring.drop and scoring.best is not None:
        raise _bad("best", Phrase("drop already sets how many results count"))


def _check_place_bonus(scoring: Scoring) -> tuple[Number, ...]:
    if scoring.place_bonus and scoring.by == "team":
        raise _bad("place_bonus", Phrase("a team has no places at its table"))
    if len(scoring.place_bonus) > LARGEST_TABLE:
        raise _bad("place_bonus", Phrase("a table has {low} to {high} seats", low=1, high=LARGEST_TABLE))
    if scoring.each_game and scoring.by != "points":
        raise _bad("each_game", Phrase("only the points of the game can be counted game by game"))
    if scoring.each_game and scoring.table_bonus:
        raise _bad("table_bonus", Phrase("where each game counts by itself, nobody wins the table"))
    return tuple(_check_number(f"place_bonus.{place}", number) for place, number in enumerate(scoring.place_bonus))


def _check_row(size: str, row: tuple[Number, ...]) -> Iterator[Number]:
    key = f"ranks.{size}"
    if size not in map(str, range(1, LARGEST_TABLE + 1)):
        raise _bad(key, Phrase("a table has {low} to {high} seats", low=1, high=LARGEST_TABLE))
    if not 1 <= len(row) <= int(size):
        raise _bad(key, Phrase("give points to 1 to {size} places", size=int(size)))
    for place, number in enumerate(row):
        yield _check_number(f"{key}.{place}", number)
        if place and exact(number) > exact(row[place - 1]):
            raise _bad(f"{key}.{place}", Phrase("a place cannot give more than the one above it"))


def _check_unplayed(key: str, unplayed: Unplayed | None, standard: Unplayed | None) -> Unplayed | None:
    if unplayed is None:
        return None
    same = Unplayed(
        score=_check_number(f"{key}.score", unplayed.score),
        points=_check_number(f"{key}.points", unplayed.points),
        wins=_check_number(f"{key}.wins", unplayed.wins),
        share=_check_number(f"{key}.share", unplayed.share),
    )
    if not 0 <= exact(same.share) <= 1:
        raise _bad(f"{key}.share", Phrase("a share ranges from 0 (a loss) to 1 (a win)"))
    return standard if same == standard else same  # a default has one spelling in events: none


def _require_no_better_than_last(scoring: Scoring, unplayed: Mapping[str, Unplayed | None]) -> None:
    """Refuse numbers that make a round without play better than that of the last who played."""
    worths = {name: getattr(scoring, f"{name}_as") for name in STAYED_AWAY} | {"double_forfeit": scoring.forfeit_as}
    for name, worth in worths.items():
        more = unplayed[name]
        if more is None or worth != "last":
            continue
        points = exact(more.points)
        for key, gain in (
            ("score", more.score),
            ("points", -points if scoring.fewest else points),
            ("wins", more.wins),
        ):
            if exact(gain) > 0:
                raise _bad(f"{name}.{key}", Phrase("missing a round must not be worth more than coming last in it"))


def _check_optional(key: str, number: Number | None) -> Number | None:
    return None if number is None else _check_number(key, number)


def _check_number(key: str, number: Number) -> Number:
    try:
        value = exact(number)
    except ValueError:
        raise _bad(key, Phrase("{given} is not a number like 3, 1/2 or 0.5", given=quote(str(number)))) from None
    if not -LARGEST_NUMBER <= value <= LARGEST_NUMBER or value.denominator > LARGEST_DENOMINATOR:
        why = Phrase("{given} is too large or too precise", given=quote(str(number)))
        raise _bad(key, why)
    return exact_text(value)


def _bad(key: str, why: Phrase) -> BadScoring:
    return BadScoring(key=key, why=why)


_STANDARD = Scoring(by="matches")


class Preset(NamedTuple):
    """A scoring and a chain of tie-breaks for it."""

    scoring: Scoring
    tiebreaks: tuple[str, ...]


def pairs_preset() -> Preset:
    """Two at a table: 1, 1/2 or 0. Byes and walkovers give 1, missed rounds 0."""
    won, lost = Unplayed(score=1, share=1), Unplayed()
    scoring = Scoring(by="ranks", ranks={"2": (1, 0)}, bye=won, walkover=won, late=lost, left=lost, missed=lost)
    return Preset(scoring, ("direct_encounter", "buchholz_cut1", "buchholz", "sonneborn_berger", "match_wins"))


def all_play_all_preset() -> Preset:
    """Round robins and groups of pairs: 1, 1/2 or 0. A rest gives nothing, and forfeits are meetings."""
    scoring = msgspec.structs.replace(pairs_preset().scoring, bye=LOST, stand_in=False, forfeits_met=True)
    return Preset(scoring, ("direct_encounter", "sonneborn_berger", "match_wins"))


def games_preset() -> Preset:
    """Games won first, then points (Rummikub). A bye counts as a game won and no points."""
    unplayed = Unplayed(score=1, wins=1, share=1)
    scoring = Scoring(by="games", bye=unplayed, walkover=unplayed)
    return Preset(scoring, ("points", "direct_encounter", "buchholz"))


def places_preset(*, fewest: bool = False) -> Preset:
    """Points by place, as many as there are places behind it. A bye counts as a win at a table of three."""
    won = Unplayed(score=2, share=1)
    scoring = Scoring(by="ranks", fewest=fewest, bye=won, walkover=won)
    return Preset(scoring, ("match_wins", "points", "direct_encounter", "opponents_average"))


def team_preset() -> Preset:
    """Co-operative: won first, then the fewest cards left. A team that did not come has all 98 cards left."""
    lost = Unplayed(points=98)
    scoring = Scoring(by="team", fewest=True, forfeit=lost, double_forfeit=lost, missed=lost)
    return Preset(scoring, ("fewest_cards",))
