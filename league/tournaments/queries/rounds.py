"""A round with what officials did to it by hand, and why."""

from typing import Any

from league.common.actor import Actor
from league.tournaments.models import TournamentMatch
from league.tournaments.queries import detail
from league.tournaments.queries.history import TournamentHistoryEvent, round_history

BY_HAND = ("round.changed", "table.tie_decided")


def round_with_decisions(tournament_id: str, number: int, actor: Actor) -> dict[str, Any]:
    """The round as it is, how its draft was changed by hand, and how tables that ended level were decided.

    Raises `Unknown`.
    """
    found = detail.round_detail(tournament_id, number, actor)
    told = (
        round_history(tournament_id, number, BY_HAND, actor)
        if _has_manual_changes(tournament_id, number, actor)
        else []
    )
    decided = {each.table: _decision(each) for each in told if each.kind == "table.tie_decided"}
    changed = [each for each in told if each.kind == "round.changed"]
    return {
        **found,
        "tables": [{**table, "decision": decided.get(table["table"])} for table in found["tables"]],
        "changed_by_hand": [{"at": each.at, "by": each.by, "reason": each.reason} for each in changed],
    }


def tie_decision(match_id: str, actor: Actor) -> dict[str, Any] | None:
    """How the table of a match was decided that ended level; None where it was not, or is none of a tournament."""
    row = TournamentMatch.objects.filter(match=match_id).first()
    if row is None:
        return None
    tournament_id = str(row.tournament)
    _, tournament = detail.visible_tournament(tournament_id, actor)
    found = tournament.round(row.round)
    if found is None or match_id not in found.matches or row.table not in found.ties:
        return None
    told = round_history(tournament_id, row.round, ("table.tie_decided",), actor)
    return _decision([each for each in told if each.table == row.table][-1])


def _has_manual_changes(tournament_id: str, number: int, actor: Actor) -> bool:
    """Whether there is anything to tell: nearly always there is not, and no history has to be gone through."""
    _, tournament = detail.visible_tournament(tournament_id, actor)
    found = tournament.round(number)
    return found is not None and (bool(found.ties) or found.parts != found.drawn)


def _decision(event: TournamentHistoryEvent) -> dict[str, Any]:
    (order,) = event.changes
    return {
        "at": event.at,
        "by": event.by,
        "reason": event.reason,
        "order": order.new,
        "order_text": order.new_text,
    }
