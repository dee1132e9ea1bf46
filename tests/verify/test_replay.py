"""Events are replayed. They come from the test's own log, so that only the play is wrong."""

import json

import pytest

from tests.verify.given import sample
from tests.verify.log import Fact, evidence_of, written
from verify.evidence_check import check
from verify.evidence_file import evidence as read


def facts_of(name):
    """The facts of a sample, to be changed."""
    return [Fact(event["kind"], json.loads(event["payload"])) for event in sample(name)["events"]]


def verdict(name, facts, **changes):
    given = sample(name) | changes
    made = evidence_of(facts, given["record"], seeds=given["seeds"], deck=given["deck"])
    return check(read(written(made)))


def said(name, facts, **changes):
    """Everything that is wrong, or that could not be checked."""
    found = verdict(name, facts, **changes)
    return [*map(str, found.faults), *found.unchecked]


def at(facts, kind, number=0):
    """The place of the fact of a kind."""
    return [place for place, fact in enumerate(facts) if fact.kind == kind][number]


def put(facts, kind, number=0, **changes):
    """The facts with the payload of one changed."""
    place = at(facts, kind, number)
    facts = list(facts)
    facts[place] = facts[place]._replace(payload={**facts[place].payload, **changes})
    return facts


@pytest.mark.parametrize("name", ["dealt", "ruled", "seats", "score", "deck"])
def test_the_events_of_a_sample_are_right_in_another_log(name):
    assert said(name, facts_of(name)) == []


def test_a_match_begins_with_its_opening():
    assert said("dealt", facts_of("dealt")[1:]) == [
        "the play: The first event is game.opened, which cannot begin a match."
    ]


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"game": "chess"}, "The match cannot be played here: "),
        ({"rules": "99"}, "The match cannot be played here: "),
        ({"level": "half"}, "The match cannot be played here: 'half' is not a valid Level"),
        ({"seats": None}, "The match cannot be played here: "),
    ],
)
def test_a_match_of_an_unknown_game_is_not_checked(changes, why):
    (unchecked,) = said("dealt", put(facts_of("dealt"), "match.opened", **changes))

    assert unchecked.startswith(f"the play: {why}")


def test_a_payload_that_is_no_object_is_not_checked():
    facts = facts_of("dealt")
    facts[0] = facts[0]._replace(payload=[])

    assert said("dealt", facts) == ["the play: The payload of event 1 is not an object."]


@pytest.mark.parametrize("fact", [Fact("match.blessed", {}), Fact("match.ended", {}, schema=2)])
def test_events_of_later_versions_are_not_checked(fact):
    facts = [*facts_of("dealt"), fact]

    assert said("dealt", facts) == [f"the play: Event kind {fact.kind} with schema {fact.schema} is unknown."]


def test_a_move_against_the_rules_is_named():
    facts = put(facts_of("dealt"), "move.played", 1, seat=0, move="99>D1")

    (fault,) = said("dealt", facts)

    assert fault.startswith("event 4, payload: it is not legal: ")


@pytest.mark.parametrize(
    ("fact", "why"),
    [
        (Fact("move.played", {"seat": 0, "move": "end"}), "ValueError"),
        (Fact("game.opened", {}), "KeyError"),
        (Fact("seats.changed", {"seats": 2}), "TypeError"),
    ],
)
def test_a_nonsensical_event_is_named(fact, why):
    facts = facts_of("dealt")
    facts.insert(1, fact)

    assert said("dealt", facts)[0] == f"event 2, payload: it is not legal: it does not fit here ({why})"


def test_a_game_that_the_match_does_not_have_is_named():
    facts = put(facts_of("dealt"), "game.opened", game=7)

    assert said("dealt", facts)[0] == "event 2, payload: the match has no game 1.7"


def test_a_result_that_does_not_follow_from_the_moves_is_named():
    facts = put(facts_of("dealt"), "game.ended", points=[1, 1])

    assert said("dealt", facts)[0] == "event 6, payload: the moves of game 1.1 do not give this result"


def test_a_result_of_a_game_that_is_not_open_is_named():
    facts = put(facts_of("dealt"), "game.ended", game=2)

    assert said("dealt", facts)[0] == "event 6, payload: the moves of game 1.2 do not give this result"


def test_wrong_totals_are_named():
    assert said("dealt", put(facts_of("dealt"), "match.ended", points=[1, 1])) == [
        "event 7, payload: the games do not add up to these totals"
    ]


def test_a_match_that_ended_before_its_last_game_is_named():
    facts = facts_of("score")
    facts.insert(2, facts[at(facts, "match.ended")])

    assert "event 3, payload: not every game has a result" in said("score", facts)


def test_a_match_without_an_end_is_reported():
    facts = facts_of("dealt")
    del facts[at(facts, "match.ended")]

    assert said("dealt", facts) == ["the events do not reach the end of the match"]


def test_a_seed_other_than_the_sealed_one_is_named():
    facts = put(facts_of("dealt"), "seed.revealed", seed="00" * 32)

    assert said("dealt", facts, seeds=["00" * 32]) == [
        "event 8, payload: its SHA-256 is not the one published before the deal"
    ]


def test_seeds_that_were_never_revealed_are_named():
    seeds = [*sample("dealt")["seeds"], "00" * 32]

    assert said("dealt", facts_of("dealt"), seeds=seeds) == ["seeds: they are not the seeds revealed by the events"]


def test_a_deal_that_does_not_follow_from_the_seed_is_named():
    """A service that signs a dishonest deal is found out, since the seed was sealed before."""
    deal = facts_of("dealt")[2].payload["move"]
    first, second = deal.split()[1], deal.split()[2]
    turned = deal.replace(f" {first} {second}", f" {second} {first}", 1)
    facts = put(facts_of("dealt"), "move.played", move=turned)

    (fault, *_) = said("dealt", facts)

    assert fault.startswith(("event 3, payload: the chance move is deal ", "event 3, payload: it is not legal: "))


def test_draws_of_a_seed_that_stays_sealed_are_counted_and_not_checked():
    facts = [fact for fact in facts_of("dealt") if fact.kind != "seed.revealed"]

    found = verdict("dealt", facts, seeds=[])

    assert (found.faults, found.found[-1]) == (
        (),
        "deals: 0 of 1 chance moves follow from revealed seeds; the other seeds are still sealed",
    )


def test_a_match_without_reports_has_no_results():
    facts = [fact for fact in facts_of("score") if fact.kind == "match.opened"]

    found = verdict("score", facts)

    assert [str(fault) for fault in found.faults] == ["the events do not reach the end of the match"]
    assert found.found[-2] == "replayed: rummikub, rules 1; results none"


def test_a_deck_that_differs_from_the_named_one_is_refused():
    other = sample("deck")["deck"]
    other["suits"]["R"][0] = 17

    (unchecked,) = said("deck", facts_of("deck"), deck=other)

    assert unchecked.startswith("the play: The match cannot be played here: The deck club-box")


def test_the_level_of_recording_can_change_before_play():
    facts = facts_of("score")
    facts.insert(1, Fact("level.chosen", {"level": "score", "dealing": "table"}))

    assert said("score", facts) == []


def test_a_replayed_game_leaves_the_others_unchanged():
    facts = facts_of("score")
    anew = Fact("game.replayed", {"round": 1, "game": 1, "ruling": "x"})
    first, ended = facts[at(facts, "result.reported")], facts[at(facts, "match.ended")]

    assert said("score", [*facts, anew, first, ended]) == []
    assert said("score", [*facts, anew, ended])[0].endswith("payload: not every game has a result")


def test_a_match_annulled_as_a_whole_is_played_from_its_first_game_on():
    opening, *played = facts_of("deck")
    annulled = Fact("moves.annulled", {"revision": 2, "games": [[1, 1]], "ruling": "x"})

    assert said("deck", [opening, *played, annulled, *played]) == []


def test_a_ruled_score_counts_regardless_of_the_moves():
    facts = facts_of("ruled")
    ruling = Fact("score.adjusted", {"round": 1, "game": 1, "points": [3, 3], "winners": [], "ruling": "x"})
    ended = facts[at(facts, "match.ended", -1)]._replace(payload={"points": [3, 3], "wins": [0, 0], "winners": []})

    assert said("ruled", [*facts, ruling, ended]) == []


def test_a_score_ruled_without_any_moves_counts():
    facts = [fact for fact in facts_of("score") if fact.kind == "match.opened"]
    for game, points in ((1, [3, -3]), (2, [-1, 1])):
        winners = [points.index(max(points))]
        facts.append(
            Fact("score.adjusted", {"round": 1, "game": game, "points": points, "winners": winners, "ruling": "x"})
        )
    facts.append(Fact("match.ended", {"points": [2, -2], "wins": [1, 1], "winners": [0]}))

    assert said("score", facts) == []


@pytest.mark.parametrize(
    ("name", "old", "new", "fault"),
    [
        ("dealt", "log: full", "log:  full", "record: it is not in the standard form of records"),
        ("dealt", "ludex: 1", "ludex: 9", "record: "),
        ("dealt", "seats: 2", "seats: 3", "record: "),
        ("score", "rounds: 1", "rounds: 2", "record: its rounds does not match the events"),
        ("score", "points: 12 -12", "points: 13 -13", "record: the result of game 1.1 differs in the record"),
        ("deck", "\n0 Y5\n", "\n0 Y5  # 5s\n", "record: "),
    ],
)
def test_a_record_of_another_match_is_refused(name, old, new, fault):
    record = sample(name)["record"]
    assert old in record

    (first, *_) = said(name, facts_of(name), record=record.replace(old, new, 1))

    assert first.startswith(fault)


def test_a_record_with_fewer_games_is_refused():
    record = sample("score")["record"]
    shorter = record[: record.index("\n== 1.2")]

    assert said("score", facts_of("score"), record=shorter) == [
        "record: game 1.2 is only in the record or only in the events"
    ]


def test_a_move_that_differs_in_the_record_is_named():
    record = sample("dealt")["record"]
    seat = record.index("give_up") - 2
    other = record[:seat] + str(1 - int(record[seat])) + record[seat + 1 :]

    assert said("dealt", facts_of("dealt"), record=other)[0] == (
        "event 5, record: move 3 of game 1.1 differs in the record"
    )


def test_a_move_missing_from_the_record_is_named():
    record = sample("dealt")["record"]
    shorter = record[: record.index("give_up") - 2]

    assert said("dealt", facts_of("dealt"), record=shorter)[0] == (
        "event 5, record: move 3 of game 1.1 differs in the record"
    )


def test_an_undone_line_is_played_again():
    facts = facts_of("deck")
    moves = [number for number, fact in enumerate(facts) if fact.kind == "move.played"]
    last = facts[: moves[3] + 1]
    undone = Fact("moves.withdrawn", {"revision": len(last), "games": []})

    assert said("deck", [*last, undone, *facts[moves[3] :]]) == []
