"""What holds in every game, with cargo that slides at random between turns."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from games.chance import Chance
from games.engine import CHANCE, PUBLIC, Level, Table
from games.errors import FormError
from games.records.replay import replay
from games.records.simulate import head, result
from games.riff_raff import ENGINE
from games.riff_raff.items import ITEMS, SET, size
from games.riff_raff.moves import Card, Load
from games.riff_raff.options import OPTIONS
from games.riff_raff.position import Phase

seeds = st.binary(min_size=1, max_size=8)
tables = st.builds(
    lambda seats, oldest, catch: Table(
        seats,
        Level.OPEN,
        {**{option.key: option.default for option in OPTIONS}, "oldest": oldest % seats, "own_piece_catch": catch},
    ),
    st.integers(2, 4),
    st.integers(0, 3),
    st.sampled_from(["out", "returns"]),
)


def stormy(table, seed):
    """Moves and positions of a game in which, now and then, something slides before a move."""
    state, plies = ENGINE.setup(table), []
    while seats := sorted(ENGINE.turn(state)):
        chance = Chance(seed, str(len(plies)))
        seat = CHANCE if chance.below(4) == 0 else chance.pick(seats)
        move = ENGINE.draw(state, chance) if seat == CHANCE else ENGINE.suggest(state, seat, chance)
        plies.append((state, seat, move))
        state = ENGINE.apply(state, seat, move)
    return plies, state


@settings(max_examples=25, deadline=None)
@given(table=tables, seed=seeds)
def test_a_stormy_game_replays_to_the_same_end(table, seed):
    plies, end = stormy(table, seed)
    lines = [f"{'*' if seat == CHANCE else seat} {move}" for _, seat, move in plies]

    found = replay("\n".join([*head(ENGINE, table, table.options), "", *lines, "", *result(ENGINE.score(end)), ""]))

    assert (found.games[0].state, found.games[0].moves) == (end, len(plies))


@settings(max_examples=25, deadline=None)
@given(table=tables, seed=seeds)
def test_all_items_of_each_type_stay_in_the_game(table, seed):
    plies, end = stormy(table, seed)
    sets = 4 if table.seats != 3 else 3

    assert {ENGINE.pieces(state) for state in [*(before for before, _, _ in plies), end]} == {sets * SET}


@settings(max_examples=25, deadline=None)
@given(table=tables, seed=seeds)
def test_the_fewest_items_win_and_an_empty_supply_wins_alone(table, seed):
    _, end = stormy(table, seed)

    score = ENGINE.score(end)

    assert score.winners == tuple(seat for seat, left in enumerate(score.points) if left == min(score.points))
    assert (score.reason == "empty") == (min(score.points) == 0)
    assert score.reason == "rounds" or len(score.winners) == 1


@settings(max_examples=25, deadline=None)
@given(table=tables, seed=seeds)
def test_each_card_is_played_once_in_ten_rounds_and_each_seat_loads_once_in_a_round(table, seed):
    plies, end = stormy(table, seed)
    for kind, once in (
        (Card, lambda before, seat, move: (seat, (before.round - 1) // 10, move.number)),
        (Load, lambda before, seat, move: (seat, before.round)),
    ):
        made = [once(before, seat, move) for before, seat, move in plies if isinstance(move, kind)]

        assert len(made) == len(set(made))
    assert end.phase == Phase.OVER


@settings(max_examples=25, deadline=None)
@given(table=tables, seed=seeds)
def test_the_captain_leads_and_cards_fall_from_high_to_low(table, seed):
    plies, _ = stormy(table, seed)
    for before, seat, move in plies:
        if isinstance(move, Load) and len(before.queue) == table.seats:
            cards = [before.cards[each] for each in before.queue]

            assert (seat, before.queue[0]) == (before.captain, before.captain)
            assert cards == sorted(cards, reverse=True)


@settings(max_examples=25, deadline=None)
@given(table=tables, seed=seeds)
def test_counts_of_a_view_add_up(table, seed):
    plies, end = stormy(table, seed)
    total = size(ENGINE.pieces(end))
    for before, _, _ in plies:
        view = ENGINE.view(before, PUBLIC)

        assert sum(view["left"]) + view["ship"] + view["out"] == total
        assert [len(supply) for supply in view["supplies"]] == view["left"]
        assert sum(len(items) for items in view["areas"].values()) == view["ship"]


@settings(max_examples=25, deadline=None)
@given(table=tables, seed=seeds)
def test_pieces_placed_in_this_turn_return_only_with_the_option(table, seed):
    """The same game under both rulings differs only where a piece was caught that was placed in that turn."""
    plies, _ = stormy(replace(table, options={**table.options, "own_piece_catch": "out"}), seed)
    for before, seat, move in plies:
        if isinstance(move, Load):
            out = ENGINE.apply(before, seat, move)
            other = ENGINE.apply(before._replace(options=before.options._replace(own_piece_returns=True)), seat, move)
            kept = size(out.out) - size(other.out)

            assert kept in (0, len(move.caught))
            assert not kept or {each.item for each in move.fell} <= set(move.items)


WORDS = ("load", "fell", "caught", "then", "captain", "order", "ship", "|", "0", "1", "2", "7", "11", "-1", *ITEMS)


@settings(max_examples=200, deadline=None)
@given(words=st.lists(st.sampled_from([*WORDS, "rat:5", "boat:11", "rum", ""]), max_size=8))
def test_any_text_is_a_move_that_survives_reading_and_writing_or_is_refused(words):
    text = " ".join(words)

    try:
        move = ENGINE.parse(text)
    except FormError:
        move = None

    assert move is None or ENGINE.parse(str(move)) == move
