"""What byes in advance mean in a season."""

from league.seasons.attached_events import tournament_result
from league.seasons.domain.league import Season
from league.seasons.domain.rules import SeasonRules
from league.standings import scoring_rules
from league.tournaments.domain.byes import take_byes
from tests.builders.evenings_in_memory import Running, settings


def test_a_player_who_had_only_half_point_and_zero_point_byes_has_not_played_the_event():
    running = Running(settings(scoring=scoring_rules.pairs_preset().scoring)).enter(*"abcdefg").start()
    for entrant, worth in (("e", "full"), ("f", "half"), ("g", "zero")):
        running.take(take_byes(running.now, entrant, [1], worth, organiser=True))
    running.play()

    found = tournament_result("t", running.now, running.results, Season(1, "2026", SeasonRules()))

    assert sorted(player for placing in found.placed for player in placing.players) == list("abcde")
