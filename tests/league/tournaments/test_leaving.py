"""Tables after somebody leaves a tournament or is substituted."""

import json
from uuid import UUID

import msgspec
import pytest

from league.club_data.erasure import erase_player
from league.clubs.models import Player
from league.common.actor import NOBODY, Actor
from league.common.read_models import as_json
from league.eventlog import store
from league.eventlog.projections import runner
from league.impact import services as results
from league.integrity.domain.replay_audit import findings
from league.integrity.evidence import evidence
from league.matches import repository as match_repository
from league.matches.models import MatchTotal
from league.matches.queries.detail import position
from league.matches.queries.replay import replay
from league.matches.services import play as match_play
from league.matches.services.play import MoveRequest
from league.ratings.models import RatingRow
from league.standings.scoring_rules import Scoring
from league.standings.types import Outcome
from league.tournaments.services import lifecycle as tournament_lifecycle
from tests.builders.cups import Cup
from tests.builders.evenings import preset
from tests.builders.played import accounts, signed, signs
from verify.evidence_check import check
from verify.evidence_file import evidence as read

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    """An open evening: a has won against b, and plays against c."""
    cup = Cup("abcd", slug="open")
    cup.evening.do(tournament_lifecycle.draw_round)
    cup.sit("ab")
    cup.win("a")
    cup.sit("ac")
    return cup


def test_on_an_open_evening_an_entrant_who_leaves_leaves_the_current_table(evening):
    evening.withdraw("a")

    assert evening.table(1, 0) == [("a", "a", 40, "won"), ("b", "b", -40, "")]
    assert evening.table(1, 1) == [("a", "a", None, "away"), ("c", "c", None, "")]
    evening.sit("cd")
    evening.win("d", 2)
    evening.evening.do(tournament_lifecycle.finish)


def test_on_an_open_evening_an_erased_entrant_leaves_the_current_table(evening):
    runner.catch_up_all()

    erase_player(player_id=UUID(evening.ids["a"]), actor=evening.evening.actor)

    assert evening.table(1, 0) == [("a", "a", 40, "won"), ("b", "b", -40, "")]
    assert evening.table(1, 1) == [("a", "a", None, "away"), ("c", "c", None, "")]


def test_on_an_open_evening_a_substitute_sits_down_at_the_current_table(evening):
    evening.substitute("a", "e")
    evening.win("e", 1)

    assert evening.table(1, 0) == [("a", "a", 40, "won"), ("b", "b", -40, "")]
    assert evening.table(1, 1) == [("a", "e", 40, "won"), ("c", "c", -40, "")]


def test_an_entrant_who_left_a_running_table_and_returns_sits_down_at_another_one():
    cup = Cup("abcd", slug="open")
    cup.evening.do(tournament_lifecycle.draw_round)
    cup.sit("abc")
    cup.withdraw("a")

    cup.come_back("a")
    cup.sit("ad")

    assert [len(table.seats) for table in cup.shown(1)] == [3, 2]


def test_an_entrant_who_leaves_also_leaves_tables_of_earlier_rounds():
    cup = Cup()
    cup.draw("ab", "cd")
    cup.win("c", 1)
    cup.evening.do(tournament_lifecycle.draw_round, unfinished=True, reason="The last bus.")
    cup.evening.do(tournament_lifecycle.publish_round)

    cup.withdraw("a")

    own = [cup.table(1, 0), *(table for number in range(2) if (table := cup.table(2, number)) is not None)]
    assert [(table[0], table[1][2:]) for table in own] == [(("a", "a", None, "away"), (None, ""))] * 2


def four():
    """A table of four that has played the first of four games: d lost the most, and a won."""
    cup = Cup("abcd", slug="evening")
    cup.draw("abcd")
    cup.game(1, a=40, b=-10, c=-10, d=-20)
    return cup


def test_after_a_game_the_others_play_on_without_the_entrant_who_left():
    cup = four()

    cup.withdraw("d")
    cup.game(2, a=-5, b=10, c=-5)
    cup.game(3, a=-5, b=10, c=-5)
    cup.game(4, a=-5, b=10, c=-5)

    assert cup.table(1) == [("a", "a", 25, ""), ("b", "b", 20, "won"), ("c", "c", -25, ""), ("d", "d", -20, "away")]
    assert cup.scores() == {"b": "3", "a": "1", "c": "0", "d": "0"}


def test_leaving_in_the_lead_wins_nothing():
    cup = four()

    cup.withdraw("a")
    for game in (2, 3, 4):
        cup.game(game, b=-5, c=-5, d=10)

    assert cup.table(1) == [("a", "a", 40, "away"), ("b", "b", -25, ""), ("c", "c", -25, ""), ("d", "d", 10, "won")]
    assert cup.scores() == {"d": "3", "b": "0", "c": "0", "a": "0"}


@pytest.mark.parametrize(
    ("leaver", "loser", "expected"),
    [
        ("a", "b", {"a": "-115", "b": "-115", "c": "125", "d": "-50"}),
        ("d", "b", {"a": "175", "b": "-115", "c": "-40", "d": "-115"}),
        ("d", "a", {"a": "-65", "b": "125", "c": "-40", "d": "-65"}),
    ],
)
def test_by_points_an_entrant_who_leaves_has_no_more_than_those_who_stayed(leaver, loser, expected):
    scored = msgspec.structs.replace(preset("rummikub", "evening"), scoring=Scoring(by="points"))
    cup = Cup(given=scored)
    cup.draw("abcd")
    cup.game(1, a=40, b=-10, c=-10, d=-20)

    cup.withdraw(leaver)
    others = [name for name in "abcd" if name not in (leaver, loser)]
    for game in (2, 3, 4):
        cup.game(game, **{loser: -35, others[0]: 45, others[1]: -10})

    assert cup.scores() == expected


def test_by_points_leaving_before_the_first_game_is_no_better_than_losing():
    cup = Cup(given=msgspec.structs.replace(preset("rummikub", "evening"), scoring=Scoring(by="points")))
    cup.draw("abcd")

    cup.withdraw("a")
    for game in (1, 2, 3):
        cup.game(game, b=30, c=-10, d=-20)

    assert cup.scores() == {"b": "90", "c": "-30", "d": "-60", "a": "-60"}


def test_by_points_leaving_does_not_cancel_a_loss():
    scored = msgspec.structs.replace(preset("rummikub", "evening"), scoring=Scoring(by="points"))
    cup = Cup(given=scored)
    cup.draw("abcd")
    cup.game(1, a=40, b=-10, c=-10, d=-20)

    cup.withdraw("d")
    for game, winner in enumerate("bca", 2):
        cup.game(game, **{name: 20 if name == winner else -10 for name in "abc"})

    assert cup.scores() == {"a": "40", "b": "-10", "c": "-10", "d": "-20"}
    assert cup.table(1)[3] == ("d", "d", -20, "away")


def test_two_leave_and_the_last_two_play_on():
    cup = four()

    cup.withdraw("a")
    cup.game(2, b=-5, c=-5, d=10)
    cup.withdraw("b")
    cup.game(3, c=-5, d=5)
    cup.game(4, c=-5, d=5)

    assert [seat[2:] for seat in cup.table(1)] == [(40, "away"), (-15, "away"), (-25, ""), (0, "won")]


def test_an_entrant_left_alone_wins_without_play():
    cup = four()

    for name in "abc":
        cup.withdraw(name)

    assert [seat[3] for seat in cup.table(1)] == ["away", "away", "away", "won"]


def test_a_departure_is_undone_and_the_entrant_plays_on():
    cup = four()
    cup.withdraw("d")
    cup.game(2, a=-5, b=10, c=-5)

    cup.on_match(results.reopen_match, reason="It was somebody else.")
    cup.come_back("d")
    cup.game(2, a=-5, b=11, c=-5, d=-1, correction="He was there.")
    for game in (3, 4):
        cup.game(game, a=-5, b=11, c=-5, d=-1)

    assert cup.table(1) == [("a", "a", 25, ""), ("b", "b", 23, "won"), ("c", "c", -25, ""), ("d", "d", -23, "")]


def test_a_game_played_before_a_departure_is_corrected_with_all_its_seats():
    cup = four()
    cup.withdraw("d")
    cup.game(2, a=-5, b=10, c=-5)

    cup.game(1, a=-10, b=-20, c=-10, d=40, correction="Mixed up.")
    for game in (3, 4):
        cup.game(game, a=-5, b=10, c=-5)

    assert cup.table(1)[3] == ("d", "d", 40, "away")
    assert [seat[2] for seat in cup.table(1)] == [-25, 10, -25, 40]


def test_a_game_in_progress_starts_again_without_the_entrant_who_left():
    cup = Cup("abc", given=msgspec.structs.replace(preset("rummikub", "evening"), level="full", dealing="server"))
    for player, account in zip(cup.ids.values(), accounts(len(cup.ids)), strict=True):
        Player.objects.filter(id=player).update(user=account)
    cup.draw("abc")
    match = cup.match(0)

    def draw_a_tile():
        now = match_repository.load(match).state
        (seat,) = now.turn
        mover = Actor(UUID(now.opened.accounts[seat]))
        cup.on_match(match_play.play_moves, plies=[MoveRequest(seat, "draw")], actor=mover)

    draw_a_tile()
    draw_a_tile()

    cup.withdraw("b")

    now = match_repository.load(match).state
    assert (now.outcome, len(now.opened.seats), now.place, now.began) == (Outcome.UNPLAYED, 2, (1, 1), False)
    draw_a_tile()
    facts = [match_repository.decode(event) for event in store.read(match_repository.stream(match)).events]
    assert list(findings(facts)) == []
    assert len(replay(match, cup.evening.actor).steps) == len(facts)
    assert {position(match, NOBODY, at=at).move for at in range(1, len(facts) + 1)} == set(range(6))


def test_games_played_after_a_departure_are_evidence(tmp_path, monkeypatch):
    signs(tmp_path, monkeypatch)
    cup = four()
    cup.withdraw("d")
    for game in (2, 3, 4):
        cup.game(game, a=-5, b=10, c=-5)
    signed()

    found = as_json(evidence(cup.match(0)))

    assert found["record"].count("absent: 3") == 3
    assert check(read(json.dumps(found, ensure_ascii=False).encode())).faults == ()
    facts = [match_repository.decode(event) for event in store.read(match_repository.stream(cup.match(0))).events]
    assert list(findings(facts)) == []


def test_ratings_and_totals_place_departed_players_behind_those_who_stayed():
    cup = four()
    cup.withdraw("a")
    for game in (2, 3, 4):
        cup.game(game, b=-5, c=-5, d=10)
    runner.catch_up_all()

    row = MatchTotal.objects.get(match=cup.match(0))
    ratings = {cup.names[str(each.player)]: each.ordinal for each in RatingRow.objects.filter(scope=cup.evening.club)}

    assert (row.points, row.winners) == ([40, -25, -25, 10], [3])
    assert sorted(ratings, key=ratings.get)[0] == "a"
