"""The settings page of a tournament."""

import json
import typing
from uuid import UUID

import msgspec
import pytest

from games.registry import engines
from league.clubs.models import User
from league.clubs.sessions import actor
from league.decks import services as deck_services
from league.decks.queries import list_game_decks
from league.matches import repository as match_repository
from league.standings.scoring_rules import Scoring, Unplayed
from league.tournaments.domain.settings.model import Settings, Stage
from league.tournaments.domain.settings.presets import presets
from league.tournaments.repository import tournaments
from tests.builders.evenings import names
from tests.builders.evenings_by_pages import (
    created,
    imported,
    matches_of,
    ranking,
    run_to_the_end,
    send_settings,
    set_up,
    setting_pages,
)
from tests.pages import parse
from tests.web.readers import Reader, errors, hidden, refusals

pytestmark = pytest.mark.django_db

CONFLICT = "Somebody else changed the tournament in the meantime. Review the current version and try again."
ELSEWHERE = {
    "dealing": "the choice of what is recorded says it, too",
    "apart": "has a form of its own on the page of the tournament, where those are who can be chosen",
}


def now(tournament):
    return tournaments.load(tournament.split("/")[2])


def keys(kind, prefix=""):
    """Every setting by its key; of the stages, those of the second."""
    for field in msgspec.structs.fields(kind):
        key = f"{prefix}{field.name}"
        inside = [each for each in (Scoring, Stage, Unplayed) if each in parts(field.type)]
        if not inside:
            yield key
        for each in inside:
            yield from keys(each, f"{key}.1." if each is Stage else f"{key}.")


def parts(type_):
    return [type_, *(part for each in typing.get_args(type_) for part in parts(each))]


def settings_form(reader, tournament, part=""):
    return reader.page(f"{tournament}settings/{part}").form("settings")


def test_every_setting_has_a_field_or_a_reason_why_not(organiser):
    pages = setting_pages(organiser, created(organiser, "swiss")).values()
    fields = {name for page in pages for name in page}

    wanted = {key for key in keys(Settings) if key not in ELSEWHERE}

    assert len(wanted) > 50
    assert {key for key in wanted if not any(f"{name}.".startswith(f"{key}.") for name in fields)} == set()
    assert set(ELSEWHERE) <= set(keys(Settings))


@pytest.mark.parametrize("game", engines())
def test_an_unchanged_form_changes_no_preset(organiser, game):
    made = [created(organiser, preset.slug, game) for preset in presets(game)]
    before = [now(tournament) for tournament in made]

    answers = [set_up(organiser, tournament) for tournament in made]

    assert [errors(answer) for answer in answers] == [[] for _ in made]
    assert [now(tournament).state.settings for tournament in made] == [each.state.settings for each in before]
    assert [now(tournament) for tournament in made] == before


def test_everything_can_be_set_on_the_page(organiser):
    tournament = created(organiser, "evening")

    answer = set_up(
        organiser,
        tournament,
        name="Кубок",
        capacity="24",
        team_size="2",
        check_in="on",
        sizes=["", "2", "3"],
        preferred="3",
        neighbours="false",
        stages__0__format="round_robin",
        stages__0__groups="2",
        stages__0__qualify="3",
        stages__0__cycle="2",
        stages__1__format="",
        stages__2__format="knockout",
        stages__2__carry="on",
        stages__2__advance="2",
        scoring__by="ranks",
        scoring__ranks__2="3; 0",
        scoring__ranks__3="5, 3, 1/2",
        scoring__draw="1",
        scoring__best="4",
        scoring__table_bonus="0.5",
        scoring__most="10",
        scoring__bye__score="1/2",
        scoring__late__score="0",
        tiebreaks__0="buchholz",
        tiebreaks__1="",
        tiebreaks__2="",
        tiebreaks__4="lot",
        options__rounds="2",
        options__joker_triplet_needs_both="on",
        confirm="on",
        level="full server",
        appeal_hours="48",
    )

    assert errors(answer) == []
    state = now(tournament).state
    settings = state.settings
    assert (state.name, settings.capacity, settings.team_size, settings.check_in) == ("Кубок", 24, 2, True)
    assert (settings.sizes, settings.preferred, settings.confirm, settings.appeal_hours) == ((2, 3), 3, True, 48)
    assert not settings.neighbours
    assert settings.stages == (
        Stage("round_robin", groups=2, qualify=3, cycle=2),
        Stage("knockout", carry=True, advance=2),
    )
    assert settings.scoring == Scoring(
        by="ranks",
        ranks={"2": (3, 0), "3": (5, 3, "1/2")},
        draw=1,
        best=4,
        table_bonus="1/2",
        most=10,
        bye=Unplayed(score="1/2", wins=1, share=1),
        walkover=Unplayed(score=1, wins=1, share=1),
        late=Unplayed(),
    )
    assert settings.tiebreaks == ("buchholz", "lot")
    assert (settings.options["rounds"], settings.options["joker_triplet_needs_both"]) == (2, True)
    assert (settings.level, settings.dealing) == ("full", "server")


def test_a_missed_round_counts_as_the_last_as_set_on_the_page_and_organisers_see_what_pays(organiser):
    tournament = created(organiser, "evening")
    set_up(organiser, tournament, scoring__by="points", scoring__late__score="0")
    before = organiser.page(tournament).text

    refused = set_up(organiser, tournament, scoring__missed_as="last", scoring__missed__score="1")
    worths = {f"scoring__{name}_as": "last" for name in ("forfeit", "late", "left", "missed")}
    set_up(organiser, tournament, **worths, scoring__missed__score="-1")
    scoring = now(tournament).state.settings.scoring
    form = settings_form(organiser, tournament, "unplayed/")

    titles = "Table lost by forfeit, Round before entry, Round after withdrawal, Round without a table"
    assert f"Check in the settings how these rounds count: {titles}" in before
    assert "Missing a round must not be worth more than coming last in it." in errors(refused)
    assert (scoring.missed_as, scoring.missed, scoring.left_as, scoring.left) == (
        "last",
        Unplayed(score=-1),
        "last",
        Unplayed(),
    )
    assert (form.value("scoring.missed_as"), form.value("scoring.missed.score")) == ("last", "-1")
    assert "average" not in dict(form.options("scoring.forfeit_as"))
    assert "Staying away" not in organiser.page(tournament).text


def test_a_cup_with_stages_set_up_on_the_page_is_played_to_its_end(organiser):
    tournament = created(organiser, "swiss")
    set_up(
        organiser,
        tournament,
        stages__0__rounds="1",
        stages__0__qualify="2",
        stages__1__format="round_robin",
        stages__1__carry="on",
        stages__1__cycle="2",
    )
    imported(organiser, tournament, "\n".join(names(4)))

    run_to_the_end(organiser, tournament)

    state = now(tournament).state
    assert [stage.rules.format for stage in state.stages] == ["swiss", "round_robin"]
    assert [sum(round_.stage == number for round_ in state.rounds) for number in range(2)] == [1, 2]
    assert [len(stage.members) for stage in state.stages] == [4, 2]
    assert sorted(ranking(organiser, tournament)) == list(names(4))


def test_tables_are_played_with_the_chosen_deck_of_the_club(organiser):
    tournament = created(organiser, "evening", "toy_story_4")
    club = now(tournament).state.club
    box = {**list_game_decks("toy_story_4")[0].manifest, "manifest_id": "our-box"}
    deck = deck_services.read_deck(game="toy_story_4", name="", manifest=json.dumps(box), rows=None)
    deck_services.enter_deck(club_id=UUID(club), deck=deck, actor=actor(User.objects.get().pk))
    decks = settings_form(organiser, tournament).options("options.deck")

    answer = set_up(organiser, tournament, options__deck="our-box")
    imported(organiser, tournament, "\n".join(names(3)))
    organiser.done(tournament, "start")
    round_ = organiser.done(tournament, "draw")
    organiser.done(tournament, "publish")

    assert ("our-box", "our-box, entered by the club") in decks
    assert errors(answer) == []
    [match] = matches_of(organiser, round_)
    assert match_repository.load(match.split("/")[2]).state.opened.options["deck"] == f"our-box {deck.hash}"


def test_settings_missing_from_the_form_stay(organiser):
    tournament = created(organiser, "groups")
    before = now(tournament).state.settings
    page = organiser.page(f"{tournament}settings/")

    answer = organiser.client.post(f"{tournament}settings/", {**hidden(page), "capacity": "16"})

    assert answer.headers["Location"] == tournament
    assert now(tournament).state.settings == msgspec.structs.replace(before, capacity=16)


REFUSED = [
    ({"capacity": "0"}, "capacity", "A whole number from 1 to 5000."),
    ({"sizes": [""]}, "sizes", "List each table size only once."),
    ({"preferred": "4"}, "preferred", "4 is not one of the table sizes."),
    (
        {"stages__0__format": "", "stages__1__format": "", "stages__3__format": "fixed"},
        "stages.3.rounds",
        "A fixed series",
    ),
    (
        {"stages__1__double": "on", "sizes": ["", "3"], "preferred": "3"},
        "stages.1.format",
        "Double and third_place are only for knockouts of pairs",
    ),
    ({"scoring__drop": "2", "scoring__best": "2"}, "scoring.best", "Drop already sets how many results count."),
    ({"scoring__ranks__3": "5, 6"}, "scoring.ranks.3", "A place cannot give more than the one above it."),
    ({"scoring__left__share": "2"}, "scoring.left.share", "A share ranges from 0 (a loss) to 1 (a win)."),
    ({"scoring__by": "points"}, "scoring.ranks.2", "Points by place are only for scoring by ranks."),
    ({"tiebreaks__1": "", "tiebreaks__5": "match_wins"}, "tiebreaks.5", "is already in the chain."),
    ({"options__rounds": "0"}, "options.rounds", "rounds: 0 is not a whole number from 1 to 100."),
    ({"appeal_hours": ""}, "appeal_hours", ", got "),
    ({"name": " "}, "name", "is not a valid name:"),
]


def test_a_refusal_is_shown_beside_its_field_and_nothing_is_lost(organiser):
    tournament = created(organiser, "groups")
    before = now(tournament)
    pages = setting_pages(organiser, tournament)

    for changes, field, why in REFUSED:
        first = next(iter(changes)).replace("__", ".")
        here = next(address for address, fields in pages.items() if first in fields)
        there = next(address for address, fields in pages.items() if field in fields)
        shown = pages[here]
        answer = send_settings(organiser, here, shown, **changes)
        page = parse(answer)
        assert why in page.one(role="alert").text
        assert answer.status_code == 422
        assert page.addresses("#s_") == [f"{'' if here == there else there}#s_{field}"]
        sent = dict(page.form("settings").sent)
        own = {name: value for name, value in changes.items() if name.replace("__", ".") in shown and name != "sizes"}
        assert {name: sent[name.replace("__", ".")] for name in own} == own

    assert now(tournament) == before


def test_unchangeable_settings_are_shown_with_the_reason(organiser):
    tournament = created(organiser, "groups")
    imported(organiser, tournament, "\n".join(names(8)))
    organiser.done(tournament, "start")
    general, stages = settings_form(organiser, tournament), settings_form(organiser, tournament, "stages/")

    without = set_up(organiser, tournament, stages__0__qualify="1")
    forged = set_up(organiser, tournament, stages__0__groups="2", team_size="3", reason="A smaller cup.")
    changed = set_up(organiser, tournament, stages__0__qualify="1", reason="A smaller cup.")

    names_of_stage = ("format", "rounds", "groups", "cycle", "double", "third_place", "advance", "seed_advances")
    names_of_stage += ("spread", "pairing", "seed_first")
    begun = {f"stages.0.{name}" for name in names_of_stage}
    assert (general.disabled, stages.disabled) == ({"game", "team_size"}, begun)
    assert "Can’t be changed: there are already entrants" in general.text
    assert (without.status_code, forged.status_code, changed.status_code) == (422, 302, 302)
    settings = now(tournament).state.settings
    assert (settings.stages[0], settings.team_size) == (Stage("round_robin", groups=4, qualify=1), 1)


def test_settings_of_a_finished_tournament_are_shown_but_not_accepted(organiser):
    tournament = created(organiser, "groups")
    imported(organiser, tournament, "\n".join(names(8)))
    organiser.done(tournament, "start")
    before = settings_form(organiser, tournament)
    organiser.done(tournament, "finish", abandon="on")

    answer = organiser.client.post(f"{tournament}settings/", hidden(before))

    left = {"csrfmiddlewaretoken", "revision", "key", "sizes"}
    left |= {name for name, value in before.sent if value == "false"}
    assert settings_form(organiser, tournament).fields.keys() <= left
    assert refusals(answer) != []


def test_a_slower_organiser_sees_the_conflict_and_their_own_input(organiser):
    tournament = created(organiser, "evening")
    slow = settings_form(organiser, tournament).fields
    set_up(organiser, tournament, capacity="8")

    answer = send_settings(organiser, f"{tournament}settings/", slow, capacity="9")

    assert CONFLICT in refusals(answer)[0]
    assert now(tournament).state.settings.capacity == 8
    form = parse(answer).form("settings")
    assert (form.value("capacity"), form.value("revision")) == ("9", "2")


def test_a_second_tab_undoes_nothing_saved_in_the_first(organiser):
    tournament = created(organiser, "evening")
    second = settings_form(organiser, tournament).fields
    set_up(organiser, tournament, name="Весна", capacity="11", check_in="on", sizes=["", "3"], preferred="3")

    answer = send_settings(organiser, f"{tournament}settings/", second, appeal_hours="7")
    state, shown = now(tournament).state, parse(answer).form("settings").fields
    saved = send_settings(organiser, f"{tournament}settings/", shown)

    assert errors(answer) == [CONFLICT]
    assert (answer.status_code, state.name, state.settings.appeal_hours) == (422, "Весна", 24)
    assert (saved.status_code, now(tournament).state.name) == (302, "Весна")
    assert now(tournament).state.settings == msgspec.structs.replace(state.settings, appeal_hours=7)


def test_conflicting_changes_are_shown_with_both_values_and_saved_as_shown(organiser):
    tournament = created(organiser, "evening")
    second = settings_form(organiser, tournament).fields
    set_up(organiser, tournament, name="Весна", capacity="11", check_in="on", sizes=["", "3"], preferred="3")

    ours = {"name": "Осень 2", "capacity": "12", "check_in": "on", "sizes": ["", "2", "3"], "preferred": "2"}
    answer = send_settings(organiser, f"{tournament}settings/", second, **ours)
    saved = send_settings(organiser, f"{tournament}settings/", parse(answer).form("settings").fields)

    assert errors(answer) == [
        CONFLICT,
        *(f"Conflict: somebody else changed this too. It is now: {value}" for value in ("Весна", "11", "3", "3")),
    ]
    state = now(tournament).state
    assert (saved.status_code, state.name, state.settings.capacity) == (302, "Осень 2", 12)
    assert (state.settings.check_in, state.settings.sizes, state.settings.preferred) == (True, (2, 3), 2)


def test_an_organiser_who_is_slower_twice_sees_the_second_change_as_well(organiser):
    tournament = created(organiser, "evening")
    second = settings_form(organiser, tournament).fields
    set_up(organiser, tournament, capacity="11")
    page = parse(send_settings(organiser, f"{tournament}settings/", second, capacity="12")).form("settings").fields
    set_up(organiser, tournament, capacity="13")

    answer = send_settings(organiser, f"{tournament}settings/", page)

    assert errors(answer)[1:] == ["Conflict: somebody else changed this too. It is now: 13"]
    assert send_settings(organiser, f"{tournament}settings/", parse(answer).form("settings").fields).status_code == 302
    assert now(tournament).state.settings.capacity == 12


def test_settings_fixed_meanwhile_are_shown_with_the_input(organiser):
    tournament = created(organiser, "evening")
    general, stages = (
        settings_form(organiser, tournament).fields,
        settings_form(organiser, tournament, "stages/").fields,
    )
    imported(organiser, tournament, "А\nБ\nВ\nГ")
    organiser.done(tournament, "start")

    answer = send_settings(organiser, f"{tournament}settings/", general, team_size="2")
    other = send_settings(organiser, f"{tournament}settings/stages/", stages, stages__0__format="knockout")
    shown = parse(answer).form("settings").fields
    saved = send_settings(organiser, f"{tournament}settings/", shown, reason="Why not.")

    required = "This field is required."
    assert errors(answer) == [CONFLICT, "This can no longer be changed. You entered: 2", required]
    entered = "This can no longer be changed. You entered: Knockout: losers are out"
    assert errors(other) == [CONFLICT, entered, required]
    assert (saved.status_code, now(tournament).state.settings.team_size) == (302, 1)


def test_each_page_of_settings_is_saved_separately_and_an_unknown_one_is_not_found(organiser):
    tournament = created(organiser, "groups")
    titles = organiser.page(f"{tournament}settings/").one("nav", style="views").texts("a")

    points = settings_form(organiser, tournament, "points/").fields
    answer = send_settings(organiser, f"{tournament}settings/points/", points, scoring__drop="1")

    assert titles == ["General", "Stages", "Stages from 4", "Points", "Unplayed rounds", "Tie-breaks"]
    assert (answer.status_code, now(tournament).state.settings.scoring.drop) == (302, 1)
    assert len(now(tournament).state.settings.stages) == 2
    assert organiser.client.get(f"{tournament}settings/nothing/").status_code == 404


@pytest.mark.parametrize("given", ["", "\x00", "NaN", "1" * 22, None])
def test_a_form_without_its_revision_comes_back_with_its_input(organiser, given):
    tournament = created(organiser, "evening")
    page = settings_form(organiser, tournament).fields
    sent = page | {"revision": given, "capacity": "9"} if given is not None else {}

    answer = send_settings(organiser, f"{tournament}settings/", sent)
    shown = parse(answer).form("settings").fields

    assert answer.status_code == 422
    assert errors(answer) == ["Part of the form is missing, so nothing was saved. Send it again."]
    assert (shown["revision"], shown["capacity"] == ["9"]) == (page["revision"], given is not None)
    assert send_settings(organiser, f"{tournament}settings/", shown).status_code == 302


def test_only_organisers_of_the_club_can_change_settings(organiser):
    tournament = created(organiser, "evening")
    organiser.done(tournament, "register")
    stranger, nobody = Reader(User.objects.create_user("stranger")), Reader()

    answers = [each.client.get(f"{tournament}settings/").status_code for each in (stranger, nobody)]
    answers += [each.client.post(f"{tournament}settings/", {}).status_code for each in (stranger, nobody)]

    assert answers == [403, 302, 403, 302]
    assert organiser.page(tournament).link("Change the settings") == f"{tournament}settings/"
    assert stranger.page(tournament).addresses("/settings/") == []
