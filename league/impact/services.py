"""Commands on the result of a match, with the policy for what follows from it in a tournament.

Without a policy only the match changes, and that is refused where a table of a knockout without a result would have
other players. With one, a forecast of the changes is recorded with the command. Under `recompute`, rounds and stages
that nobody has played are annulled and the final ranking is updated in the same transaction, for which the actor has to
be an arbiter or organiser.
"""

from collections.abc import Sequence
from typing import get_args

from django.db import transaction

from games.engine import Seat, Stated
from games.errors import Phrase
from league.common.actor import Actor, require_official
from league.errors import ValueList
from league.eventlog.repository import Versioned
from league.eventlog.types import Committed
from league.impact.compute import NO_REASON, compute_effects, log_size, tables_in_question
from league.impact.domain.impact import Effects
from league.matches import repository as match_repository
from league.matches.domain import decisions, results
from league.matches.domain.events import Policy
from league.matches.domain.match import Decision, Match
from league.matches.domain.permissions import voice
from league.matches.domain.score_sheet import GameNumber
from league.tournaments.errors import PolicyNeeded
from league.tournaments.services import lifecycle as tournament_lifecycle

POLICIES: tuple[Policy, ...] = get_args(Policy)


def report_result(
    *,
    match_id: str,
    place: GameNumber,
    stated: Stated,
    correction: str | None = None,
    expected: int,
    actor: Actor,
    policy: Policy | None = None,
) -> Committed:
    """Report the result of one game of a match that is kept by results alone. With a reason, correct it.

    The seats of the match and officials may. The same result from a second seat confirms it, another one contests it.
    Raises `Unknown`, `NotAllowed`, `StreamMovedOn`, `Refusal`, `RuleViolation`, `ResultDiffers`, `FormError`.
    """
    with match_repository.change(match_id, expected=expected) as versioned:
        _require_policy_maker(versioned.state, actor, policy)
        decision = decisions.correct(versioned.state, actor, place=place, stated=stated, correction=correction)
    return _append(versioned, decision, actor, policy=policy, reason=correction or "")


def confirm_result(*, match_id: str, expected: int, actor: Actor) -> Committed:
    """Confirm all results as a seat or an official. Raises `Unknown`, `NotAllowed`, `StreamMovedOn`, `Refusal`."""
    with match_repository.change(match_id, expected=expected) as versioned:
        seat = voice(actor, versioned.state, Phrase("confirm a result"), by_link=True)
        decision = results.confirm(versioned.state, seat=seat)
    return _append(versioned, decision, actor)


def contest_result(
    *, match_id: str, reason: str, claims: Sequence[tuple[GameNumber, Stated]] = (), expected: int, actor: Actor
) -> Committed:
    """Contest the result of the games in *claims*, or of all, as one of the seats or an official.

    Raises `Unknown`, `NotAllowed`, `StreamMovedOn`, `Refusal`, `RuleViolation`, `ResultDiffers`, `FormError`.
    """
    with match_repository.change(match_id, expected=expected) as versioned:
        seat = voice(actor, versioned.state, Phrase("contest a result"), by_link=True)
        decision = results.contest(versioned.state, seat=seat, reason=reason, claims=claims)
    return _append(versioned, decision, actor)


def settle_result(
    *, match_id: str, reason: str, expected: int, actor: Actor, policy: Policy | None = None
) -> Committed:
    """Rule that the result of a match stands. Raises `Unknown`, `NotAllowed`, `StreamMovedOn`, `Refusal`."""
    with match_repository.change(match_id, expected=expected) as versioned:
        _require_policy_maker(versioned.state, actor, policy)
        decision = decisions.settle(versioned.state, actor, reason=reason)
    return _append(versioned, decision, actor, policy=policy, reason=reason)


def forfeit_match(
    *, match_id: str, seats: Sequence[Seat], reason: str, expected: int, actor: Actor, policy: Policy | None = None
) -> Committed:
    """Rule that seats lost without play. Raises `Unknown`, `NotAllowed`, `StreamMovedOn`, `NoSeatGiven`."""
    with match_repository.change(match_id, expected=expected) as versioned:
        _require_policy_maker(versioned.state, actor, policy)
        decision = decisions.forfeit(versioned.state, actor, seats=seats, reason=reason)
    return _append(versioned, decision, actor, policy=policy, reason=reason)


def void_match(*, match_id: str, reason: str, expected: int, actor: Actor, policy: Policy | None = None) -> Committed:
    """Rule that a match does not count. Raises `Unknown`, `NotAllowed`, `StreamMovedOn`."""
    with match_repository.change(match_id, expected=expected) as versioned:
        _require_policy_maker(versioned.state, actor, policy)
        decision = decisions.void(versioned.state, actor, reason=reason)
    return _append(versioned, decision, actor, policy=policy, reason=reason)


def reopen_match(*, match_id: str, reason: str, expected: int, actor: Actor, policy: Policy | None = None) -> Committed:
    """Annul a forfeit, or that a match is void. Raises `Unknown`, `NotAllowed`, `StreamMovedOn`, `Refusal`."""
    with match_repository.change(match_id, expected=expected) as versioned:
        _require_policy_maker(versioned.state, actor, policy)
        decision = decisions.reopen(versioned.state, actor, reason=reason)
    return _append(versioned, decision, actor, policy=policy, reason=reason)


def _require_policy_maker(match: Match, actor: Actor, policy: Policy | None) -> None:
    if policy is not None:
        require_official(actor, match.opened.club, Phrase("choose a recalculation policy"))


def _require_no_tables_in_question(versioned: Versioned[Match], after: Match) -> None:
    match_id = versioned.head.stream.removeprefix(match_repository.stream(""))
    if tables := tables_in_question(match_id, versioned.state, after):
        raise PolicyNeeded(tables=ValueList(tables))


def _append(
    versioned: Versioned[Match], decision: Decision, actor: Actor, *, policy: Policy | None = None, reason: str = ""
) -> Committed:
    """Append a decision, and what its policy demands. Raises `NothingToDecide`, `NotAllowed`, `StreamMovedOn`.

    Without a policy, raises `PolicyNeeded` if a published knockout table without a result would have other players.
    """
    if policy is None:
        if decisions.takes_policy(decision):
            _require_no_tables_in_question(versioned, decision.match)
        return match_repository.append(versioned, decision.events, actor=actor, after=decision.match)
    head, match = versioned
    with transaction.atomic():
        position, drafts = log_size(), actor.organiser(match.opened.club)
        match_id = head.stream.removeprefix(match_repository.stream(""))
        effects = compute_effects(match_id, match, decision.match, policy, drafts=drafts, reason=reason)
        events = decisions.add_policy(decision, policy, effects.forecast(position))
        after = None if policy == "report" else decision.match
        committed = match_repository.append(versioned, events, actor=actor, after=after)
        apply_policy(effects, policy, reason, actor)
    return committed


def apply_policy(effects: Effects, policy: Policy, reason: str, actor: Actor) -> None:
    """Annul, under `recompute`, what a decision makes wrong and nobody has played, in the decision's transaction.

    Raises `NotAllowed` unless *actor* may run the tournament, and `StreamMovedOn`.
    """
    tournament = effects.tournament
    if policy == "recompute" and tournament is not None and tournament.changes.plan.events:
        tournament_lifecycle.annul_consequences(
            tournament_id=tournament.id,
            events=tournament.changes.plan.events,
            matches=tournament.changes.plan.matches,
            reason=reason.strip() or NO_REASON,
            expected=tournament.revision,
            actor=actor,
        )
