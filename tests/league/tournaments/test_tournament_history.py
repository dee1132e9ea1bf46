"""The history of a tournament: everything has a text, and unpublished events stay hidden."""

import pytest

from league.club_data import erasure
from league.clubs.models import Player, User
from league.clubs.sessions import actor
from league.common.actor import NOBODY
from league.history.authors import Author
from league.standings.scoring_rules import Scoring
from league.tournaments.domain.events import KINDS
from league.tournaments.domain.settings.model import Settings, Stage
from league.tournaments.queries import setting_labels
from league.tournaments.queries.history import BY_JUDGES, BY_ORGANISERS, BY_THE_ENTRANT, TITLES, history
from league.tournaments.services import entries
from league.tournaments.services import lifecycle as tournament_lifecycle
from league.tournaments.services import settings as tournament_settings
from tests.builders.clubs import appoint
from tests.builders.evenings import begun, started

pytestmark = pytest.mark.django_db


def told(evening, reader=NOBODY):
    """What a reader is told, the oldest first."""
    lines = history(evening.id, reader)
    return lines.serialize(lines.rows)[::-1]


def official(evening, role):
    """An account with a role in the club."""
    user = User.objects.create_user(role)
    appoint(club_id=evening.club, username=role, role=role, actor=evening.actor)
    return actor(user.pk)


def test_every_kind_of_event_says_who_can_cause_it():
    kinds = [*BY_JUDGES, *BY_ORGANISERS, *BY_THE_ENTRANT]

    assert sorted(kinds) == sorted(KINDS)


def test_every_setting_has_a_name():
    assert set(setting_labels.SETTINGS) == {*Settings.__struct_fields__, "name"} - {"scoring", "stages", "options"}
    assert set(setting_labels.SCORING) == set(Scoring.__struct_fields__)
    assert set(setting_labels.STAGE) == set(Stage.__struct_fields__)


def test_no_two_settings_share_a_name():
    assert set(TITLES) & {*Settings.__struct_fields__, "name"} == set()


def test_the_history_is_most_recent_first_and_has_reasons():
    evening = started(4)
    tournament_lifecycle.draw_round(tournament_id=evening.id, actor=evening.actor)
    done = tournament_lifecycle.publish_round(tournament_id=evening.id, actor=evening.actor)
    tournament_lifecycle.annul_round(tournament_id=evening.id, actor=evening.actor, reason="Fire.")

    lines = history(evening.id, NOBODY)

    assert [each.revision for each in lines.rows][:2] == [done.revision + 1, done.revision]
    (newest,) = lines.serialize(lines.rows[:1])
    assert (newest.text, newest.reason) == ("Round 1 was undone.", "Fire.")
    assert newest.by == Author("organiser", None, False)


def test_a_change_of_settings_shows_old_and_new_values():
    evening = started(4)
    tournament_settings.change(
        tournament_id=evening.id,
        actor=evening.actor,
        expected=evening.revision,
        name="Зима",
        settings={"capacity": 8, "stages": [{"format": "swiss", "rounds": 5}], "confirm": True},
        reason="A larger room.",
    )

    last = told(evening)[-1]

    assert [(each.title, each.old_text, each.new_text) for each in last.changes] == [
        ("Tournament name", "Осень", "Зима"),
        ("Capacity", "–", "8"),
        ("Results must be confirmed", "no", "yes"),
        ("Stage 1: rounds", "4", "5"),
    ]
    assert (last.text, last.reason) == ("The settings were changed.", "A larger room.")


def test_values_of_settings_are_shown_in_words():
    evening = started(4)
    anna, boris, *_ = evening.now.entries
    scoring = {"by": "ranks", "ranks": {"4": [7, 5, "7/2"]}, "bye": {"score": "1/2"}}
    changed = {"sizes": [2, 3, 4], "apart": [[anna, boris]], "level": "open", "scoring": scoring}
    tournament_settings.change(
        tournament_id=evening.id,
        actor=evening.actor,
        expected=evening.revision,
        settings=changed | {"stages": [{"format": "swiss", "rounds": 4}, {"format": "knockout", "advance": 2}]},
        reason="All of it.",
    )

    new = {each.title: each.new_text for each in told(evening)[-1].changes}

    assert {
        "Table sizes": "2, 3, 4",
        "Pairs kept apart": "Игрок 1 – Игрок 2",
        "What is recorded": "what the table sees",
        "Points by place": "4: 7 5 7/2",
        "Round with a bye": "score 1/2, game points 0, games won 0, share 0",
        "Stage 2": "knockout; Stage 2: advance from each table: 2",
    }.items() <= new.items()


def test_an_annulled_round_keeps_its_results():
    evening = started(4)
    (table,) = evening.draw()
    evening.report(table)
    tournament_lifecycle.annul_round(tournament_id=evening.id, actor=evening.actor, reason="The wrong field.")

    (shown,) = told(evening)[-1].tables

    assert shown.match == table.match
    assert [(seat.points, seat.winner) for seat in shown.seats] == [(0, True)] * 4
    assert {seat.name for seat in shown.seats} == {f"Игрок {number}" for number in range(1, 5)}


def test_only_organisers_see_drafts():
    evening = started(4)
    scorekeeper = official(evening, "scorekeeper")
    tournament_lifecycle.draw_round(tournament_id=evening.id, actor=evening.actor)
    seats = [table.seats for table in evening.now.rounds[-1].tables]
    tournament_lifecycle.change_draft(
        tournament_id=evening.id,
        tables_of={0: [seats[0][::-1]]},
        out={},
        reason="They asked.",
        actor=evening.actor,
        expected=evening.revision,
    )

    for reader in (NOBODY, scorekeeper):
        assert {"round.drawn", "round.changed"} & {each.kind for each in told(evening, reader)} == set()
    assert [each.text for each in told(evening, evening.actor)[-2:]] == [
        "Round 1 was drafted.",
        "The draft of round 1 was changed by hand.",
    ]

    tournament_lifecycle.publish_round(tournament_id=evening.id, actor=evening.actor)

    for reader in (NOBODY, scorekeeper):
        changed = next(each for each in told(evening, reader) if each.kind == "round.changed")
        assert (changed.reason, changed.changes) == ("They asked.", [])
        assert "round.drawn" not in {each.kind for each in told(evening, reader)}
    (mine,) = (each for each in told(evening, evening.actor) if each.kind == "round.changed")
    assert [each.title for each in mine.changes] == ["Table 1"]


def test_an_unpublished_draft_stays_hidden_from_others_for_ever():
    evening = started(4)
    tournament_lifecycle.draw_round(tournament_id=evening.id, actor=evening.actor)
    tournament_lifecycle.annul_round(tournament_id=evening.id, actor=evening.actor, reason="Gossip.")
    evening.draw()

    shown = told(evening)

    assert "Gossip." not in [each.reason for each in shown]
    assert "Gossip." in [each.reason for each in told(evening, evening.actor)]


def test_only_officials_see_changes_made_before_the_tournament_was_public():
    evening = begun()
    evening.join("Анна")
    (anna,) = evening.now.entries
    scorekeeper = official(evening, "scorekeeper")
    tournament_settings.change(tournament_id=evening.id, actor=evening.actor, expected=evening.revision, name="Secret")
    entries.withdraw(tournament_id=evening.id, entrant=anna, actor=evening.actor, reason="A wager.")
    tournament_settings.change(tournament_id=evening.id, actor=evening.actor, expected=evening.revision, name="Зима")
    tournament_lifecycle.open_registration(tournament_id=evening.id, actor=evening.actor)

    shown, all_ = told(evening), told(evening, scorekeeper)

    assert "tournament.settings_changed" not in {each.kind for each in shown}
    assert {each.reason for each in shown} == {None}
    assert "Secret" not in str(shown)
    assert "Secret" in str(all_)
    assert "A wager." in {each.reason for each in all_}


def test_organisers_see_the_account_and_others_the_role():
    evening = started(3)
    scorekeeper = official(evening, "scorekeeper")
    anna = next(iter(evening.now.entries))
    Player.objects.filter(id=anna).update(user=User.objects.create_user("anna"))
    entries.check_in(tournament_id=evening.id, entrant=anna, actor=scorekeeper)
    entries.withdraw(tournament_id=evening.id, entrant=anna, actor=actor(User.objects.get(username="anna").pk))

    readers = {"public": NOBODY, "scorekeeper": scorekeeper, "organiser": evening.actor}
    by = {name: [each.by for each in told(evening, reader)[-2:]] for name, reader in readers.items()}

    own = Author("player", "Игрок 1", False)
    assert by == {
        "public": [Author("scorekeeper", None, False), own],
        "scorekeeper": [Author("scorekeeper", None, True), own],
        "organiser": [Author("scorekeeper", "scorekeeper", False), own],
    }


def test_erased_or_departed_authors_are_not_named():
    evening = started(3)
    scorekeeper = official(evening, "scorekeeper")
    anna = next(iter(evening.now.entries))
    entries.check_in(tournament_id=evening.id, entrant=anna, actor=scorekeeper)
    User.objects.filter(id=scorekeeper.user).delete()
    erasure.erase_player(player_id=Player.objects.get(id=anna).pk, actor=evening.actor)

    shown = told(evening, evening.actor)

    assert "Игрок 1" not in str(shown)
    (there,) = (each for each in shown if each.kind == "entrant.checked_in")
    assert there.text.startswith("Former player ")
    assert there.by == Author(None, None, False)
