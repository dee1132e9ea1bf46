"""Decisions that change results, given with the policy of what is done about what follows from them."""

from collections.abc import Sequence
from typing import get_args
from uuid import UUID

from django.db import transaction

from games.engine import Seat, Stated
from games.errors import Phrase
from league.common.actor import Actor, require_official
from league.eventlog.types import Committed
from league.impact.compute import NO_REASON, compute_effects, log_size
from league.impact.domain.impact import Effects
from league.matches import repository as match_repository
from league.matches.domain import decisions
from league.matches.domain.decisions import Decide
from league.matches.domain.events import Policy
from league.matches.domain.score_sheet import GameNumber
from league.matches.repository import execute
from league.tournaments.services import lifecycle as tournament_lifecycle

POLICIES: tuple[Policy, ...] = get_args(Policy)


def report_result(
    *,
    match_id: str,
    place: GameNumber,
    stated: Stated,
    expected: int,
    actor: Actor,
    correction: str | None = None,
    policy: Policy | None = None,
    command_id: UUID | None = None,
) -> Committed:
    """Report a result, or correct it by a policy (see `give`)."""
    decide = decisions.correct(actor, place=place, stated=stated, correction=correction)
    return decide_with_policy(match_id, expected, decide, actor, command_id, policy=policy, reason=correction or "")


def settle_result(
    *,
    match_id: str,
    reason: str,
    expected: int,
    actor: Actor,
    policy: Policy | None = None,
    command_id: UUID | None = None,
) -> Committed:
    """Rule by a policy that the result of a match stands."""
    return decide_with_policy(
        match_id, expected, decisions.settle(actor, reason=reason), actor, command_id, policy=policy, reason=reason
    )


def forfeit_match(
    *,
    match_id: str,
    seats: Sequence[Seat],
    reason: str,
    expected: int,
    actor: Actor,
    policy: Policy | None = None,
    command_id: UUID | None = None,
) -> Committed:
    """Rule by a policy that seats lost without play."""
    decide = decisions.forfeit(actor, seats=seats, reason=reason)
    return decide_with_policy(match_id, expected, decide, actor, command_id, policy=policy, reason=reason)


def void_match(
    *,
    match_id: str,
    reason: str,
    expected: int,
    actor: Actor,
    policy: Policy | None = None,
    command_id: UUID | None = None,
) -> Committed:
    """Rule by a policy that a match does not count."""
    return decide_with_policy(
        match_id, expected, decisions.void(actor, reason=reason), actor, command_id, policy=policy, reason=reason
    )


def reopen_match(
    *,
    match_id: str,
    reason: str,
    expected: int,
    actor: Actor,
    policy: Policy | None = None,
    command_id: UUID | None = None,
) -> Committed:
    """Take back by a policy a forfeit, or that a match is void."""
    return decide_with_policy(
        match_id, expected, decisions.reopen(actor, reason=reason), actor, command_id, policy=policy, reason=reason
    )


def decide_with_policy(
    match_id: str,
    expected: int,
    decide: Decide,
    actor: Actor,
    command_id: UUID | None = None,
    *,
    policy: Policy | None,
    reason: str,
) -> Committed:
    """Decide on a match, and do by the policy about what follows; without one, only decide.

    What was foreseen is recorded with the decision. With `recompute`, rounds and stages that would be others and were
    not played are taken back and a final ranking is recorded anew, all at once or not at all; that is for
    arbiters and organisers. Raises what the decision raises, `NothingToDecide`, `NotAllowed`, `StreamMovedOn`.
    """
    if policy is None:
        return execute(match_id, expected, decide, actor, command_id)
    with transaction.atomic():
        position = log_size()
        versioned = match_repository.load(match_id, expected=expected)
        match = versioned.state
        require_official(actor, match.opened.club, Phrase("choose what is done about what follows"))
        decision = decide(match)
        drafts = actor.organiser(match.opened.club)
        found = compute_effects(match_id, match, decision.match, policy, drafts=drafts, reason=reason)
        facts = decisions.recorded(decision, policy, found.counted(position))
        then = None if policy == "report" else decision.match
        done = match_repository.append(versioned, facts, actor=actor, after=then, command_id=command_id)
        apply_policy(found, policy, reason, actor)
    return done


def apply_policy(found: Effects, policy: Policy, reason: str, actor: Actor) -> None:
    """With `recompute`, take back what a decision makes wrong and nobody has played; within the decision's transaction.

    Whoever takes back rounds runs tournaments. Raises `NotAllowed`, `StreamMovedOn`.
    """
    if policy == "recompute" and found.tournament is not None and found.tournament.effects.plan.facts:
        plan = found.tournament.effects.plan
        tournament_lifecycle.annul_consequences(
            tournament_id=found.tournament.id,
            events=plan.facts,
            matches=plan.matches,
            reason=reason.strip() or NO_REASON,
            expected=found.tournament.revision,
            actor=actor,
        )
