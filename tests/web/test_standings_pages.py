"""The standings pages: every stage, every figure opened."""

from datetime import UTC, datetime
from urllib.parse import urlencode

import pytest
from django.test import Client

from games.engine import Stated
from league.clubs.models import User
from league.common.translation import named_moment_text as exact
from league.eventlog.projections import runner
from league.impact import services as results
from league.matches import repository as match_repository
from league.tournaments.domain.settings.model import Stage
from league.tournaments.services import lifecycle as tournament_lifecycle
from tests.builders.evenings import named, pairs, started
from tests.web.readers import Reader

pytestmark = pytest.mark.django_db


def win(evening, table, seat, **more):
    """Both games of a table of two won by one seat."""
    for place in match_repository.load(table.match).state.places:
        results.report_result(
            match_id=table.match,
            place=place,
            stated=Stated((10, -10) if seat == 0 else (-10, 10), "out"),
            expected=match_repository.load(table.match).head.seq,
            actor=evening.actor,
            **more,
        )


def test_links_of_a_stage_lead_to_its_own_figures_and_those_of_a_knockout_to_the_path():
    evening = started(3, given=pairs(Stage("round_robin", qualify=2), Stage("knockout")))
    seeding = evening.now.seeding
    for _ in range(3):
        for table in evening.draw():
            win(evening, table, table.seats.index(min(table.seats, key=seeding.index)))
    tournament_lifecycle.open_stage(tournament_id=evening.id, actor=evening.actor)
    [final] = evening.draw()
    evening.report(final)
    decided = {"number": 4, "table": 1, "order": final.seats, "reason": "By lot."}
    tournament_lifecycle.decide_tie(tournament_id=evening.id, actor=evening.actor, **decided)
    page, reader = f"/tournaments/{evening.id}/standings/", Reader(User.objects.get(id=evening.actor.user))

    first = reader.page(reader.page(f"{page}?stage=0").all("table")[0].addresses("/entrants/")[0])
    second = reader.page(reader.page(page).all("table")[0].addresses("/entrants/")[0])

    assert "Stage 1" in first.texts("p")
    assert "Final" not in first.text
    won = f"Final: Won against {named(final.seats[1])}. Ended in a tie. An official decided."
    assert won in second.section("Place: 1").texts("li")


def test_the_page_and_its_links_show_the_standings_at_a_chosen_time():
    evening = started(4)
    before = datetime.now(UTC).isoformat()
    [table] = evening.draw()
    evening.report(table)
    between = datetime.now(UTC)
    penalty = {"entrant": table.seats[0], "points": "3", "reason": "late"}
    tournament_lifecycle.give_penalty(tournament_id=evening.id, actor=evening.actor, **penalty)
    page, public = f"/tournaments/{evening.id}/standings/", Reader()
    asked = urlencode({"at": between.isoformat()})

    then = public.page(f"{page}?{asked}")
    [link] = then.addresses(f"/entrants/{table.seats[0]}/")

    assert then.headings[0] == f"Standings as of {exact(between)}"
    assert then.one("input", name="at")["value"] == f"{between:%Y-%m-%dT%H:%M:%S}"
    assert "penalty" not in public.text(link)
    assert "penalty" in public.text(link.partition("?")[0])
    assert public.page(link).one("nav", style="crumbs").link("Standings").startswith(f"{page}?stage=0&at=")
    assert "The tournament hadn’t started yet." in public.text(f"{page}?stage=0&at=2000-01-01T00:00")
    assert public.page(f"{page}?at=").headings[0] == "Standings"
    for path in ("print/", "csv/"):
        now, earlier = (public.client.get(f"{page}{path}", {"at": at}) for at in (between.isoformat(), before))
        assert now.text != earlier.text


def test_an_invalid_or_future_time_is_refused_and_named():
    evening = started(2)

    for path in ("standings/", "standings/print/", "standings/csv/", f"entrants/{evening.now.seeding[0]}/"):
        for at in ("yesterday", "3026-01-01", "0001-01-01T00:00+14:00"):
            refused = Reader().text(f"/tournaments/{evening.id}/{path}?{urlencode({'at': at})}", 400)
            assert "at: " in refused


def test_a_frozen_qualification_and_a_corrected_table_are_both_shown():
    evening = started(2, given=pairs(Stage("round_robin", qualify=1), Stage("swiss", rounds=1)))
    [table] = evening.draw()
    win(evening, table, 0)
    tournament_lifecycle.freeze_qualification(tournament_id=evening.id, actor=evening.actor)
    address, (first, second) = f"/tournaments/{evening.id}/standings/", map(named, table.seats)
    before = Reader().page(address)

    win(evening, table, 1, correction="Read wrongly.")
    after = Reader().page(address)

    for page in (before, after):
        assert [name for name in page.texts("th") if "qualified" in name] == [f"{first} – qualified"]
    assert "Qualified despite current standings:" not in before.text
    said = f"Qualified despite current standings: {first}. Would qualify on current standings: {second}."
    assert said in after.text


def test_the_page_asks_for_the_order_of_entrants_tied_at_the_cut():
    evening = started(3, given=pairs(Stage("round_robin", qualify=1), Stage("swiss", rounds=1)))
    first, second, third = evening.now.seeding
    beats = {first: second, second: third, third: first}
    for _ in range(3):
        [table] = evening.draw()
        win(evening, table, 0 if beats[table.seats[0]] == table.seats[1] else 1)
    tournament, organiser = f"/tournaments/{evening.id}/", Reader(User.objects.get(id=evening.actor.user))
    page = organiser.text(tournament)
    names_ = ", ".join(map(named, (first, second, third)))

    twice = {f"level-{entrant}": 1 for entrant in (first, second, third)}
    turned = {f"level-{first}": 2, f"level-{second}": 1, f"level-{third}": 3}

    assert f"Tied at the cut with 1 place to fill: {names_}. This order was drawn by lot." in page
    assert organiser.refused(tournament, "stage", **twice) == ["Give each tied entrant a different place."]
    assert organiser.refused(tournament, "stage", **turned) == ["A reason is required."]
    organiser.done(tournament, "stage", reason="A game of darts.", **turned)
    assert evening.now.qualified == {0: ((second,),)}
    assert "Tied at the cut with" not in organiser.text(tournament)


@pytest.mark.parametrize(
    ("form", "words"), [("swiss", "qualifies as the field stands"), ("round_robin", "certain to qualify")]
)
def test_qualifiers_are_certain_once_nobody_can_enter_any_more(form, words):
    rounds = 1 if form == "swiss" else None
    evening = started(2, given=pairs(Stage(form, rounds=rounds, qualify=1), Stage("swiss", rounds=1)))
    [table] = evening.draw()

    win(evening, table, 0)

    page = Reader().page(f"/tournaments/{evening.id}/standings/")
    assert [name for name in page.texts("th") if "qualif" in name] == [f"{named(table.seats[0])} – {words}"]


def test_confirming_the_seeding_order_needs_no_reason():
    evening = started(2, given=pairs(Stage("swiss", rounds=1, qualify=1), Stage("swiss", rounds=1)))
    [table] = evening.draw()
    evening.report(table)  # each wins a game
    tournament, organiser = f"/tournaments/{evening.id}/", Reader(User.objects.get(id=evening.actor.user))

    organiser.done(tournament, "freeze", **{f"level-{each}": at for at, each in enumerate(evening.now.seeding, 1)})

    assert evening.now.qualified == {0: ((evening.now.seeding[0],),)}


def test_ties_in_several_groups_are_shown_with_the_number_of_the_group():
    evening = started(4, given=pairs(Stage("round_robin", groups=2, qualify=1), Stage("knockout")))
    for table in evening.draw():
        evening.report(table)  # each wins a game
    organiser = Reader(User.objects.get(id=evening.actor.user))

    page = organiser.page(f"/tournaments/{evening.id}/").form("stage")

    for number, group in enumerate(evening.now.stages[0].groups, 1):
        assert f"Group {number}: Tied at the cut with 1 place to fill: {', '.join(map(named, group))}." in page.text
        assert f"Group {number}: {named(group[0])}:" in page.labels


def test_standings_show_who_has_moved_since_the_round_before_and_how_the_last_rounds_ended():
    evening = started(3, given=pairs(Stage("round_robin")))
    strength = {entrant: number for number, entrant in enumerate(evening.now.seeding)}
    one, two, three = (named(entrant) for entrant in strength)
    pages = []
    for upset in (False, False, True):
        [table] = evening.draw()
        win(evening, table, table.seats.index((max if upset else min)(table.seats, key=strength.__getitem__)))
        pages.append(Reader().page(f"/tournaments/{evening.id}/standings/"))
    earlier = Reader().page(f"/tournaments/{evening.id}/standings/?upto=1")

    assert [_movement(page) for page in (*pages, earlier)] == [
        {one: [], two: [], three: []},
        {one: ["up 1"], two: [], three: ["down 1"]},
        {one: [], two: [], three: ["up 2"]},  # in a circle, all three are first
        {one: [], two: [], three: []},
    ]
    assert {name: [each["aria-label"] for each in row.all("i")] for name, row in _rows(pages[-1]).items()} == {
        one: ["round 1: bye", "round 2: won", "round 3: not won"],
        two: ["round 1: won", "round 2: not won", "round 3: bye"],
        three: ["round 1: not won", "round 2: bye", "round 3: won"],
    }


def _rows(page):
    """The rows of the standings by name."""
    return {row.one("th", style="who").text: row for row in page.all("tr") if row.all("th", style="who")}


def _movement(page):
    return {name: [each["aria-label"] for each in row.all("small", style="moved")] for name, row in _rows(page).items()}


def shown_places(evening, entrant):
    """The places of the standings on each page that has them, and the person's."""
    reader, own = Reader(), f"/tournaments/{evening.id}"
    tables = [
        reader.page(f"{own}/standings/").all("table")[0],
        reader.page(f"{own}/standings/print/").all("table")[0],
        reader.page(f"/embed/tournaments/{evening.id}/standings/").all("table")[0],
        *reader.page("/").section("Running tournaments").all("table"),
    ]
    found = [{row.all("td")[0].text for row in table.one("tbody").all("tr")} for table in tables]
    wall = set(reader.page(f"{own}/screen/?show=ranks").texts("b", style="rank"))
    person = reader.page(f"/players/{entrant}/").section("Tournaments").one("tbody").texts("td", style="rank")
    return [*found, wall, set(person)]


def test_there_are_no_places_before_there_is_a_result():
    evening = started(4)
    [table] = evening.draw()
    runner.catch_up_all()
    before = shown_places(evening, table.seats[0])
    rank = Client().get(f"/api/v1/tournaments/{evening.id}/standings/").json()["groups"][0]["rows"][0]["rank"]

    evening.report(table)
    runner.catch_up_all()

    assert (before, rank) == ([{"–"}] * 6, 1)
    assert all("1" in places and "–" not in places for places in shown_places(evening, table.seats[0])[:5])


def test_a_tournament_that_is_finished_without_a_result_has_no_podium():
    evening = started(4)
    [table] = evening.draw()
    evening.do(tournament_lifecycle.finish, abandon=True)
    runner.catch_up_all()

    page = Reader().page(f"/tournaments/{evening.id}/")

    assert [rank for rank, _ in evening.now.ranking] == [1] * 4
    assert "Final ranking" not in page.headings
    assert Reader().page(f"/players/{table.seats[0]}/").texts("td", style="rank") == ["–"]


def test_a_knockout_has_places_once_something_was_played():
    evening = started(4, given=pairs(Stage("knockout")))
    tables = evening.draw()
    page = f"/tournaments/{evening.id}/entrants/{tables[0].seats[0]}/"
    before = Reader().page(page).headings

    win(evening, tables[0], 0)

    assert "Place: –" in before
    assert "Place: 1" in Reader().page(page).headings
