"""A decision changes exactly what its preview shows."""

import os
import random
from contextlib import suppress
from uuid import UUID, uuid4

import pytest
from django.db import connection, transaction
from django.db.utils import InternalError
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as how
from hypothesis import strategies as st

from games.engine import Stated
from league.clubs import services as club_services
from league.clubs.models import Player, Series
from league.common.read_models import as_json
from league.errors import LeagueError
from league.eventlog.projections import runner
from league.eventlog.statements import read_only
from league.impact import queries as foreseen
from league.impact import services as impact_services
from league.matches import repository as match_repository
from league.matches.models import SeriesStanding
from league.matches.services import play as match_play
from league.ratings.models import RatingRow
from league.seasons import services as season_services
from league.seasons.models import SeasonStanding
from league.tournaments.domain.settings.model import Stage
from league.tournaments.errors import NotDueYet
from league.tournaments.models import TournamentStanding
from league.tournaments.queries.detail import detail
from league.tournaments.services import lifecycle as tournament_lifecycle
from tests.builders.evenings import Evening, begun, names
from tests.builders.evenings_in_memory import settings
from tests.builders.season_clubs import SeasonClub

pytestmark = pytest.mark.django_db

EXAMPLES = int(os.environ.get("LUDEX_EFFECTS", "12"))  # tournaments; 200 before a release

KINDS = {
    "swiss": {"stages": (Stage("swiss", rounds=5),)},
    "tables": {"stages": (Stage("swiss", rounds=4),), "sizes": (3, 4), "preferred": 4},
    "carried": {"stages": (Stage("swiss", rounds=2, qualify=4), Stage("swiss", rounds=2, carry=True))},
    "groups": {"stages": (Stage("round_robin", groups=2, qualify=2), Stage("knockout", third_place=True))},
    "knock-out": {"stages": (Stage("knockout", double=True),)},
}
TERMS = {
    "correct": {"place": (1, 1), "correction": "Typing error"},
    "settle": {"reason": "The sheet says so"},
    "forfeit": {"seats": [0], "reason": "Left"},
    "void": {"reason": "The wrong table"},
}
ACTS = {
    "correct": impact_services.report_result,
    "settle": impact_services.settle_result,
    "forfeit": impact_services.forfeit_match,
    "void": impact_services.void_match,
    "reopen": impact_services.reopen_match,
}


def running(kind: str = "swiss", count: int = 6) -> Evening:
    evening = begun(given=settings(**KINDS[kind]))
    tournament_lifecycle.open_registration(tournament_id=evening.id, actor=evening.actor)
    evening.join(*names(count))
    tournament_lifecycle.start(tournament_id=evening.id, actor=evening.actor)
    return evening


def play(evening: Evening, chance: random.Random) -> None:
    """Draw a round, of the next stage if this one is over, and report every table."""
    try:
        tables = evening.draw()
    except NotDueYet:
        evening.next_stage()
        tables = evening.draw()
    for table in tables:
        evening.report(table, chance.randrange(4))


def terms(evening: Evening, decision: str, match: str) -> dict:
    """The terms of a decision; a correction turns the points of the first game over."""
    now = match_repository.load(match).state
    if decision != "correct":
        return TERMS[decision]
    points = now.scores[(1, 1)].points
    return {**TERMS["correct"], "stated": Stated((*points[1:], points[0]), "out")}


def try_out(evening: Evening, decision: str, match: str, policy: str = "keep", **given) -> dict:
    expected = match_repository.load(match).head.seq
    return as_json(foreseen.effects(match, evening.actor, decision=decision, expected=expected, policy=policy, **given))


def do(evening: Evening, decision: str, match: str, policy: str | None, **given) -> None:
    expected = match_repository.load(match).head.seq
    ACTS[decision](match_id=match, expected=expected, actor=evening.actor, policy=policy, **given)


def standings(evening: Evening) -> dict:
    """Every row as the worker wrote it."""
    runner.catch_up_all()
    return {
        (row.stage, row.group, str(row.entrant)): {
            "rank": row.rank,
            "figures": [row.row["score"], *row.row["tiebreaks"]],
        }
        for row in TournamentStanding.objects.filter(tournament=evening.id)
    }


def ratings(evening: Evening) -> dict:
    runner.catch_up_all()
    return {
        (str(row.scope), str(row.player)): (row.ordinal, row.mu, row.sigma, row.matches)
        for row in RatingRow.objects.filter(player__in=Player.objects.filter(club=evening.club).values("id"))
    }


def differences(before: dict, after: dict) -> dict:
    keys = before.keys() | after.keys()
    return {key: (before.get(key), after.get(key)) for key in keys if before.get(key) != after.get(key)}


def told_rows(tables: list, *keys: str) -> dict:
    return {
        (*(table[key] for key in keys), row["id"]): (row["before"], row["after"])
        for table in tables
        for row in table["rows"]
    }


def told_ratings(found: dict) -> dict:
    def figures(rating):
        return rating and (rating["ordinal"], rating["mu"], rating["sigma"], rating["matches"])

    return {
        (scope["club"] or str(UUID(int=0)), each["player"]): (figures(each["before"]), figures(each["after"]))
        for scope in found["ratings"]["scopes"]
        for each in scope["players"]
    }


def qualified(evening: Evening) -> dict:
    now = evening.now
    return {(stage, group): list(who) for stage, groups in now.qualified.items() for group, who in enumerate(groups)}


@how(
    max_examples=EXAMPLES,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow],
)
@given(
    kind=st.sampled_from(sorted(KINDS)),
    count=st.integers(5, 8),
    played=st.integers(1, 5),
    drawn=st.booleans(),
    which=st.integers(0, 30),
    decision=st.sampled_from(sorted(TERMS)),
    policy=st.sampled_from(impact_services.POLICIES),
    seed=st.integers(0, 1000),
)
def test_the_forecast_comes_true(kind, count, played, drawn, which, decision, policy, seed):
    evening, chance = running(kind, count), random.Random(seed)
    for act in [lambda: play(evening, chance)] * played + [evening.draw] * drawn:
        with suppress(LeagueError), transaction.atomic():
            act()
    done = [
        match for round_ in evening.now.published for match in round_.matches if match_repository.load(match).state.over
    ]
    match = done[which % len(done)]
    given = terms(evening, decision, match)
    rows, rated, through = standings(evening), ratings(evening), qualified(evening)
    rounds = [round_.number for round_ in evening.now.rounds]

    found = try_out(evening, decision, match, policy, **given)
    do(evening, decision, match, policy, **given)

    told = found["tournament"]
    if policy == "report":
        assert standings(evening) == rows
        assert ratings(evening) == rated
        assert qualified(evening) == through
        return
    assert differences(rows, standings(evening)) == told_rows(told["standings"], "stage", "group")
    assert differences(rated, ratings(evening)) == told_ratings(found)
    if policy == "keep":
        assert qualified(evening) == through
        assert [round_.number for round_ in evening.now.rounds] == rounds
        return
    frozen = {(each["stage"], each["group"]): each for each in told["qualification"] if each["frozen"]}
    stayed = {key for key in frozen if key[0] in told["recompute"]["stages_left"]}
    anew = {key for key in frozen if key[0] in told["recompute"]["qualification"]}
    for key, who in through.items():
        if key in anew:
            assert qualified(evening)[key] == [each["id"] for each in frozen[key]["after"]]
        elif key not in frozen or key in stayed:
            assert qualified(evening).get(key) in (who, None)
    assert [round_.number for round_ in evening.now.rounds] == [
        number for number in rounds if number not in told["recompute"]["rounds"]
    ]


def everything() -> dict:
    """Every row of every table, hashed."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT schemaname, tablename FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')"
        )
        found = {}
        for schema, table in cursor.fetchall():
            cursor.execute(
                f'SELECT count(*), md5(string_agg(t::text, chr(10) ORDER BY t::text)) FROM "{schema}"."{table}" t'
            )
            found[f"{schema}.{table}"] = cursor.fetchone()
    return found


@pytest.mark.parametrize("policy", impact_services.POLICIES)
@pytest.mark.parametrize("decision", sorted(TERMS))
def test_a_preview_changes_no_row(decision, policy):
    evening = running()
    play(evening, random.Random(1))
    play(evening, random.Random(2))
    evening.draw()
    match = evening.now.rounds[0].matches[0]
    runner.catch_up_all()
    before = everything()

    try_out(evening, decision, match, policy, **terms(evening, decision, match))

    assert everything() == before
    assert before["eventlog.event"][0] > 20


def test_the_database_refuses_writes_during_a_preview():
    evening = running()

    with pytest.raises(InternalError, match="read-only"), transaction.atomic(), read_only():
        Player.objects.filter(club=evening.club).delete()

    assert Player.objects.filter(club=evening.club).count() == 6
    assert Player.objects.filter(club=evening.club).update(name="Игрок") == 6


def finished(club: SeasonClub) -> Evening:
    """A finished evening that counts in the season of the club, won in the order of its players."""
    evening = club.evening()
    club.won_by(evening, club.players)
    club.finish(evening)
    club.do(season_services.attach, number=1, tournament_id=evening.id)
    return evening


def places() -> dict:
    runner.catch_up_all()
    return {str(row.player): (row.rank, str(row.row["points"])) for row in SeasonStanding.objects.all()}


def told_places(found: dict) -> dict:
    return {
        row["id"]: tuple(each and (each["rank"], each["figures"][0]) for each in (row["before"], row["after"]))
        for season in found["seasons"]
        for division in season["divisions"]
        for row in division["rows"]
    }


@pytest.mark.parametrize("policy", ["keep", "recompute"])
def test_a_season_follows_the_final_ranking_as_forecast(policy):
    club = SeasonClub()
    evening = finished(club)
    match, given = evening.now.rounds[0].matches[0], {"reason": "The wrong table"}
    before, ranking = places(), evening.now.ranking

    found = try_out(evening, "void", match, policy, **given)
    do(evening, "void", match, policy, **given)

    assert differences(before, places()) == told_places(found)
    assert (evening.now.ranking != ranking) == (policy == "recompute")
    assert detail(evening.id, evening.actor).ranking_outdated == (policy == "keep")


def test_the_standings_of_a_series_change_as_forecast():
    evening = begun()
    players = [club_services.add_player(club_id=evening.club, name=name, actor=evening.actor).pk for name in names(2)]
    series = Series.objects.create(id=uuid4(), club_id=evening.club, game="rummikub", name="Осень").pk
    done = match_play.open_match(
        club_id=evening.club, game="rummikub", seats=players, level="score", series_id=series, actor=evening.actor
    )
    for place in match_repository.load(done.id).state.places:
        impact_services.report_result(
            match_id=done.id,
            place=place,
            stated=Stated((10, -10), "out"),
            expected=match_repository.load(done.id).head.seq,
            actor=evening.actor,
        )

    def lines() -> dict:
        runner.catch_up_all()
        rows = SeriesStanding.objects.filter(series=series)
        return {str(row.player): (row.rank, str(row.wins), str(row.points)) for row in rows}

    before = lines()
    found = try_out(evening, "correct", done.id, **terms(evening, "correct", done.id))
    do(evening, "correct", done.id, "keep", **terms(evening, "correct", done.id))

    assert differences(before, lines()) == {
        row["id"]: tuple((each["rank"], *each["figures"][1:3]) for each in (row["before"], row["after"]))
        for row in found["series"]["rows"]
    }
    assert len(found["series"]["rows"]) == 2
