"""What people do with appeals: file, take in hand, withdraw, close; and what officials rule."""

import os
from datetime import UTC, datetime
from functools import partial
from uuid import UUID

from django.db import transaction

from games.errors import Phrase
from league.common.actor import Actor, voice
from league.common.ids import new_id
from league.common.images import clean
from league.errors import NotAllowed
from league.eventlog.private_data import Part
from league.eventlog.types import Committed
from league.impact.compute import effects_of, log_size
from league.impact.services import carry_out
from league.matches import repository as match_repository
from league.matches.domain import appeals, match, rulings
from league.matches.domain.appeals import require_judge
from league.matches.domain.events import GameReplayed, MovesAnnulled, Policy
from league.matches.domain.match import Course, Match
from league.matches.domain.rulings import Remedy
from league.matches.models import SealedSeed
from league.matches.repository import execute, sealed_seed
from league.tournaments.appeal_terms import judges, windows

__all__ = [
    "Committed",
    "Policy",
    "Remedy",
    "close_appeal",
    "file_appeal",
    "rule",
    "take_appeal",
    "withdraw_appeal",
]


def file_appeal(
    *,
    match_id: str,
    statement: str,
    expected: int,
    actor: Actor,
    revision: int | None = None,
    against: UUID | None = None,
    picture: bytes | None = None,
    appeal_id: UUID | None = None,
    command_id: UUID | None = None,
) -> Committed:
    """File an appeal as one of the seats or an official: against the move at *revision*, a ruling, or the result.

    What is said and shown is kept beside the log, where it can be erased.
    Raises `Unknown`, `NotAllowed`, `StreamMovedOn`, `Refusal`, `BadPicture`.
    """
    id_ = str(appeal_id or new_id())
    bodies = [appeals.stated(statement).encode(), *([clean(picture)] if picture is not None else [])]

    def decide(now: Match) -> Course:
        seat = voice(actor, now, Phrase("file an appeal"))
        return appeals.file(
            now,
            appeal=id_,
            seat=seat,
            by=_account(actor),
            at=datetime.now(UTC),
            closes=windows(match_id, now).closes,
            revision=revision,
            against=None if against is None else str(against),
            picture=picture is not None,
        )

    def parts(now: Match) -> list[Part]:
        whose = appeals.audience(now, voice(actor, now, Phrase("file an appeal")), _account(actor))
        return [Part(whose, body) for body in bodies]

    return execute(match_id, expected, decide, actor, command_id, parts)


def take_appeal(
    *, match_id: str, appeal_id: UUID, expected: int, actor: Actor, command_id: UUID | None = None
) -> Committed:
    """Take an appeal in hand. Raises `Unknown`, `NotAllowed`, `StreamMovedOn`, `Refusal`."""

    def decide(now: Match) -> Course:
        require_judge(actor, now, str(appeal_id), judges(now))
        return appeals.take(now, appeal=str(appeal_id), by=_account(actor))

    return execute(match_id, expected, decide, actor, command_id)


def withdraw_appeal(
    *, match_id: str, appeal_id: UUID, expected: int, actor: Actor, command_id: UUID | None = None
) -> Committed:
    """Take an own appeal back. Raises `Unknown`, `NotAllowed`, `StreamMovedOn`, `Refusal`."""

    def decide(now: Match) -> Course:
        seat = voice(actor, now, Phrase("withdraw this appeal"))
        return appeals.withdraw(now, appeal=str(appeal_id), seat=seat, by=_account(actor))

    return execute(match_id, expected, decide, actor, command_id)


def close_appeal(
    *, match_id: str, appeal_id: UUID, expected: int, actor: Actor, command_id: UUID | None = None
) -> Committed:
    """Close an appeal whose ruling is final. Raises `Unknown`, `NotAllowed`, `StreamMovedOn`, `Refusal`."""

    def decide(now: Match) -> Course:
        if not actor.judge(now.opened.club):
            why = Phrase("that is for arbiters and organisers of the club")
            raise NotAllowed(act=Phrase("close an appeal"), why=why)
        return appeals.close(now, appeal=str(appeal_id), at=datetime.now(UTC))

    return execute(match_id, expected, decide, actor, command_id)


@transaction.atomic
def rule(
    *,
    match_id: str,
    remedy: Remedy,
    reason: str,
    expected: int,
    actor: Actor,
    appeal_id: UUID | None = None,
    policy: Policy = "recompute",
    command_id: UUID | None = None,
) -> Committed:
    """Rule on an appeal that *actor* has in hand, or on the match without one.

    Where the service deals and the seed was revealed, play goes on from a new one. What is done about what follows in a
    tournament is for the *policy* to say (see `league.impact.services`).
    Raises `Unknown`, `NotAllowed`, `StreamMovedOn`, `Refusal`, `BadRemedy`, `NoSuchMove`.
    """
    fresh = os.urandom(32)
    versioned = match_repository.load(match_id, expected=expected)
    now = versioned.state
    appeal = None if appeal_id is None else str(appeal_id)
    require_judge(actor, now, appeal, judges(now))
    given = partial(
        rulings.rule,
        now,
        remedy,
        ruling=str(new_id()),
        reason=reason,
        by=_account(actor),
        until=datetime.now(UTC) + windows(match_id, now).ruling,
        appeal=appeal,
        seed=fresh if now.seed is not None else sealed_seed(match_id, now),
    )
    position, after = log_size(), given(policy="keep").now
    drafts = actor.organiser(now.opened.club)
    found = effects_of(match_id, now, after, policy, drafts=drafts, reason=reason)
    course = given(policy=policy, foreseen=found.counted(position))
    done = match_repository.append(versioned, course.facts, actor=actor, after=course.now, command_id=command_id)
    carry_out(found, policy, reason, actor)
    sealed = [each.seed_hash for each in done.events if isinstance(each, MovesAnnulled | GameReplayed)]
    if match.seal(fresh) in sealed:
        SealedSeed.objects.filter(match=match_id).update(seed=fresh)  # the old one is in the log
    return done


def _account(actor: Actor) -> str:
    return str(actor.user)
