"""Tournaments of two teams."""

import msgspec

from league.clubs import services as club_services
from league.common.actor import Actor
from league.tournaments.queries import detail as shown
from league.tournaments.queries import next_steps
from league.tournaments.queries.rounds import round_detail
from league.tournaments.services import entries
from league.tournaments.services import lifecycle as tournament_lifecycle
from tests.builders.evenings import begun, preset


class Teams:
    """A tournament of the teams X (a, b and perhaps c) and Y (the next letters) with its first round published."""

    def __init__(self, game, slug, size):
        given = preset(game, slug)
        self.evening = begun(game, given=msgspec.structs.replace(given, team_size=size))
        self.ids = {}
        for name in "abcdefg":
            player = club_services.add_player(club_id=self.evening.club, name=name, actor=self.evening.actor)
            self.ids[name] = player.pk
        for team, names in (("X", "abcd"[:size]), ("Y", "abcdef"[size : 2 * size])):
            self.enter(team, names)
        self.evening.do(tournament_lifecycle.start)
        self.evening.draw()
        self.entrants = {each.name: each.id for each in self.shown().entrants}

    def enter(self, team, names):
        self.evening.do(entries.enter_team, name=team, player_ids=[self.ids[name] for name in names])

    def shown(self):
        return shown.detail(self.evening.id, self.evening.actor)

    def place(self, name):
        [place] = next_steps.own_places(self.evening.id, Actor(players=frozenset({str(self.ids[name])})))
        return place

    def seated(self):
        """The names of team X at its table, as everybody sees them."""
        [table] = [
            table
            for table in round_detail(self.evening.id, 1, self.evening.actor).tables
            if "X" in [seat.name for seat in table.seats]
        ]
        [seat] = [seat for seat in table.seats if seat.name == "X"]
        return "".join(player.name for player in seat.players)

    def substitute(self, out, substitute):
        self.evening.do(entries.replace, entrant=self.entrants["X"], out=self.ids[out], substitute=self.ids[substitute])


def challenge():
    return Teams("the_game_extreme", "challenge-3", 3)


def pairs():
    return Teams("rummikub", "swiss", 2)
