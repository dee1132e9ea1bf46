"""Events are replayed. They come from the test's own log, so that only the play is wrong."""

import json
import re

import pytest

from tests.verify.given import sample
from tests.verify.log import SIGNER, Fact, Raw, evidence_of, written
from verify.evidence_check import check
from verify.evidence_file import evidence as read


def facts_of(name):
    """The facts of a sample, to be changed."""
    return [Fact(event["kind"], json.loads(event["payload"])) for event in sample(name)["events"]]


def verdict(name, facts, **changes):
    given = sample(name) | changes
    made = evidence_of(facts, given["record"], seeds=given["seeds"], deck=given["deck"])
    return check(read(written(made)), SIGNER.public)


def said(name, facts, **changes):
    """Everything that is wrong, or that is not proved."""
    found = verdict(name, facts, **changes)
    return [*map(str, found.faults), *found.unproved]


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
    ],
)
def test_a_match_of_an_unknown_game_is_not_checked(changes, why):
    (unchecked,) = said("dealt", put(facts_of("dealt"), "match.opened", **changes))

    assert unchecked.startswith(f"the play: {why}")


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"level": "half"}, "its level is not what a service writes there"),
        ({"dealing": "banana"}, "its dealing is not what a service writes there"),
        ({"seats": None}, "its seats is not what a service writes there"),
        ({"seats": ["x"] * 9}, ""),
        ({"options": {}}, "the option deck is missing"),
        ({"options": {"deck": "x", "games": 1, "one_pile_mode": "never"}}, "the option one_pile_mode is not one of "),
        (
            {"options": {"deck": "base", "games": "1", "one_pile_mode": "whole_turn"}},
            "the option games is not written ",
        ),
        (
            {"options": {"deck": "base", "games": 1_000_000_000, "one_pile_mode": "whole_turn"}},
            "the option games is not ",
        ),
        ({"options": {"a": 1, "deck": "base", "games": 1, "one_pile_mode": "whole_turn"}}, "the option a is unknown"),
    ],
)
def test_a_match_that_no_service_would_open_is_wrong(changes, why):
    (fault,) = said("dealt", put(facts_of("dealt"), "match.opened", **changes))

    assert fault.startswith(f"event 1, payload: it is not legal: {why}")


@pytest.mark.parametrize(
    ("payload", "why"),
    [
        ("[]", "its payload is not an object"),
        ("nonsense", "its payload is not valid JSON"),
        ("[" * 100_000, "its payload is not valid JSON"),
        ('{"round":' + "1" * 10_000 + "}", "the number 11111111111111111111… is too long"),
        ('{"round":1,"round":1,"game":1}', "a member appears twice"),
        ('{"round":1.0,"game":1}', "1.0 is not a whole number"),
        ('{"round":true,"game":1}', "its round is not what a service writes there"),
        ('{"round":1}', "its game is missing"),
    ],
)
def test_a_payload_that_no_service_writes_is_wrong(payload, why):
    facts = facts_of("dealt")
    facts[1] = facts[1]._replace(payload=Raw(payload))

    assert said("dealt", facts) == [f"event 2, payload: it is not legal: {why}"]


@pytest.mark.parametrize(
    ("fact", "why"),
    [
        (Fact("match.blessed", {}), "Event kind match.blessed with schema 1 is unknown."),
        (Fact("match.ended", {}, schema=2), "Event kind match.ended with schema 2 is unknown."),
        (Fact("result.confirmed", {"by": 1}), "The member by of result.confirmed is unknown."),
    ],
)
def test_events_of_later_versions_are_not_checked(fact, why):
    assert said("dealt", [*facts_of("dealt"), fact]) == [f"the play: {why}"]


def test_a_move_against_the_rules_is_named():
    facts = put(facts_of("dealt"), "move.played", 1, seat=0, move="99>D1")

    (fault,) = said("dealt", facts)

    assert fault.startswith("event 4, payload: it is not legal: ")


@pytest.mark.parametrize(
    ("fact", "why"),
    [
        (Fact("move.played", {"seat": 0, "move": "end"}), "no game is open"),
        (Fact("game.opened", {"round": 1, "game": 7}), "the match has no game 1.7"),
        (Fact("seats.changed", {"seats": ["x"] * 9, "reason": ""}), ""),
        (Fact("match.opened", facts_of("dealt")[0].payload), "a match is opened once"),
        (Fact("seats.left", {"seats": [2], "reason": ""}), "there is no seat 2"),
        (Fact("result.confirmed", {"seat": 5}), "there is no seat 5"),
        (Fact("match.ended", {"points": [1], "wins": [1, 0], "winners": []}), "its points are not one for each seat"),
        (
            Fact("moves.annulled", {"revision": 2, "games": [], "ruling": "x"}),
            "it follows from a ruling that nobody gave",
        ),
    ],
)
def test_a_nonsensical_event_is_named(fact, why):
    facts = facts_of("dealt")
    facts.insert(1, fact)

    assert said("dealt", facts)[0].startswith(f"event 2, payload: it is not legal: {why}")


def test_a_game_is_opened_once():
    facts = facts_of("dealt")

    assert said("dealt", [*facts[:2], facts[1], *facts[2:]])[0] == (
        "event 3, payload: it is not legal: game 1.1 is open already"
    )


def test_a_move_is_written_as_a_service_writes_it():
    facts = put(facts_of("dealt"), "move.played", 2, move="give_up ")

    assert said("dealt", facts)[0].startswith("event 5, payload: it is not legal: ")


def test_a_result_that_does_not_follow_from_the_moves_is_named():
    facts = put(facts_of("dealt"), "game.ended", points=[1, 1])

    assert said("dealt", facts)[0] == "event 6, payload: the moves of game 1.1 do not give this result"


def test_a_result_of_a_game_that_is_not_open_is_named():
    facts = facts_of("score")
    figures = {key: each for key, each in facts[1].payload.items() if key != "seat"}
    ended = Fact("game.ended", figures | {"game": 2})

    assert said("score", [*facts[:-1], ended, facts[-1]])[0] == (
        "event 6, payload: the moves of game 1.2 do not give this result"
    )


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

    assert (found.faults, found.found[-1], found.status) == (
        (),
        "deals: 0 of 1 chance moves follow from revealed seeds",
        2,
    )
    assert found.unproved == (
        "the deals: for 1 of 1 chance moves no sealed seed was revealed, so the service may have chosen them",
    )


def test_a_match_kept_by_results_has_no_deals():
    found = verdict("score", facts_of("score"))

    assert (found.faults, found.found[-1]) == ((), "no deals: only results were recorded")


def test_a_match_without_reports_has_no_results():
    facts = [fact for fact in facts_of("score") if fact.kind == "match.opened"]

    found = verdict("score", facts)

    assert [str(fault) for fault in found.faults] == ["the events do not reach the end of the match"]


def test_a_deck_that_differs_from_the_named_one_is_refused():
    other = sample("deck")["deck"]
    other["suits"]["R"][0] = 17

    (fault,) = said("deck", facts_of("deck"), deck=other)

    assert fault.startswith("deck: ")


@pytest.mark.parametrize(
    ("name", "changes", "why"),
    [
        ("dealt", {"manifest_id": "x"}, "it cannot be read: "),
        ("score", {}, "the game has no decks"),
        (
            "deck",
            {"suits": {suit: cards[::-1] for suit, cards in sample("deck")["deck"]["suits"].items()}},
            "it is not written as a service writes it",
        ),
        ("deck", {"manifest_id": "other"}, "the match has the deck club-box sha256:"),
        ("deck", {"suits": [[[]]]}, "it cannot be read"),
        ("deck", {"more": "x" * 300_000}, "it is too large"),
    ],
)
def test_a_deck_that_is_not_that_of_the_match_is_refused(name, changes, why):
    (fault,) = said(name, facts_of(name), deck={**sample("deck")["deck"], **changes})

    assert fault.startswith(f"deck: {why}")


def test_without_its_deck_a_match_is_not_checked():
    (unproved,) = said("deck", facts_of("deck"), deck=None)

    assert unproved.startswith("the play: The match cannot be played here: The deck club-box")


def test_the_level_of_recording_can_change_before_play():
    facts = facts_of("score")
    facts.insert(1, Fact("level.chosen", {"level": "score", "dealing": "table"}))

    assert said("score", facts) == []


def ruled(kind, **terms):
    """A ruling, named x."""
    return Fact("ruling.given", {"ruling": "x", "kind": kind, "reason": "So ruled.", "by": "an account", **terms})


def adjusted(place, points, winners):
    """The ruling that adjusts a score, and what carries it out."""
    terms = {"points": points, "winners": winners}
    return [
        ruled("adjust", game=place, **terms),
        Fact("score.adjusted", {"round": place[0], "game": place[1], **terms, "ruling": "x"}),
    ]


def test_a_replayed_game_leaves_the_others_unchanged():
    facts = facts_of("score")
    anew = ruled("replay", game=[1, 1]), Fact("game.replayed", {"round": 1, "game": 1, "ruling": "x"})
    first, ended = facts[at(facts, "result.reported")], facts[at(facts, "match.ended")]

    assert said("score", [*facts, *anew, first, ended]) == []
    assert said("score", [*facts, *anew, ended])[0].endswith("payload: not every game has a result")


def test_a_match_annulled_as_a_whole_is_played_from_its_first_game_on():
    opening, *played = facts_of("deck")
    annulled = (
        ruled("annul", revision=2),
        Fact("moves.annulled", {"revision": 2, "games": [[1, 1]], "ruling": "x"}),
    )

    assert said("deck", [opening, *played, *annulled, *played]) == []


def test_games_that_lose_their_results_are_those_of_the_annulled_moves():
    opening, *played = facts_of("deck")
    annulled = ruled("annul", revision=2), Fact("moves.annulled", {"revision": 2, "games": [], "ruling": "x"})

    assert "payload: these are not the games that lose their results" in said("deck", [opening, *played, *annulled])[0]


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        (
            [ruled("adjust", game=[1, 1], points=[3, 3], winners=[]), *adjusted((1, 1), [4, 4], [])[1:]],
            "event 41, payload: it is not legal: it is not what its ruling says",
        ),
        ([ruled("void")], "the ruling x was not carried out"),
        (adjusted((1, 1), [3, 3], []), "results changed after the last totals"),
        (
            [ruled("upheld"), Fact("match.voided", {"reason": "", "ruling": "x"})],
            "event 41, payload: it is not legal: it is not what its ruling says",
        ),
    ],
)
def test_a_ruling_and_what_carries_it_out_belong_together(facts, why):
    assert said("ruled", [*facts_of("ruled"), *facts]) == [why]


def with_comment(record, points):
    """The record with the points of a ruling as a comment."""
    return re.sub(r"(?m)^(points: .*)$", rf"\1 ; ruled: {points}", record, count=1)


def test_a_ruled_score_counts_regardless_of_the_moves():
    facts = facts_of("ruled")
    ended = facts[at(facts, "match.ended", -1)]._replace(payload={"points": [3, 3], "wins": [0, 0], "winners": []})
    changed = [*facts, *adjusted((1, 1), [3, 3], []), ended]

    assert said("ruled", changed, record=with_comment(sample("ruled")["record"], "3 3")) == []
    assert said("ruled", changed) == ["record: line 18 differs from what the events give: points: 96 96 ; ruled: 3 3"]


def test_a_forged_record_of_a_ruled_match_is_wrong_in_every_part():
    """A ruled result is no reason to look away."""
    ended = Fact("match.ended", {"points": [-50, 50], "wins": [0, 2], "winners": [1]})
    facts = [*facts_of("score"), *adjusted((1, 1), [-20, 20], [1]), ended]
    record = sample("score")["record"].replace("12 -12", "-20 20")

    assert said("score", facts, record=record) == []
    for old, new in (("-20 20", "500 -500"), ("-20 20", "20 -20"), ("reason: out", "reason: pool"), ("1.1", "1.3")):
        (fault,) = said("score", facts, record=record.replace(old, new, 1))
        assert fault.startswith("record: line 1")


def test_a_score_ruled_without_any_report_counts():
    facts = [fact for fact in facts_of("score") if fact.kind == "match.opened"]
    facts += [*adjusted((1, 1), [3, -3], [0]), *adjusted((1, 2), [-1, 1], [1])]
    facts.append(Fact("match.ended", {"points": [2, -2], "wins": [1, 1], "winners": [0]}))
    record = re.sub("reason: out", "reason:", sample("score")["record"])

    assert said("score", facts, record=record.replace("12 -12", "3 -3").replace("-30 30", "-1 1")) == []


@pytest.mark.parametrize(
    ("facts", "outcome", "act"),
    [
        (
            [Fact("match.forfeited", {"seats": [1], "reason": "late"})],
            "outcome: forfeited by seat 1: late, ended at 2026-11-28T18:30:03.000000Z",
            "event 7, 2026-11-28T18:30:06.000000Z: forfeited by seats 1: late",
        ),
        (
            [Fact("match.voided", {"reason": "a row"})],
            "outcome: void: the match does not count: a row, ended at 2026-11-28T18:30:03.000000Z",
            "event 7, 2026-11-28T18:30:06.000000Z: voided by an official: a row",
        ),
        (
            [Fact("match.voided", {"reason": "a row"}), Fact("match.reopened", {"reason": "no row"})],
            "outcome: settled by an official, ended at 2026-11-28T18:30:03.000000Z",
            "event 8, 2026-11-28T18:30:07.000000Z: reopened by an official: no row",
        ),
        (
            [Fact("result.contested", {"seat": None, "reason": "no"})],
            "outcome: contested by an official, ended at 2026-11-28T18:30:03.000000Z",
            "event 6, 2026-11-28T18:30:05.000000Z: settled by an official: stands",
        ),
    ],
)
def test_the_verdict_tells_seats_outcome_decisions_and_times_from_the_events(facts, outcome, act):
    found = verdict("score", [*facts_of("score"), *facts])

    seats = ", ".join(f"{seat} {player}" for seat, player in enumerate(facts_of("score")[0].payload["seats"]))
    assert (found.faults, found.unproved) == ((), ())
    assert f"seats: {seats}" in found.found
    assert [line for line in found.found if line.startswith("outcome: ")] == [outcome]
    assert act in found.found


def test_a_result_that_the_game_cannot_give_is_wrong():
    facts = put(facts_of("score"), "result.reported", points=[13, -12])

    (fault, *_) = said("score", facts)

    assert fault.startswith("event 2, payload: it is not legal: ")


def test_a_report_that_agrees_changes_no_reason():
    """As in the service: what was reported first stands."""
    facts = facts_of("score")
    again = facts[at(facts, "result.reported")]
    same = again._replace(payload={**again.payload, "seat": 1, "reason": "pool"})

    assert said("score", [*facts[:3], same, *facts[3:]]) == []


@pytest.mark.parametrize(
    ("name", "at", "facts"),
    [
        ("score", 9, [Fact("result.confirmed", {})]),
        (
            "dealt",
            4,
            [Fact("moves.withdrawn", {"revision": 4}), Fact("move.played", {"seat": 0, "move": "16>A1"})],
        ),
    ],
)
def test_what_goes_on_without_end_is_given_up(name, at, facts):
    known = facts_of(name)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("verify.replay.MAX_WORK", 100)
        (unproved,) = said(name, [*known[:at], *facts * 60, *known[at:]])

    assert unproved == "the play: It undoes or confirms more than can be checked."


@pytest.mark.parametrize(
    ("name", "old", "new", "line"),
    [
        ("dealt", "log: full", "log:  full", "4 differs from what the events give: log: full"),
        ("dealt", "ludex: 1", "ludex: 9", "1 differs from what the events give: ludex: 1"),
        ("dealt", "seats: 2", "seats: 3", "5 differs from what the events give: seats: 2"),
        ("score", "rounds: 1", "rounds: 2", "6 differs from what the events give: rounds: 1"),
        ("score", "points: 12 -12", "points: 13 -13", "12 differs from what the events give: points: 12 -12"),
        ("deck", "\n0 Y5\n", "\n0 Y5  # 5s\n", "13 differs from what the events give: 0 Y5"),
        ("dealt", "\n0 give_up", "", "13 differs from what the events give: 0 give_up"),
        ("score", "\n== 1.2\npoints: -30 30\nreason: out\n", "", "15 differs from what the events give: == 1.2"),
        ("score", "reason: out\n\n==", "reason: out\n\n\n==", "15 differs from what the events give: == 1.2"),
    ],
)
def test_a_record_that_differs_from_the_events_in_anything_is_refused(name, old, new, line):
    record = sample(name)["record"]
    assert old in record

    assert said(name, facts_of(name), record=record.replace(old, new, 1)) == [f"record: line {line}"]


def test_an_undone_line_is_played_again():
    facts = facts_of("deck")
    moves = [number for number, fact in enumerate(facts) if fact.kind == "move.played"]
    last = facts[: moves[3] + 1]
    undone = Fact("moves.withdrawn", {"revision": len(last), "games": []})

    assert said("deck", [*last, undone, *facts[moves[3] :]]) == []
