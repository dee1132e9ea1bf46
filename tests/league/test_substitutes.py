"""Whoever plays for an entrant later, what was played for another one stays that one's."""

from uuid import UUID

import pytest
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as how
from hypothesis import strategies as st

from games.engine import Stated
from league.domain.actor import NOBODY
from league.errors import LeagueError
from league.projections import hot
from league.projections.tournaments_hot import tournaments as kept
from league.queries import tournaments as shown
from league.services import entries, people, results, seats, tournaments
from tests.league.evenings import begun

pytestmark = pytest.mark.django_db


class Cup:
    """Pairs in a Swiss tournament, everybody called by a letter; `played_by`: who plays for each entrant now."""

    def __init__(self, entrants="abcd", bench="e", slug="swiss"):
        self.evening = begun(slug=slug)
        self.ids = dict(zip(entrants, self.evening.join(*entrants), strict=True))
        for name in bench:
            player = people.add_player(club_id=self.evening.club, name=name, actor=self.evening.actor)
            self.ids[name] = str(player.pk)
        self.names = {id_: name for name, id_ in self.ids.items()}
        self.played_by = {name: name for name in entrants}
        self.evening.do(tournaments.start)

    def draw(self, *pairs):
        """A round of these pairs, or as it is drawn."""
        self.evening.do(tournaments.draw_round)
        if pairs:
            tables = [[self.ids[name] for name in pair] for pair in pairs]
            expected = kept.current(self.evening.id).head.seq
            self.evening.do(tournaments.change_draft, tables_of={0: tables}, out={}, expected=expected)
        self.evening.do(tournaments.publish_round)

    def substitute(self, entrant, player):
        out, in_ = UUID(self.ids[self.played_by[entrant]]), UUID(self.ids[player])
        self.evening.do(entries.replace, entrant=self.ids[entrant], out=out, substitute=in_)
        self.played_by[entrant] = player

    def withdraw(self, entrant):
        self.evening.do(entries.withdraw, entrant=self.ids[entrant])

    def come_back(self, entrant):
        self.evening.do(entries.return_, entrant=self.ids[entrant])

    def sit_otherwise(self, number):
        """Those at a table of the last round change their seats."""
        now = hot.current(self.match(number))
        turned = [UUID(player) for player in reversed(now.state.opened.seats)]
        seats.change_seats(
            match_id=self.match(number),
            players=turned,
            reason="Late.",
            expected=now.head.seq,
            actor=self.evening.actor,
        )

    def match(self, number):
        """The match of a table of the last round."""
        tables = self.evening.now.rounds[-1].tables
        return tables[number % len(tables)].match

    def win(self, player, number=0):
        """A player wins every game of a table of the last round; who played there for whom."""
        match = self.match(number)
        sitting = [self.names[each] for each in hot.current(match).state.opened.seats]
        points = tuple(20 if each == player else -20 for each in sitting)
        for place in hot.current(match).state.places:
            expected = hot.current(match).head.seq
            stated = Stated(points, "out")
            results.report_result(
                match_id=match, place=place, stated=stated, expected=expected, actor=self.evening.actor
            )

    def win_at(self, seat, number):
        """Whoever sits there wins, for the entrant that he plays for now."""
        number %= len(self.evening.now.rounds[-1].tables)
        player = self.names[hot.current(self.match(number)).state.opened.seats[seat]]
        self.win(player, number)
        [entrant] = [entrant for entrant, _, _, how in self.table(len(self.evening.now.rounds), number) if how == "won"]
        assert self.played_by[entrant] == player

    def table(self, round_, number=0):
        """(entrant, who played for it, points, how it went) by entrant; None while nothing is known."""
        [table] = [each for each in self.shown(round_) if each["table"] == number + 1]
        if table["outcome"] == "unplayed":
            return None
        return [
            (
                self.names[seat["entrant"]],
                "".join(self.names[each["player"]] for each in seat["players"]),
                seat["points"],
                "won" if seat["winner"] else "away" if seat["absent"] else "",
            )
            for seat in sorted(table["seats"], key=lambda seat: self.names[seat["entrant"]])
        ]

    def shown(self, round_):
        return shown.round_(self.evening.id, round_, NOBODY)["tables"]


def test_who_won_and_later_plays_for_the_loser_has_won_for_himself():
    cup = Cup()
    cup.draw("ad", "bc")
    cup.win("d")

    cup.withdraw("d")
    cup.substitute("a", "d")

    assert cup.table(1) == [("a", "a", -40, ""), ("d", "d", 40, "won")]


def test_what_a_stand_in_won_stays_when_she_plays_for_the_loser():
    cup = Cup()
    cup.substitute("a", "e")
    cup.draw("ab", "cd")
    cup.win("e")

    cup.substitute("a", "a")
    cup.substitute("b", "e")

    assert cup.table(1) == [("a", "e", 40, "won"), ("b", "b", -40, "")]


def test_two_at_a_table_play_for_others_than_before():
    cup = Cup()
    cup.substitute("a", "e")
    cup.substitute("b", "a")
    cup.draw("ab", "cd")

    cup.win("a")

    assert cup.table(1) == [("a", "e", -40, ""), ("b", "a", 40, "won")]


def test_seats_change_hands_while_the_table_is_open():
    cup = Cup()
    cup.draw("ab", "cd")
    cup.substitute("a", "e")
    cup.sit_otherwise(0)
    cup.substitute("b", "a")

    cup.win("a")

    assert cup.table(1) == [("a", "e", -40, ""), ("b", "a", 40, "won")]


def test_who_plays_for_another_one_leaves_the_own_seat_alone():
    cup = Cup()
    cup.draw("ab", "cd")
    cup.withdraw("a")
    cup.substitute("b", "a")
    cup.withdraw("c")

    assert [cup.table(1, number) for number in range(2)] == [
        [("a", "a", None, "away"), ("b", "b", None, "")],
        [("c", "c", None, "away"), ("d", "d", None, "")],
    ]


STEPS = st.one_of(
    st.tuples(st.just("substitute"), st.sampled_from("abcd"), st.sampled_from("abcdef")),
    st.tuples(st.just("withdraw"), st.sampled_from("abcd")),
    st.tuples(st.just("come_back"), st.sampled_from("abcd")),
    st.tuples(st.just("sit_otherwise"), st.integers(0, 1)),
    st.tuples(st.just("win_at"), st.integers(0, 1), st.integers(0, 1)),
    st.tuples(st.just("draw")),
)


@how(
    max_examples=5,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow],
)
@given(st.lists(STEPS, min_size=10, max_size=30))
def test_what_was_played_stays_through_everything_that_happens_later(steps):
    cup = Cup(bench="ef")
    cup.draw()
    played = {}

    for step, *given_ in steps:
        try:
            getattr(cup, step)(*given_)
        except LeagueError:
            continue
        for number in range(1, len(cup.evening.now.rounds) + 1):
            for index in range(len(cup.shown(number))):
                if (table := cup.table(number, index)) is not None:
                    assert played.setdefault((number, index), table) == table
