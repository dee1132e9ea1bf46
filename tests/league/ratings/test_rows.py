"""Rows of ratings, written without the ORM: the same for any batches, and only changed rows."""

import random
from datetime import timedelta
from uuid import UUID

import pytest
from django.db import connection
from django.forms.models import model_to_dict

from league.eventlog import sealer
from league.eventlog.projections import runner
from league.matches.domain.events import MatchReopened, MatchVoided, ResultConfirmed, ResultContested, ResultSettled
from league.ratings import rows as rating_rows
from league.ratings.models import RatedMatch, RatingDay, RatingRow
from tests.builders.rated import NOON, play, result, write

pytestmark = pytest.mark.django_db

CLUBS = [UUID(int=number) for number in (100, 200, 300)]
PLAYERS = [UUID(int=number) for number in range(1, 9)]
GAMES = ["rummikub", "riff_raff"]
TABLES = (RatedMatch, RatingRow, RatingDay)


def rows():
    """All rows, every column."""
    return [[model_to_dict(row) for row in table.objects.order_by("pk")] for table in TABLES]


def written():
    """By which transaction and command each row was written last, by table."""
    names = [table._meta.db_table for table in TABLES]
    with connection.cursor() as cursor:
        found = []
        for name in names:
            cursor.execute(f"SELECT ctid, xmin, cmin FROM {name} ORDER BY ctid")
            found.append(cursor.fetchall())
    return found


def happen(chance, matches):
    """A match in one of the clubs, or something that changes how an earlier one is rated."""
    if len(matches) < 4 or chance.random() < 0.6:
        seats = chance.sample(PLAYERS, chance.randint(2, 4))
        points = [chance.randint(-3, 3) for _ in seats]
        day, club, game = chance.randint(0, 6), chance.choice(CLUBS), chance.choice(GAMES)
        matches[play(seats, points, club=club, day=day, game=game)] = len(seats)
        return
    match, seats = chance.choice(list(matches.items()))
    points = tuple(chance.randint(-3, 3) for _ in range(seats))
    facts = chance.choice(
        [
            result(points, correction="Строки перепутаны: „наоборот“."),
            [MatchVoided("дождь")],
            [ResultContested(0, "не так")],
            [ResultConfirmed(1)],
            [MatchReopened("всё же"), ResultSettled("так и было")],
        ]
    )
    write(match, *facts, at=NOON + timedelta(days=20))


@pytest.mark.parametrize("seed", range(3))
def test_rows_are_the_same_for_any_batches_and_statements(seed, monkeypatch):
    chance, matches = random.Random(seed), {}
    monkeypatch.setattr(rating_rows, "_CHUNK", 3)
    for _ in range(12):
        for _ in range(chance.choice([1, 1, 5])):
            happen(chance, matches)
        monkeypatch.setattr(runner, "BATCH", chance.choice([1, 4, 1000]))
        sealer.seal_all()
        runner.catch_up("ratings")
    kept = rows()
    monkeypatch.undo()

    runner.rebuild("ratings")

    assert all(kept)
    assert rows() == kept


def test_a_correction_without_effect_on_the_order_writes_only_the_match():
    match = play(PLAYERS[:2], (24, -24), club=CLUBS[0])
    play(PLAYERS[1:3], (24, -24), club=CLUBS[0])
    runner.catch_up_all()
    before = written()

    write(match, ResultConfirmed(0), at=NOON + timedelta(days=1))
    runner.catch_up_all()

    matches, *ratings = written()
    assert ratings == before[1:]
    assert len(set(matches) - set(before[0])) == 1


def test_an_event_without_news_writes_nothing():
    match = play(PLAYERS[:2], (24, -24), club=CLUBS[0])
    write(match, ResultConfirmed(0), at=NOON)
    runner.catch_up_all()
    before = written()

    write(match, ResultConfirmed(0), at=NOON + timedelta(days=1))
    runner.catch_up_all()

    assert written() == before


def test_a_result_writes_only_ratings_of_its_players():
    play(PLAYERS[:4], (1, 2, 3, 4), club=CLUBS[0])
    play(PLAYERS[4:6], (24, -24), club=CLUBS[0])
    runner.catch_up_all()
    before = written()

    play(PLAYERS[:2], (24, -24), club=CLUBS[0])
    runner.catch_up_all()

    new = [len(set(now) - set(then)) for now, then in zip(written(), before, strict=True)]
    assert new == [1, 4, 4]  # two players, over all clubs and in the club
