"""The bracket of a knock-out as people look at it: tables with names, or with words for who is not known yet."""

from typing import Any

from games.errors import Phrase
from league.common.actor import Actor
from league.common.translation import said
from league.tournaments.domain.bracket.preview import knockout_preview
from league.tournaments.domain.bracket.view import Onward, RoundView, SlotView, TableView
from league.tournaments.queries.detail import Names, entrant_names, visible_tournament
from league.tournaments.results import match_results


def bracket(tournament_id: str, actor: Actor) -> dict[str, Any]:
    """The knock-out that ends the tournament, round by round; without one `stage` is None. Raises `Unknown`.

    The same for every reader: nothing of a draft is in it.
    """
    revision, tournament = visible_tournament(tournament_id, actor)
    found, called = knockout_preview(tournament, match_results(tournament)), entrant_names(tournament)
    rounds = found.rounds if found else ()
    tables = {table.id: _text(table.name) for each in rounds for table in each.tables if table.id}
    return {
        "tournament": tournament_id,
        "revision": revision,
        "stage": found.stage if found else None,
        "begun": found is not None and found.begun,
        "notes": [_text(note) for note in found.notes] if found else [],
        "rounds": [_round(each, called, tables) for each in rounds],
    }


def _round(shown: RoundView, called: Names, tables: Names) -> dict[str, Any]:
    return {
        "title": _text(shown.title),
        "side": shown.side,
        "tables": [_table(table, called, tables) for table in shown.tables],
    }


def _table(shown: TableView, called: Names, tables: Names) -> dict[str, Any]:
    return {
        **shown._asdict(),
        "name": _text(shown.name),
        "slots": [_slot(slot, called, tables) for slot in shown.slots],
        "onward": [_onward(each) for each in shown.onward],
        "note": _text(shown.note) if shown.note else None,
        "outcome": shown.outcome.value if shown.outcome else None,
    }


def _slot(shown: SlotView, called: Names, tables: Names) -> dict[str, Any]:
    return {
        **shown._asdict(),
        "origin": _text(shown.origin),
        "name": called.get(shown.entrant or ""),
        "candidates": [{"entrant": entrant, "name": called.get(entrant)} for entrant in shown.candidates],
        "to_name": tables.get(shown.to or ""),
    }


def _onward(shown: Onward) -> dict[str, Any]:
    return {"what": _text(shown.what), "to": shown.to}


def _text(phrase: Phrase) -> str:
    return said(phrase.text, phrase.params)
