"""Corrections in a knockout whose next table is published and has no result."""

import pytest

from games.engine import Stated
from league.common.actor import Actor
from league.impact import services
from league.matches import repository as match_repository
from league.tournaments.errors import PolicyNeeded
from league.tournaments.queries.bracket import bracket
from league.tournaments.services import lifecycle
from tests.builders.cups import Cup

pytestmark = pytest.mark.django_db


class Final:
    """A knockout of four: a and b have won the semifinals, and the final is published."""

    def __init__(self, by_players=False):
        self.cup = Cup("abcd", slug="knock-out", game="toy_story_4")
        self.cup.draw()
        self.semifinals = self.cup.evening.now.rounds[0].tables
        for number, table in enumerate(self.semifinals):
            winner = min(self.cup.names[entrant] for entrant in table.seats)
            self.report(winner, number, actor=self.player(winner) if by_players else None)
        self.cup.draw()

    def player(self, name):
        return Actor(players=frozenset({self.cup.ids[name]}))

    def report(self, winner, number=0, actor=None, **more):
        """Report the only game of a semifinal."""
        match = match_repository.load(self.semifinals[number].match)
        points = tuple(10 * (self.cup.names[player] == winner) for player in match.state.opened.seats)
        services.report_result(
            match_id=self.semifinals[number].match,
            place=match.state.places[0],
            stated=Stated(points, "end"),
            expected=match.head.seq,
            actor=actor or self.cup.evening.actor,
            **more,
        )

    def correct(self, winner, policy=None, actor=None):
        """Correct the first semifinal."""
        self.report(winner, actor=actor, correction="Typing error.", policy=policy)

    @property
    def players(self):
        """Winner and loser of the first semifinal as it was played."""
        return sorted(self.cup.names[entrant] for entrant in self.semifinals[0].seats)

    @property
    def rounds(self):
        return len(self.cup.evening.now.rounds)

    def shown(self):
        """The first semifinal in the bracket: name, place and the table that it leads to."""
        found = bracket(self.cup.evening.id, self.cup.evening.actor)
        table = next(table for each in found.rounds for table in each.tables if table.match == self.semifinals[0].match)
        return {slot.name: (slot.place, slot.to) for slot in table.slots}


def test_a_correction_asks_what_happens_to_the_final_without_a_result():
    final = Final()
    _, loser = final.players

    with pytest.raises(PolicyNeeded, match=r"drawn from the old result .*: 2\."):
        final.correct(loser)

    assert final.rounds == 2


def test_a_player_leaves_such_a_correction_to_an_official():
    final = Final(by_players=True)
    winner, loser = final.players

    with pytest.raises(PolicyNeeded, match="An official has to choose a policy"):
        final.correct(loser, actor=final.player(winner))


@pytest.mark.parametrize("ruling", [services.forfeit_match, services.void_match])
def test_so_does_a_ruling(ruling):
    final = Final()
    winner, _ = final.players
    table = final.semifinals[0]
    match = match_repository.load(table.match)
    terms = (
        {"seats": [match.state.opened.seats.index(final.cup.ids[winner])]} if ruling == services.forfeit_match else {}
    )

    with pytest.raises(PolicyNeeded):
        ruling(
            match_id=table.match,
            reason="Fire.",
            expected=match.head.seq,
            actor=final.cup.evening.actor,
            **terms,
        )


def test_a_correction_that_leaves_the_winner_asks_nothing():
    final = Final()
    winner, _ = final.players

    final.correct(winner)

    assert final.rounds == 2


def test_if_the_final_is_kept_the_bracket_shows_who_really_plays_it():
    final = Final()
    winner, loser = final.players
    before = final.shown()

    final.correct(loser, policy="keep")

    after = final.shown()
    assert (before[winner], before[loser]) == ((1, "final"), (2, "third"))
    assert (after[winner], after[loser]) == ((2, "final"), (1, "third"))


def test_correcting_back_leaves_a_final_that_comes_out_the_same():
    final = Final()
    winner, loser = final.players
    final.correct(loser, policy="keep")

    final.correct(winner, policy="recompute")

    assert final.rounds == 2


def test_a_final_whose_players_changed_seats_by_hand_comes_out_the_same():
    final = Final()
    winner, loser = final.players
    evening = final.cup.evening
    evening.do(lifecycle.annul_round, reason="Seats.")
    evening.do(lifecycle.draw_round)
    turned = [list(reversed(table.seats)) for table in evening.now.draft.tables]
    evening.do(lifecycle.change_draft, tables_of={0: turned}, out={}, expected=evening.revision)
    evening.do(lifecycle.publish_round)
    final.correct(loser, policy="keep")

    final.correct(winner, policy="recompute")

    assert final.rounds == 2


def test_recomputing_undoes_a_final_that_others_would_play():
    final = Final()
    _, loser = final.players

    final.correct(loser, policy="recompute")

    assert final.rounds == 1
    final.cup.evening.do(lifecycle.draw_round)
    assert final.cup.ids[loser] in {entrant for table in final.cup.evening.now.draft.tables for entrant in table.seats}
