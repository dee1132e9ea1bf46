"""Small Rummikub tournaments whose players are letters, and the results of their tables."""

from uuid import UUID

from games.engine import Stated
from league.clubs import services as club_services
from league.common.actor import NOBODY
from league.impact import services as results
from league.matches import repository as match_repository
from league.matches.services import setup as seats
from league.tournaments.queries import standings as tournament_standings
from league.tournaments.queries.rounds import round_detail
from league.tournaments.services import entries
from league.tournaments.services import lifecycle as tournament_lifecycle
from tests.builders.evenings import begun


class Cup:
    """A tournament that runs, of pairs in a Swiss system unless told otherwise.

    `played_by`: who plays for each entrant now; on the *bench* are players of the club who have not entered.
    """

    def __init__(self, entrants="abcd", bench="e", slug="swiss", **more):
        self.evening = begun(slug=slug, **more)
        self.ids = dict(zip(entrants, self.evening.join(*entrants), strict=True))
        for name in bench:
            player = club_services.add_player(club_id=self.evening.club, name=name, actor=self.evening.actor)
            self.ids[name] = str(player.pk)
        self.names = {id_: name for name, id_ in self.ids.items()}
        self.played_by = {name: name for name in entrants}
        self.evening.do(tournament_lifecycle.start)

    def draw(self, *pairs):
        """Draw and publish a round, with these pairs if any are given."""
        self.evening.do(tournament_lifecycle.draw_round, anew=True)
        if pairs:
            tables = [[self.ids[name] for name in pair] for pair in pairs]
            expected = self.evening.revision
            self.evening.do(tournament_lifecycle.change_draft, tables_of={0: tables}, out={}, expected=expected)
        self.evening.do(tournament_lifecycle.publish_round)

    def sit(self, entrants):
        """Start a table with these players on an open evening."""
        self.evening.do(tournament_lifecycle.start_table, entrants=[self.ids[name] for name in entrants])

    def substitute(self, entrant, player):
        out, in_ = UUID(self.ids[self.played_by[entrant]]), UUID(self.ids[player])
        self.evening.do(entries.replace, entrant=self.ids[entrant], out=out, substitute=in_)
        self.played_by[entrant] = player

    def withdraw(self, entrant):
        self.evening.do(entries.withdraw, entrant=self.ids[entrant])

    def come_back(self, entrant):
        self.evening.do(entries.return_, entrant=self.ids[entrant])

    def sit_otherwise(self, number):
        """Change the seats at a table of the last round."""
        turned = [UUID(player) for player in reversed(match_repository.load(self.match(number)).state.opened.seats)]
        self.on_match(seats.change_seats, number, players=turned, reason="Late.", names="wrong")

    def match(self, number):
        """The match at a table of the last round."""
        tables = self.evening.now.published[-1].tables
        return tables[number % len(tables)].match

    def win(self, player, number=0):
        """Let a player win every game at a table of the last round. Returns who played there for whom."""
        match = self.match(number)
        sitting = [self.names[each] for each in match_repository.load(match).state.opened.seats]
        points = tuple(20 if each == player else -20 for each in sitting)
        for place in match_repository.load(match).state.places:
            self.on_match(results.report_result, number, place=place, stated=Stated(points, "out"))

    def on_match(self, command, number=0, **more):
        """Run a command of the organiser on the match at a table of the last round."""
        match = self.match(number)
        sent = {"actor": self.evening.actor, **more}
        return command(match_id=match, expected=match_repository.load(match).head.seq, **sent)

    def game(self, game, number=0, correction=None, **points):
        """Report one game at a table of the last round, with points by player and 0 for the others."""
        seated = match_repository.load(self.match(number)).state.opened.seats
        stated = Stated(tuple(points.get(self.names[player], 0) for player in seated), "out")
        self.on_match(results.report_result, number, place=(1, game), stated=stated, correction=correction)

    def scores(self):
        """The score of every entrant in the standings."""
        [group] = tournament_standings.standings(self.evening.id, NOBODY).groups
        return {self.names[row.entrant]: row.score for row in group.rows}

    def win_at(self, seat, number):
        """Let the player at this seat win for their current entrant."""
        number %= len(self.evening.now.published[-1].tables)
        player = self.names[match_repository.load(self.match(number)).state.opened.seats[seat]]
        self.win(player, number)
        seats = self.table(len(self.evening.now.published), number)
        assert [self.played_by[entrant] for entrant, _, _, how in seats if how == "won"] == [player]

    def table(self, round_, number=0):
        """(entrant, player, points, outcome) by entrant, None as long as nothing is known."""
        [table] = [each for each in self.shown(round_) if each.table == number + 1]
        if table.outcome == "unplayed":
            return None
        return [
            (
                self.names[seat.entrant],
                "".join(self.names[each.player] for each in seat.players),
                seat.points,
                "won" if seat.winner else "away" if seat.absent else "",
            )
            for seat in sorted(table.seats, key=lambda seat: self.names[seat.entrant])
        ]

    def shown(self, round_):
        return round_detail(self.evening.id, round_, NOBODY).tables
