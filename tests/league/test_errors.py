"""Errors of league: each has its own code, and long params are shortened."""

from league.errors import LeagueError
from league.seasons.errors import LevelAtTheCut
from league.tournaments.errors import BadSeating, TiedAtTheCut


def kinds(error=LeagueError):
    """Every error class of league, bases included."""
    mine = [error] if error.__module__.startswith("league.") else []
    return mine + [each for kind in error.__subclasses__() for each in kinds(kind)]


def test_no_two_errors_share_a_code():
    codes = [kind.code for kind in kinds()]

    assert sorted(codes) == sorted({*codes})


def test_an_error_is_in_the_errors_module_of_its_concept():
    assert {kind.__module__.rpartition(".")[2] for kind in kinds()} == {"errors"}


def test_a_refusal_names_all_tied_entrants_and_shortens_long_lists():
    ids = ", ".join(f"0198f2c4-0000-7000-8000-{number:012}" for number in range(60))

    assert TiedAtTheCut(entrants=ids).params == {"entrants": ids}
    assert LevelAtTheCut(division="A", players=ids).params["players"] == ids
    assert len(BadSeating(entrant=ids, why="no").params["entrant"]) == 201
