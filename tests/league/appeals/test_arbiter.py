"""The arbiter's view of a match at a move, and lines tried without a trace."""

import pytest
from django.apps import apps
from django.db import connection

from league.appeals import arbiter_view
from league.clubs.models import User
from league.common.actor import NOBODY, Actor
from league.errors import NotAllowed
from league.eventlog.projections import runner
from league.matches import repository as match_repository
from league.matches.errors import MatchHasNoMoves, NoGameThen, NoSuchRevision
from league.matches.queries.detail import match_detail
from league.matches.services import play as match_play
from league.matches.services.play import MoveRequest
from tests.builders.clubs import add_member, founded
from tests.builders.disputes import Dispute
from tests.games.folders import folder
from tests.games.plugged import ENGINES, name, plugged_in
from tests.games.records.texts import DEAL, JOKER

pytestmark = pytest.mark.django_db

STEPS = 30  # of a match that are looked at


@pytest.fixture
def house():
    """An official of a club, as an actor, and the club."""
    founder, club = founded("organiser")
    return Actor(founder.user, frozenset(), {str(club): frozenset({"arbiter"})}), club


def imported(house, source):
    actor, club = house
    return match_play.import_record(club_id=club, source=source, actor=actor)


def views(look, side):
    return [(view.seen_by, getattr(view, side)) for view in look.views]


def told(verdict):
    return verdict.refusal and verdict.refusal.code


def pairs(last):
    """Every revision of a short match; of a long one evenly spread ones, each with the next."""
    step = -(-last // STEPS)
    return [(at, at + 1) for at in range(1, last, step)]


@pytest.mark.parametrize("rules", ENGINES, ids=name)
def test_every_step_of_every_recorded_game_can_be_viewed(house, rules):
    with plugged_in():
        for path in sorted(folder(rules).glob("playthroughs/*.rec")):
            done = imported(house, path.read_text())
            steps = pairs(done.revision)
            wanted = sorted({at for each in steps for at in each})
            looks = {at: arbiter_view.event_detail(done.id, house[0], at) for at in wanted}
            moves = [look for look in looks.values() if look.seat is not None]

            played = [(looks[one], looks[other]) for one, other in steps if looks[one].views]
            assert [views(one, "after") for one, _ in played] == [views(other, "before") for _, other in played]
            assert {look.verdict.legal for look in moves} <= {True}
            assert [look for look in moves if not (look.words["en"] and look.views)] == []


def test_a_move_is_shown_with_author_time_and_clauses_in_both_languages(house):
    done = imported(house, JOKER)

    look = arbiter_view.event_detail(done.id, house[0], 5)

    assert (look.seat, look.move, look.round, look.game) == (1, "play +r1,r2,r3 +b11,k11,o11", 1, 1)
    assert look.words == {
        "en": "Plays r1,r2,r3  b11,k11,o11.",
        "ru": "Выкладывает r1,r2,r3  b11,k11,o11.",
    }
    assert look.actor == str(house[0].user)
    opening = look.verdict.checked[-2]
    assert (opening.code, opening.rule) == ("rummikub.opening_below_30", "5 Turn, not yet opened (§Turn ¶1)")
    assert sorted(opening.clause) == ["en", "ru"]
    assert opening.clause["en"] != opening.clause["ru"]


def test_a_house_rule_that_would_have_refused_the_move_is_named(house):
    done = imported(house, JOKER)

    (ruling,) = arbiter_view.event_detail(done.id, house[0], 6).rulings

    assert (ruling.option, ruling.value) == ("joker_triplet_needs_both", "true")
    assert told(ruling.verdict) == "rummikub.joker_triplet"


def test_an_illegal_move_is_judged_with_the_deciding_clause(house):
    done = imported(house, JOKER)

    fork = arbiter_view.fork(done.id, house[0], 6, [MoveRequest(1, "play -J,r5,r6 -r1,r2,r3 +r4,r5,r6 +r1,r2,r3,J")])

    (step,) = fork.steps
    assert told(step.verdict) == "rummikub.joker_not_new_set"
    assert step.verdict.refusal.rule == "5 Joker on the table, c (§Joker ¶3)"
    assert step.verdict.refusal.text["ru"].startswith("Джокер")


def test_a_house_rule_that_would_have_accepted_a_refused_move_is_named(house):
    done = imported(house, JOKER.partition("1 play")[0] + "1 draw\n")

    fork = arbiter_view.fork(
        done.id, house[0], 5, [MoveRequest(0, "draw"), MoveRequest(1, "play -r10,b10,J +r10,b10,J,k10 +b11,k11,o11")]
    )

    assert [told(step.verdict) for step in fork.steps] == [None, "rummikub.opening_touches_table"]
    (ruling,) = fork.rulings
    assert (ruling.option, ruling.value, ruling.verdict.legal) == ("same_turn_after_opening", "true", True)


def test_a_line_stops_at_the_first_refused_move(house):
    done = imported(house, JOKER)
    line = [MoveRequest(1, "draw"), MoveRequest(0, "play +r5"), MoveRequest(1, "draw"), MoveRequest(0, "draw")]

    fork = arbiter_view.fork(done.id, house[0], 6, line)

    assert [told(step.verdict) for step in fork.steps] == [None, "rummikub.set_short"]
    assert (fork.untried, fork.turn, fork.over, fork.result) == (2, [0], False, None)


def test_a_line_can_start_before_the_move_and_replace_it(house):
    done = imported(house, JOKER)

    fork = arbiter_view.fork(done.id, house[0], 6, [MoveRequest(0, "draw")], arbiter_view.BEFORE)

    assert [told(step.verdict) for step in fork.steps] == [None]
    assert fork.views[0].position["table"] == ["r10,b10,J", "r1,r2,r3", "b11,k11,o11"]


def table_rows():
    """Every row of every table."""
    rows = {}
    with connection.cursor() as cursor:
        for model in apps.get_models(include_auto_created=True):
            cursor.execute(f'SELECT * FROM "{model._meta.db_table}"')
            rows[model._meta.db_table] = sorted(map(repr, cursor.fetchall()))
    return rows


def test_trying_moves_leaves_no_trace(house):
    done = imported(house, JOKER)
    runner.catch_up_all()
    match_repository.remember(match_repository.load(done.id))  # as it is kept once it is committed
    before, standing = table_rows(), match_repository.cached(done.id)
    ways = (arbiter_view.BEFORE, arbiter_view.AFTER)

    for way in ways:
        arbiter_view.fork(done.id, house[0], 5, [MoveRequest(0, "draw"), MoveRequest(1, "draw")], way)
        arbiter_view.advice(done.id, house[0], 5, way)
    arbiter_view.event_detail(done.id, house[0], 5)

    assert table_rows() == before
    assert match_repository.cached(done.id) is standing
    match_repository.forget()
    assert match_repository.load(done.id) == standing
    assert (
        match_play.play_moves(
            match_id=done.id, plies=[MoveRequest(1, "draw")], expected=done.revision, actor=house[0]
        ).revision
        == done.revision + 1
    )


def dealt(house, game="rummikub", seats=2):
    actor, club = house
    return match_play.open_match(club_id=club, game=game, seats=[None] * seats, actor=actor)


def at_table(house, *moves):
    actor, club = house
    opened = match_play.open_match(club_id=club, game="rummikub", seats=[None, None], dealing="table", actor=actor)
    return match_play.play_moves(match_id=opened.id, plies=moves, expected=opened.revision, actor=actor)


def test_while_the_service_deals_a_fork_knows_only_what_the_table_knows_and_draws_nothing(house):
    done = dealt(house)
    (seat,) = match_detail(done.id, house[0]).turn

    fork = arbiter_view.fork(
        done.id, house[0], done.revision, [MoveRequest(seat, "play +r11,b11,k11"), MoveRequest(1 - seat, "draw")]
    )

    assert fork.judged_by == "public"
    assert [(told(step.verdict), step.drawn) for step in fork.steps] == [(None, False)] * 2
    assert [view.seen_by for view in fork.views] == ["public"]
    assert arbiter_view.advice(done.id, house[0], done.revision, arbiter_view.AFTER).seats == [
        arbiter_view.SeatAdvice(seat, [])
    ]
    assert [view.seen_by for view in arbiter_view.event_detail(done.id, house[0], 3).views] == ["public"]


def seated_account(house, roles=None):
    """A player of the club, and their account, perhaps with roles."""
    actor, club = house
    user = User.objects.create_user("sits")
    player = add_member(club_id=club, name="А", username="sits", actor=organiser(actor, club))
    return player, Actor(user.pk, frozenset({str(player.pk)}), roles or {})


def test_after_the_end_the_revealed_seed_provides_the_draws_of_a_fork(house):
    actor, club = house
    player, sits = seated_account(house)
    done = match_play.open_match(club_id=club, game="the_game_extreme", seats=[player.pk], actor=actor)
    over = match_play.play_moves(
        match_id=done.id, plies=[MoveRequest(0, "give_up")], expected=done.revision, actor=sits
    )
    deal = arbiter_view.event_detail(done.id, NOBODY, 3).move

    fork = arbiter_view.fork(done.id, NOBODY, 2, [MoveRequest(0, "give_up")])

    assert over.revision > done.revision
    assert "?" not in deal
    assert [(step.drawn, step.move) for step in fork.steps] == [(True, deal), (False, "give_up")]
    assert (fork.judged_by, fork.over, fork.result.reason) == ("everything", True, "gave_up")


def test_the_solver_says_what_a_rack_could_have_laid(house):
    done = at_table(house, MoveRequest(-1, DEAL), MoveRequest(0, "draw"), MoveRequest(-1, "b13"))

    found = arbiter_view.advice(done.id, house[0], 4)

    (seat,) = found.seats
    assert seat.seat == 0
    (most,) = seat.advice
    assert most.text["en"] == "The rack has an initial meld. Most tiles that can be played: 12."
    fork = arbiter_view.fork(done.id, house[0], 4, [MoveRequest(0, most.move)], arbiter_view.BEFORE)
    assert fork.steps[0].verdict.legal


def test_an_official_who_plays_sees_no_other_hand_before_the_end(house):
    actor, club = house
    player, sits = seated_account(house, actor.roles)
    opened = match_play.open_match(club_id=club, game="rummikub", seats=[player.pk, None], dealing="table", actor=actor)
    done = match_play.play_moves(
        match_id=opened.id,
        plies=[MoveRequest(-1, DEAL), MoveRequest(0, "draw"), MoveRequest(-1, "b13")],
        expected=2,
        actor=actor,
    )

    look = arbiter_view.event_detail(done.id, sits, 5)
    fork = arbiter_view.fork(done.id, sits, 5, [MoveRequest(1, "play +r11,b11,k11")])

    assert [view.seen_by for view in look.views] == ["public", 0]
    assert [rack is None for rack in look.views[1].after["tiles"]] == [False, True]
    assert (fork.judged_by, fork.steps[0].verdict.legal) == ("public", True)
    assert [view.seen_by for view in arbiter_view.event_detail(done.id, actor, 5).views][-1] == "everything"


def organiser(actor, club):
    return Actor(actor.user, frozenset(), {str(club): frozenset({"organiser"})})


def test_while_a_match_lasts_only_club_officials_can_judge_moves(house):
    done = imported(house, JOKER)
    stranger = Actor(User.objects.create_user("stranger").pk)

    for asked in (
        lambda: arbiter_view.event_detail(done.id, stranger, 3),
        lambda: arbiter_view.fork(done.id, NOBODY, 3, []),
        lambda: arbiter_view.advice(done.id, stranger, 3),
    ):
        with pytest.raises(NotAllowed):
            asked()


def test_without_a_game_in_progress_nothing_can_be_tried(house):
    done = imported(house, JOKER)
    by_results = imported(house, "ludex: 1\ngame: rummikub\nrules: 1\nlog: score\nseats: 2\n")

    with pytest.raises(NoGameThen):
        arbiter_view.fork(done.id, house[0], 1, [])
    with pytest.raises(NoSuchRevision):
        arbiter_view.fork(done.id, house[0], done.revision + 1, [])
    with pytest.raises(MatchHasNoMoves):
        arbiter_view.advice(by_results.id, house[0], 1)
    assert arbiter_view.event_detail(by_results.id, house[0], 1).views == []


def test_annulled_moves_can_still_be_viewed_and_are_marked():
    dispute = Dispute()
    dispute.play(4)
    wrong = dispute.last_move()
    dispute.rule("annul", revision=wrong)
    official = dispute.actor("arbiter")

    looks = [arbiter_view.event_detail(dispute.id, official, at) for at in range(1, dispute.now.revision + 1)]

    moves = [look for look in looks if look.seat is not None]
    assert [look.annulled for look in moves] == [look.revision >= wrong for look in moves]
    assert {look.verdict.legal for look in moves} == {True}
    assert [views(look, "before") for look in looks[3:]] == [views(look, "after") for look in looks[2:-1]]
    assert looks[-1].views[0].after == looks[wrong - 1].views[0].before
    assert looks[-1].words["en"] == f"Everything from revision {wrong} onwards is annulled."
    fork = arbiter_view.fork(
        dispute.id, official, wrong, [MoveRequest(looks[wrong - 1].seat, "draw")], arbiter_view.BEFORE
    )
    assert (fork.steps[0].verdict.legal, fork.judged_by) == (True, "public")


def test_a_match_resumed_after_its_end_can_be_viewed_completely():
    dispute = Dispute(options={"rounds": 1})
    dispute.play()
    assert dispute.now.over
    before = dispute.now
    dispute.rule("annul", revision=dispute.last_move())
    official = dispute.actor("arbiter")
    last = before.revision + 3

    looks = [arbiter_view.event_detail(dispute.id, official, at) for at in range(before.revision - 6, last)]

    assert not dispute.now.over
    assert {look.verdict.legal for look in looks if look.seat is not None} == {True}
    fork = arbiter_view.fork(dispute.id, official, before.games[-1].moves[0].revision - 1, [])
    assert [step.drawn for step in fork.steps] == []
