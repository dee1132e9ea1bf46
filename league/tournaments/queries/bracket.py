"""The bracket of a knock-out as people look at it: tables with names, or with words for who is not known yet."""

from typing import Any

from games.errors import Phrase
from league.common.actor import Actor
from league.common.translation import said
from league.tournaments.domain.bracket.preview import knock_out
from league.tournaments.domain.bracket.view import Onward, RoundShown, SlotShown, TableShown
from league.tournaments.queries.detail import Names, names, seen
from league.tournaments.results import results_of


def bracket(tournament_id: str, actor: Actor) -> dict[str, Any]:
    """The knock-out that ends the tournament, round by round; without one `stage` is None. Raises `Unknown`.

    The same for every reader: nothing of a draft is in it.
    """
    revision, now = seen(tournament_id, actor)
    found, called = knock_out(now, results_of(now)), names(now)
    rounds = found.rounds if found else ()
    tables = {table.id: _said(table.name) for each in rounds for table in each.tables if table.id}
    return {
        "tournament": tournament_id,
        "revision": revision,
        "stage": found.stage if found else None,
        "begun": found is not None and found.begun,
        "notes": [_said(note) for note in found.notes] if found else [],
        "rounds": [_round(each, called, tables) for each in rounds],
    }


def _round(shown: RoundShown, called: Names, tables: Names) -> dict[str, Any]:
    return {
        "title": _said(shown.title),
        "side": shown.side,
        "tables": [_table(table, called, tables) for table in shown.tables],
    }


def _table(shown: TableShown, called: Names, tables: Names) -> dict[str, Any]:
    return {
        **shown._asdict(),
        "name": _said(shown.name),
        "slots": [_slot(slot, called, tables) for slot in shown.slots],
        "onward": [_onward(each) for each in shown.onward],
        "note": _said(shown.note) if shown.note else None,
        "outcome": shown.outcome.value if shown.outcome else None,
    }


def _slot(shown: SlotShown, called: Names, tables: Names) -> dict[str, Any]:
    return {
        **shown._asdict(),
        "origin": _said(shown.origin),
        "name": called.get(shown.entrant or ""),
        "candidates": [{"entrant": entrant, "name": called.get(entrant)} for entrant in shown.candidates],
        "to_name": tables.get(shown.to or ""),
    }


def _onward(shown: Onward) -> dict[str, Any]:
    return {"what": _said(shown.what), "to": shown.to}


def _said(phrase: Phrase) -> str:
    return said(phrase.text, phrase.params)
