"""Scorings and chains: which can be chosen, and how they are written."""

import msgspec
import pytest

from league.eventlog import canonical
from league.standings import scoring_rules as presets
from league.standings.errors import BadScoring
from league.standings.scoring_rules import Scoring, Unplayed, check_scoring
from league.standings.tiebreaks.registry import TIEBREAKS, check_chain

EVERY = [
    presets.pairs_preset(),
    presets.games_preset(),
    presets.places_preset(),
    presets.places_preset(fewest=True),
    presets.team_preset(),
    presets.Preset(Scoring(by="points"), ("wins", "match_wins", "direct_encounter")),
]


@pytest.mark.parametrize("preset", EVERY)
def test_presets_can_be_chosen_unchanged(preset):
    assert check_scoring(preset.scoring) == preset.scoring
    assert check_chain(preset.tiebreaks) == preset.tiebreaks


def test_a_scoring_has_one_spelling_and_survives_the_log():
    loose = Scoring(by="ranks", ranks={"2": ("2/2", "0.50")}, bye=Unplayed(share="1"), most="6/4", late=Unplayed())

    scoring = check_scoring(loose)

    stored = canonical.dump(msgspec.to_builtins(scoring))
    assert stored == b'{"by":"ranks","late":{},"most":"3/2","ranks":{"2":[1,"1/2"]}}'
    assert msgspec.json.decode(stored, type=Scoring) == scoring


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        ({"ranks": {"2": (1, 0)}, "by": "games"}, "ranks: points by place are only for scoring by ranks."),
        ({"draw": 1, "by": "games"}, "draw: points by place are only for scoring by ranks."),
        ({"ranks": {"two": (1, 0)}}, "ranks.two: a table has 1 to 100 seats."),
        ({"ranks": {"02": (1, 0)}}, "ranks.02: a table has 1 to 100 seats."),
        ({"ranks": {"2": (1, 0, 0)}}, "ranks.2: give points to 1 to 2 places."),
        ({"ranks": {"2": ()}}, "ranks.2: give points to 1 to 2 places."),
        ({"ranks": {"2": (0, 1)}}, "ranks.2.1: a place cannot give more than the one above it."),
        ({"ranks": {"2": ("x", 1)}}, "ranks.2.0: 'x' is not a number like 3, 1/2 or 0.5."),
        ({"most": "1/0"}, "most: '1/0' is not a number like 3, 1/2 or 0.5."),
        ({"most": "1e9"}, "most: '1e9' is not a number like 3, 1/2 or 0.5."),
        ({"most": 10**7}, "most: '10000000' is too large or too precise."),
        ({"least": "1/1001"}, "least: '1/1001' is too large or too precise."),
        ({"most": 1, "least": 2}, "most: it is less than the minimum, 2."),
        ({"drop": -1}, "drop: a whole number from 0 to 1000."),
        ({"best": 0}, "best: a whole number from 1 to 1000."),
        ({"best": 3, "drop": 1}, "best: drop already sets how many results count."),
        ({"bye": Unplayed(share=2)}, "bye.share: a share ranges from 0 (a loss) to 1 (a win)."),
        ({"by": "team", "place_bonus": (1,)}, "place_bonus: a team has no places at its table."),
        ({"by": "games", "place_bonus": (1,) * 101}, "place_bonus: a table has 1 to 100 seats."),
        ({"by": "points", "place_bonus": (1, "x")}, "place_bonus.1: 'x' is not a number like 3, 1/2 or 0.5."),
        ({"by": "games", "each_game": True}, "each_game: only the points of the game can be counted game by game."),
        (
            {"by": "points", "each_game": True, "table_bonus": 1},
            "table_bonus: where each game counts by itself, nobody wins the table.",
        ),
        ({"late": Unplayed(score="much")}, "late.score: 'much' is not a number like 3, 1/2 or 0.5."),
    ],
)
def test_an_impossible_scoring_is_refused_by_the_name_of_the_setting(settings, text):
    with pytest.raises(BadScoring) as refused:
        check_scoring(Scoring(**{"by": "ranks", **settings}))

    assert str(refused.value) == text


@pytest.mark.parametrize(
    ("chain", "text"),
    [
        (["points", "luck"], f"tiebreaks.1: 'luck' is not one of {', '.join(TIEBREAKS)}."[:80]),
        (["lot", "lot"], "tiebreaks.1: 'lot' is already in the chain."),
        (["direct_encounter"] * 13, "tiebreaks: a chain can have at most 12 tie-breaks."),
    ],
)
def test_an_impossible_chain_is_refused_by_the_name_of_the_tie_break(chain, text):
    with pytest.raises(BadScoring) as refused:
        check_chain(chain)

    assert str(refused.value)[:80] == text


def test_direct_encounter_may_be_repeated():
    chain = ("direct_encounter", "buchholz", "direct_encounter")

    assert check_chain(chain) == chain
