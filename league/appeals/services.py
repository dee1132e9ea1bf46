"""Commands on appeals, and rulings."""

import os
from datetime import UTC, datetime
from uuid import UUID

from django.db import transaction

from games.errors import Phrase
from league.common.actor import Actor
from league.common.ids import new_id
from league.common.images import clean
from league.common.text import normalize
from league.errors import NotAllowed
from league.eventlog.private_data import Part
from league.eventlog.types import Committed
from league.impact.compute import compute_effects, log_size
from league.impact.services import apply_policy
from league.matches import repository as match_repository
from league.matches.domain import appeals, rulings
from league.matches.domain.appeals import require_judge
from league.matches.domain.events import Policy
from league.matches.domain.match import seal
from league.matches.domain.permissions import voice
from league.matches.domain.rulings import RulingTerms as RulingTerms
from league.matches.models import SealedSeed
from league.matches.repository import load_seed
from league.tournaments.appeal_terms import judges, windows


def file_appeal(
    *,
    match_id: str,
    statement: str,
    expected: int,
    actor: Actor,
    revision: int | None = None,
    against: UUID | None = None,
    picture: bytes | None = None,
) -> Committed:
    """File an appeal as one of the seats or an official: against the move at *revision*, a ruling, or the result.

    Statement and picture are stored beside the log, where they can be erased.
    Raises `Unknown`, `NotAllowed`, `StreamMovedOn`, `Refusal`, `BadPicture`.
    """
    bodies = [normalize(statement).encode(), *([clean(picture)] if picture is not None else [])]
    with match_repository.change(match_id, expected=expected) as versioned:
        match = versioned.state
        seat = voice(actor, match, Phrase("file an appeal"))
        decision = appeals.file_appeal(
            match,
            appeal=str(new_id()),
            seat=seat,
            by=_account(actor),
            at=datetime.now(UTC),
            closes=windows(match_id, match).closes,
            revision=revision,
            against=None if against is None else str(against),
            picture=picture is not None,
        )
    audience = appeals.audience(match, seat, _account(actor))
    parts = [Part(audience, body) for body in bodies]
    return match_repository.append(versioned, decision.events, actor=actor, after=decision.match, parts=parts)


def take_appeal(*, match_id: str, appeal_id: str, expected: int, actor: Actor) -> Committed:
    """Take up an appeal. Raises `Unknown`, `NotAllowed`, `StreamMovedOn`, `Refusal`."""
    with match_repository.change(match_id, expected=expected) as versioned:
        match = versioned.state
        require_judge(actor, match, appeal_id, judges(match))
        decision = appeals.take_appeal(match, appeal=appeal_id, by=_account(actor))
    return match_repository.append(versioned, decision.events, actor=actor, after=decision.match)


def withdraw_appeal(*, match_id: str, appeal_id: str, expected: int, actor: Actor) -> Committed:
    """Withdraw one's own appeal. Raises `Unknown`, `NotAllowed`, `StreamMovedOn`, `Refusal`."""
    with match_repository.change(match_id, expected=expected) as versioned:
        seat = voice(actor, versioned.state, Phrase("withdraw this appeal"))
        decision = appeals.withdraw_appeal(versioned.state, appeal=appeal_id, seat=seat, by=_account(actor))
    return match_repository.append(versioned, decision.events, actor=actor, after=decision.match)


def close_appeal(*, match_id: str, appeal_id: str, expected: int, actor: Actor) -> Committed:
    """Close an appeal whose ruling is final. Raises `Unknown`, `NotAllowed`, `StreamMovedOn`, `Refusal`."""
    with match_repository.change(match_id, expected=expected) as versioned:
        if not actor.judge(versioned.state.opened.club):
            why = Phrase("only the club’s arbiters and organisers can do this")
            raise NotAllowed(act=Phrase("close an appeal"), why=why)
        decision = appeals.close_appeal(versioned.state, appeal=appeal_id, at=datetime.now(UTC))
    return match_repository.append(versioned, decision.events, actor=actor, after=decision.match)


@transaction.atomic
def rule(
    *,
    match_id: str,
    terms: RulingTerms,
    reason: str,
    expected: int,
    actor: Actor,
    appeal_id: str | None = None,
    policy: Policy = "recompute",
) -> Committed:
    """Rule on an appeal that *actor* has taken up, or on the match without one.

    If the service deals and the seed was revealed, play continues from a new one. The *policy* decides about what
    follows in a tournament (see `league.impact.services`).
    Raises `Unknown`, `NotAllowed`, `StreamMovedOn`, `Refusal`, `BadRemedy`, `NoSuchMove`.
    """
    fresh = os.urandom(32)
    versioned = match_repository.load(match_id, expected=expected)
    match = versioned.state
    require_judge(actor, match, appeal_id, judges(match))
    ruling = rulings.RulingDraft(
        id=str(new_id()),
        terms=terms,
        reason=reason,
        by=_account(actor),
        until=datetime.now(UTC) + windows(match_id, match).ruling,
        appeal=appeal_id,
    )
    replaced = match.seed is not None and match.opened.dealing != "table"
    seed = fresh if replaced else load_seed(match_id, match)
    position, preview = log_size(), rulings.preview(match, ruling, seed=seed)
    drafts = actor.organiser(match.opened.club)
    effects = compute_effects(match_id, match, preview, policy, drafts=drafts, reason=reason)
    decision = rulings.commit(match, ruling, policy=policy, forecast=effects.forecast(position), seed=seed)
    committed = match_repository.append(versioned, decision.events, actor=actor, after=decision.match)
    apply_policy(effects, policy, reason, actor)
    if any(seal(fresh) == getattr(event, "seed_hash", None) for event in committed.events):
        SealedSeed.objects.filter(match=match_id).update(seed=fresh)  # the old one is in the log
    return committed


def _account(actor: Actor) -> str:
    return str(actor.user)
