"""The tree in the docstring of `league.errors`, against the classes that it draws."""

import re

from league import errors
from league.errors import LeagueError


def drawn():
    """Every error of the docstring, with the one it hangs on."""
    told, above = [("LeagueError", "Exception")], ["LeagueError"]
    for line in errors.__doc__.splitlines():
        if branch := re.match(r"((?:│   |    )*)[├└]── (\w+)", line):
            depth = len(branch[1]) // 4 + 1
            above[depth:] = [branch[2]]
            told.append((branch[2], above[depth - 1]))
    return told


def raised(error=LeagueError):
    """Every error of league, with the one it is made from."""
    mine = [(error.__name__, error.__base__.__name__)] if error.__module__.startswith("league.errors.") else []
    return mine + [each for kind in error.__subclasses__() for each in raised(kind)]


def test_the_tree_of_errors_draws_each_of_them_once_below_its_base():
    assert sorted(drawn()) == sorted(raised())


def test_an_area_in_brackets_is_the_module_of_the_error():
    named = re.findall(r"── (\w+) +\((\w+)\)", errors.__doc__)

    assert named == [(name, getattr(errors, name).__module__.removeprefix("league.errors.")) for name, _ in named]


def test_no_two_errors_have_one_code():
    codes = [getattr(errors, name).code for name, _ in raised()]

    assert sorted(codes) == sorted({*codes})


def test_a_refusal_names_all_who_are_level_where_an_order_is_asked_for_and_cuts_what_would_flood():
    ids = ", ".join(f"0198f2c4-0000-7000-8000-{number:012}" for number in range(60))

    assert errors.LevelAtTheEnd(entrants=ids).params == {"entrants": ids}
    assert errors.LevelAtTheCut(division="A", players=ids).params["players"] == ids
    assert len(errors.BadSeating(entrant=ids, why="no").params["entrant"]) == 201
