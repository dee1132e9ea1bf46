import pytest

from games import registry, rummikub
from games.errors import FormError
from games.registry import DuplicateGame, UnknownGame, UnknownRules, engine, engines
from games.rummikub import ENGINE

GAMES = ["ralph", "riff_raff", "rummikub", "the_game_extreme", "toy_story_4"]


@pytest.fixture(autouse=True)
def _afresh():
    engines.cache_clear()
    yield
    engines.cache_clear()


def test_every_game_folder_is_a_game():
    assert list(engines()) == GAMES


def test_a_game_is_found_by_its_name_and_its_rules():
    assert engine("rummikub") is engine("rummikub", "1") is ENGINE


def test_an_unknown_game_is_refused_by_name():
    with pytest.raises(UnknownGame, match="There is no game 'chess'\\. Known games: ralph, ") as refused:
        engine("chess")

    assert (refused.value.code, isinstance(refused.value, FormError)) == ("record.unknown_game", True)


def test_unknown_rules_are_refused_by_number():
    with pytest.raises(UnknownRules, match="rummikub has no rules number '9'\\. Known numbers: 1\\.") as refused:
        engine("rummikub", "9")

    assert refused.value.code == "record.version"


class Older(type(ENGINE)):
    meta = type(ENGINE.meta)(slug="rummikub", name="Rummikub", rules="0", seats=range(2, 5))


class Plugin:
    """An entry point of another distribution, as `importlib.metadata` gives it."""

    def __init__(self, found):
        self.found = found

    def load(self):
        return self.found


def test_a_plug_in_adds_its_game(monkeypatch):
    class Go(type(ENGINE)):
        meta = type(ENGINE.meta)(slug="go", name="Go", rules="3", seats=range(2, 3))

    monkeypatch.setattr(registry, "entry_points", lambda group: [Plugin(Go())] if group == "league.games" else [])

    assert list(engines()) == ["go", *GAMES]
    assert engine("go").meta.rules == "3"


def test_older_rules_are_kept_beside_the_current_ones(monkeypatch):
    monkeypatch.setattr(rummikub, "OLDER", (Older(),), raising=False)

    assert [engine("rummikub", rules).meta.rules for rules in (None, "0", "1")] == ["1", "0", "1"]


def test_two_engines_of_the_same_name_and_rules_are_refused(monkeypatch):
    monkeypatch.setattr(registry, "entry_points", lambda group: [Plugin(ENGINE)])

    with pytest.raises(DuplicateGame, match="Two games share the name rummikub and rules 1\\."):
        engines()


def test_a_game_may_have_only_older_rules(monkeypatch):
    monkeypatch.setattr(rummikub, "OLDER", (Older(),), raising=False)
    monkeypatch.delattr(rummikub, "ENGINE")

    assert engine("rummikub").meta.rules == "0"
