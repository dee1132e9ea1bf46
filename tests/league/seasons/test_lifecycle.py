"""The life of a league: permitted commands, promotion and relegation."""

from datetime import UTC, date, datetime, timedelta

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.registry import UnknownGame
from league.common.errors import BadName, ReasonNeeded
from league.errors import Unknown
from league.seasons.domain import lifecycle as season_lifecycle
from league.seasons.domain import planning
from league.seasons.domain.evenings import PlannedEvening
from league.seasons.domain.events import KINDS, LeagueEvent, SeasonClosed, decode, encode
from league.seasons.domain.league import League, evolve, fold
from league.seasons.domain.promotion import Move, settle_promotions
from league.seasons.domain.rules import Division, SeasonRules
from league.seasons.domain.table import EventResult, EventTerm, Placing, SeasonRow, rank_players
from league.seasons.domain.verify import findings
from league.seasons.errors import BadSeason, EventsUnfinished, EventTaken, LevelAtTheCut, SeasonIsClosed, SeasonIsOpen

PLAIN = SeasonRules(points=(12, 10, 8), tiebreaks=())
TWO = SeasonRules(points=(12, 10, 8), tiebreaks=(), divisions=(Division("A"), Division("B")), promote=1, relegate=1)


class Story:
    """A league, event by event."""

    def __init__(self, rules: SeasonRules = PLAIN) -> None:
        self.facts: list[LeagueEvent] = season_lifecycle.create("club", "Лига", "rummikub")
        self.do(lambda now: season_lifecycle.open_season(now, "2026", rules))

    @property
    def now(self) -> League:
        return fold(self.facts)

    def do(self, act) -> list[LeagueEvent]:
        found = act(self.now)
        self.facts += found
        return found


def event(name: str, players: str, finished: bool = True) -> EventResult:
    return EventResult(name, finished, tuple(Placing(place, (player,), 0) for place, player in enumerate(players, 1)))


def rows(order: str, *, level: str = "") -> tuple[SeasonRow, ...]:
    """A final table in this order; those who are *level* with whoever is before them."""
    points = 100
    sheets = {}
    for player in order:
        points -= player not in level
        sheets[player] = [EventTerm("one", 1, points, counted=True)]
    return rank_players(SeasonRules(tiebreaks=()), sheets)


def divided(*capacities: int | None, promote: int = 1, relegate: int = 1) -> SeasonRules:
    found = tuple(Division(f"D{number}", each) for number, each in enumerate(capacities))
    return SeasonRules(tiebreaks=(), divisions=found, promote=promote, relegate=relegate)


def divisions(rules, *tables, gone="", decided=""):
    return ["".join(each) for each in settle_promotions(rules, tables, gone, decided).divisions]


def test_the_first_is_promoted_and_the_last_relegated():
    found = settle_promotions(divided(None, None), [rows("ABC"), rows("DEF")])

    assert found.divisions == (("A", "B", "D"), ("C", "E", "F"))
    assert set(found.moves) == {Move("C", 0, 1), Move("D", 1, 0)}


def test_in_the_middle_some_are_promoted_and_some_relegated():
    assert divisions(divided(None, None, None), rows("ABC"), rows("DEF"), rows("GHI")) == ["ABD", "CEG", "FHI"]


def test_a_player_who_is_gone_counts_as_the_first_relegated():
    assert divisions(divided(None, None), rows("ABC"), rows("DEF"), gone="B") == ["ACD", "EF"]


def test_if_more_are_gone_than_relegated_more_are_promoted():
    assert divisions(divided(None, None), rows("ABC"), rows("DEF"), gone="AB") == ["CDE", "F"]


def test_a_player_who_is_gone_is_not_promoted():
    assert divisions(divided(None, None), rows("ABC"), rows("DEF"), gone="D") == ["ABE", "CF"]


def test_nobody_is_promoted_into_a_full_division():
    assert divisions(divided(3, None, promote=2), rows("ABC"), rows("DEF")) == ["ABD", "CEF"]


def test_a_promoted_player_is_not_relegated():
    assert divisions(divided(None, None, None), rows("ABC"), rows("D"), rows("GHI")) == ["ABD", "CG", "HI"]


def test_players_tied_at_a_cut_are_refused_until_their_order_is_decided():
    tables = [rows("ABC", level="C"), rows("DEF")]

    with pytest.raises(LevelAtTheCut) as caught:
        divisions(divided(None, None), *tables)

    assert caught.value.params == {"division": "D0", "players": "B, C"}
    assert divisions(divided(None, None), *tables, decided="CB") == ["ACD", "BEF"]


def test_players_tied_away_from_a_cut_need_no_decision():
    assert divisions(divided(None, None), rows("ABC", level="B"), rows("DEF")) == ["ABD", "CEF"]


def test_a_decision_lifts_nobody_over_a_better_rank():
    assert divisions(divided(None, None), rows("ABC"), rows("DEF"), decided="CF") == ["ABD", "CEF"]


def test_a_season_closed_reopened_and_closed_again_has_the_same_result():
    story = Story(TWO)
    story.do(lambda now: season_lifecycle.draw_up(now, 1, ["AB", "CD"]))
    story.do(lambda now: season_lifecycle.attach(now, 1, "one"))
    events = {"one": event("one", "ABCD")}

    [first] = story.do(lambda now: season_lifecycle.close(now, 1, events))
    story.do(lambda now: season_lifecycle.reopen(now, 1, "a result was wrong"))
    [second] = story.do(lambda now: season_lifecycle.close(now, 1, events))

    assert first == second
    assert isinstance(first, SeasonClosed)
    assert first.divisions == (("A", "C"), ("B", "D"))
    assert list(findings(story.facts)) == []


def test_the_next_season_starts_with_the_divisions_of_the_last_one():
    story = Story(TWO)
    story.do(lambda now: season_lifecycle.draw_up(now, 1, ["AB", "CD"]))
    story.do(lambda now: season_lifecycle.attach(now, 1, "one"))
    story.do(lambda now: season_lifecycle.close(now, 1, {"one": event("one", "ABCD")}))
    story.do(lambda now: season_lifecycle.open_season(now, "2027", TWO))

    story.do(lambda now: season_lifecycle.draw_up(now, 2))

    assert story.now.seasons[1].members == (("A", "C"), ("B", "D"))


def test_a_season_without_divisions_proposes_them_by_capacity():
    story = Story()
    story.do(lambda now: season_lifecycle.attach(now, 1, "one"))
    story.do(lambda now: season_lifecycle.close(now, 1, {"one": event("one", "ABCD")}, gone=["B"]))
    rules = msgspec.structs.replace(TWO, divisions=(Division("A", 2), Division("B")))
    story.do(lambda now: season_lifecycle.open_season(now, "2027", rules))

    assert season_lifecycle.proposed_divisions(story.now, 2) == (("A", "C"), ("D",))


def test_a_tournament_counts_in_one_season_only():
    story = Story()
    story.do(lambda now: season_lifecycle.open_season(now, "2027", PLAIN))
    story.do(lambda now: season_lifecycle.attach(now, 1, "one"))

    with pytest.raises(EventTaken):
        season_lifecycle.attach(story.now, 2, "one")
    story.do(lambda now: season_lifecycle.detach(now, 1, "one", "the wrong season"))
    story.do(lambda now: season_lifecycle.attach(now, 2, "one"))

    assert story.now.seasons[0].events == ()
    assert [each.tournament for each in story.now.seasons[1].events] == ["one"]


def test_an_event_in_one_division_does_not_count_in_the_other():
    story = Story(TWO)
    story.do(lambda now: season_lifecycle.draw_up(now, 1, ["AB", "CD"]))
    story.do(lambda now: season_lifecycle.attach(now, 1, "one", 1))

    [high, low] = season_lifecycle.season_tables(story.now.seasons[0], {"one": event("one", "ABCD")})

    assert [row.terms for row in high] == [(), ()]
    assert [(row.player, row.points) for row in low] == [("C", 12), ("D", 10)]


def test_unfinished_events_are_refused_or_left_out():
    story = Story()
    story.do(lambda now: season_lifecycle.attach(now, 1, "one"))
    story.do(lambda now: season_lifecycle.attach(now, 1, "two"))
    events = {"one": event("one", "AB"), "two": event("two", "BA", finished=False)}

    with pytest.raises(EventsUnfinished) as caught:
        season_lifecycle.close(story.now, 1, events)
    [closed] = story.do(lambda now: season_lifecycle.close(now, 1, events, early=True))

    assert caught.value.params == {"tournaments": "two", "names": "two"}
    assert isinstance(closed, SeasonClosed)
    assert closed.left_out == ("two",)
    assert [row.player for row in closed.tables[0]] == ["A", "B"]


@pytest.mark.parametrize(
    "act",
    [
        lambda now: season_lifecycle.attach(now, 1, "two"),
        lambda now: season_lifecycle.detach(now, 1, "one", "why"),
        lambda now: season_lifecycle.draw_up(now, 1, ["AB", "CD"], "why"),
        lambda now: season_lifecycle.change_season(now, 1, "x", TWO, "why"),
        lambda now: season_lifecycle.close(now, 1, {}),
    ],
)
def test_a_closed_season_does_not_change(act):
    story = Story(TWO)
    story.do(lambda now: season_lifecycle.close(now, 1, {}))

    with pytest.raises(SeasonIsClosed):
        act(story.now)


@pytest.mark.parametrize(
    ("act", "error"),
    [
        (lambda now: season_lifecycle.reopen(now, 1, "why"), SeasonIsOpen),
        (lambda now: season_lifecycle.change_season(now, 1, "x", TWO, " "), ReasonNeeded),
        (lambda now: season_lifecycle.detach(now, 1, "one", ""), ReasonNeeded),
        (lambda now: season_lifecycle.detach(now, 1, "two", "why"), Unknown),
        (lambda now: season_lifecycle.attach(now, 1, "two", 2), Unknown),
        (lambda now: season_lifecycle.attach(now, 2, "two"), Unknown),
        (lambda now: season_lifecycle.draw_up(now, 1, ["AB", "CD"]), ReasonNeeded),
        (lambda now: season_lifecycle.draw_up(now, 1, ["AB"], "why"), BadSeason),
        (lambda now: season_lifecycle.draw_up(now, 1, ["AB", "BC"], "why"), BadSeason),
        (lambda now: season_lifecycle.change_season(now, 1, "x", PLAIN, "why"), BadSeason),
        (lambda now: season_lifecycle.close(now, 1, {"one": event("one", "AB")}, gone=["Z"]), Unknown),
        (lambda now: season_lifecycle.close(now, 1, {"one": event("one", "AB")}, decided=["A"]), ReasonNeeded),
        (
            lambda now: season_lifecycle.close(now, 1, {"one": event("one", "AB")}, decided=["A", "A"], reason="x"),
            BadSeason,
        ),
        (lambda now: season_lifecycle.create("club", " ", "rummikub"), BadName),
        (lambda now: season_lifecycle.create("club", "x", "chess"), UnknownGame),
        (lambda now: season_lifecycle.rename(""), BadName),
    ],
)
def test_impossible_commands_are_refused(act, error):
    story = Story(TWO)
    story.do(lambda now: season_lifecycle.draw_up(now, 1, ["AB", "CD"]))
    story.do(lambda now: season_lifecycle.attach(now, 1, "one"))

    with pytest.raises(error):
        act(story.now)


@pytest.mark.parametrize(
    ("rules", "key"),
    [
        (SeasonRules(points=("1/0",)), "points.0"),
        (SeasonRules(points=(10**7,)), "points.0"),
        (SeasonRules(beyond="x"), "beyond"),
        (SeasonRules(best=0), "best"),
        (SeasonRules(drop=-1), "drop"),
        (SeasonRules(tiebreaks=("luck",)), "tiebreaks"),
        (SeasonRules(tiebreaks=("wins", "wins")), "tiebreaks"),
        (SeasonRules(promote=1), "promote"),
        (SeasonRules(divisions=(Division("A"), Division("A"))), "divisions"),
        (SeasonRules(divisions=(Division("A", 0),)), "divisions.0.capacity"),
        (divided(None, None, relegate=-1), "relegate"),
    ],
)
def test_impossible_rules_are_refused_by_name(rules, key):
    with pytest.raises(BadSeason) as caught:
        Story(rules)

    assert caught.value.params["key"] == key


def test_a_division_holds_no_more_players_than_its_capacity():
    story = Story(divided(1, None))

    with pytest.raises(BadSeason) as caught:
        season_lifecycle.draw_up(story.now, 1, ["AB", "C"])

    assert caught.value.params["key"] == "members.0"


def test_an_audit_finds_a_closing_that_does_not_follow_from_its_rules():
    story = Story(TWO)
    story.do(lambda now: season_lifecycle.draw_up(now, 1, ["AB", "CD"]))
    story.do(lambda now: season_lifecycle.attach(now, 1, "one"))
    story.do(lambda now: season_lifecycle.close(now, 1, {"one": event("one", "ABCD")}))
    closed = story.facts[-1]
    assert isinstance(closed, SeasonClosed)
    high, low = closed.tables

    forged = msgspec.structs.replace(closed, tables=(high[::-1], low), moves=())

    assert [what for _, what in findings([*story.facts[:-1], forged])] == [
        "table 0 is not what its terms give",
        "promotions and relegations are not what the tables give",
    ]
    assert [seq for seq, _ in findings([story.facts[0], closed])] == [2]


def test_every_event_survives_the_log():
    story = Story(TWO)
    story.do(lambda now: season_lifecycle.rename("Лига 2"))
    story.do(lambda now: season_lifecycle.change_season(now, 1, "2026a", TWO, "typing"))
    story.do(lambda now: season_lifecycle.draw_up(now, 1, ["AB", "CD"]))
    story.do(lambda now: season_lifecycle.attach(now, 1, "one", 0))
    story.do(lambda now: season_lifecycle.attach(now, 1, "two"))
    story.do(lambda now: season_lifecycle.detach(now, 1, "two", "rained out"))
    story.do(lambda now: season_lifecycle.close(now, 1, {"one": event("one", "AB")}, decided="CD", reason="by lot"))
    story.do(lambda now: season_lifecycle.reopen(now, 1, "why"))

    noon = datetime(2026, 11, 28, 12, tzinfo=UTC)
    story.do(lambda now: planning.date_season(now, 1, date(2026, 9, 1), None))
    story.do(lambda now: planning.plan_evenings(now, 1, [PlannedEvening(noon, place="Ладья")]))
    story.do(lambda now: planning.move_evening(now, 1, 1, PlannedEvening(noon, noon + timedelta(hours=3)), ""))
    story.do(lambda now: planning.cancel_evening(now, 1, 1, "the flood"))

    again = [decode(kind, payload) for kind, _, payload in map(encode, story.facts)]

    assert again == story.facts
    assert {type(each) for each in again} == {kind for _, kind in KINDS.values()}


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("attach"), st.integers(0, 3), st.none() | st.integers(0, 1)),
        st.tuples(st.just("detach"), st.integers(0, 3), st.none()),
        st.tuples(st.just("result"), st.integers(0, 3), st.permutations("ABCD")),
        st.tuples(st.just("close"), st.booleans(), st.permutations("ABCD")),
        st.tuples(st.just("reopen"), st.none(), st.none()),
    ),
    max_size=25,
)


@given(STEPS)
def test_whatever_organisers_do_a_season_can_be_closed_and_follows_from_its_events(steps):
    story = Story(TWO)
    story.do(lambda now: season_lifecycle.draw_up(now, 1, ["AB", "CD"]))
    events = {str(number): event(str(number), "", finished=False) for number in range(4)}
    for what, which, more in steps:
        try:
            if what == "attach":
                story.do(lambda now, which=which, more=more: season_lifecycle.attach(now, 1, str(which), more))
            elif what == "detach":
                story.do(lambda now, which=which: season_lifecycle.detach(now, 1, str(which), "why"))
            elif what == "result":
                events[str(which)] = event(str(which), "".join(more))
            elif what == "close":
                story.do(
                    lambda now, early=which, order=more: season_lifecycle.close(
                        now, 1, events, early=early, decided=order, reason="drawn by lot"
                    )
                )
            else:
                story.do(lambda now: season_lifecycle.reopen(now, 1, "why"))
        except (SeasonIsClosed, SeasonIsOpen, EventTaken, EventsUnfinished, Unknown):
            continue
    if story.now.seasons[0].closed:
        story.do(lambda now: season_lifecycle.reopen(now, 1, "once more"))

    [closed] = story.do(
        lambda now: season_lifecycle.close(now, 1, events, early=True, decided=list("ABCD"), reason="drawn by lot")
    )

    assert isinstance(closed, SeasonClosed)
    straight = League("club", "Лига", "rummikub")
    for each in (*season_lifecycle.open_season(straight, "2026", TWO),):
        straight = evolve(straight, each)
    season = straight.seasons[0]._replace(events=story.now.seasons[0].events, members=(("A", "B"), ("C", "D")))
    assert (
        season_lifecycle.season_tables(season, {id_: each for id_, each in events.items() if each.finished})
        == closed.tables
    )
    assert list(findings(story.facts)) == []
