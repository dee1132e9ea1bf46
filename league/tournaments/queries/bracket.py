"""The bracket of a knockout, with names for the entrants, or words for those who are not known yet."""

from typing import Annotated

import msgspec
from msgspec import Meta

from games.errors import Phrase
from league.common.actor import Actor
from league.common.read_models import Id
from league.common.translation import translate
from league.tournaments.domain.bracket.preview import knockout_preview
from league.tournaments.domain.bracket.view import Onward, RoundView, SlotView, TableView
from league.tournaments.queries.detail import NamedEntrant, Names, entrant_names, visible_tournament
from league.tournaments.results import match_results

SLOT_STATE = (
    "`there`; `left`: withdrew before; `tentative`: not known yet; `nobody`: nobody will come; "
    "`bye`: beside who has it."
)
TABLE_STATE = (
    "`open` while somebody is not known yet, `known` until its round is published, `published` until it has a result, "
    "`level` until a tie is decided; `played`; `walkover`: without play; `needless`: a second grand final that nobody "
    "has to play; `bye`."
)


class BracketSlot(msgspec.Struct, frozen=True, kw_only=True):
    origin: Annotated[str, Meta(description="Where the entrant comes from, such as `Winner of Semifinal 1`.")]
    state: Annotated[str, Meta(description=SLOT_STATE)]
    entrant: Id | None
    name: str | None
    candidates: Annotated[list[NamedEntrant], Meta(description="Who it can be, where those who play for it are known.")]
    place: Annotated[int | None, Meta(description="At the table, from 1.")]
    points: int | None
    wins: Annotated[int | None, Meta(description="Games won.")]
    absent: bool
    to: Annotated[str | None, Meta(description="`id` of the table that the entrant advanced to.")]
    to_name: str | None


class BracketExit(msgspec.Struct, frozen=True):
    """Where somebody advances to from a table."""

    what: Annotated[str, Meta(description="Like `Winner advances to Final`.")]
    to: Annotated[str, Meta(description="`id` of the table.")]


class BracketTable(msgspec.Struct, frozen=True, kw_only=True):
    id: Annotated[str | None, Meta(description="In the bracket, as `node` in rounds; null: a bye.")]
    name: str
    state: Annotated[str, Meta(description=TABLE_STATE)]
    slots: list[BracketSlot]
    onward: list[BracketExit]
    note: str | None
    round: Annotated[int | None, Meta(description="Of the tournament, once it is published.")]
    table: int | None
    match: Id | None
    outcome: Annotated[str | None, Meta(description="As of a match; null: its round is not published.")]
    decided: Annotated[bool, Meta(description="The table ended in a tie, and an official decided it.")]


class BracketRound(msgspec.Struct, frozen=True):
    title: str
    side: Annotated[str, Meta(description="`main`; in a double elimination also `losers`, `final`.")]
    tables: list[BracketTable]


class TournamentBracket(msgspec.Struct, frozen=True, kw_only=True):
    tournament: Id
    revision: int
    stage: Annotated[int | None, Meta(description="null: no knockout is in the tournament.")]
    begun: bool
    notes: Annotated[list[str], Meta(description="What is not fixed before it begins.")]
    rounds: list[BracketRound]


def bracket(tournament_id: str, actor: Actor) -> TournamentBracket:
    """The knockout that ends the tournament, round by round. Without one `stage` is None. Raises `Unknown`.

    The same for every reader: nothing of a draft is in it.
    """
    revision, tournament = visible_tournament(tournament_id, actor)
    found, names = knockout_preview(tournament, match_results(tournament)), entrant_names(tournament)
    rounds = found.rounds if found else ()
    tables = {table.id: _text(table.name) for each in rounds for table in each.tables if table.id}
    return TournamentBracket(
        tournament=tournament_id,
        revision=revision,
        stage=found.stage if found else None,
        begun=found is not None and found.begun,
        notes=[_text(note) for note in found.notes] if found else [],
        rounds=[_round(each, names, tables) for each in rounds],
    )


def _round(view: RoundView, names: Names, tables: Names) -> BracketRound:
    return BracketRound(_text(view.title), view.side, [_table(table, names, tables) for table in view.tables])


def _table(view: TableView, names: Names, tables: Names) -> BracketTable:
    return BracketTable(
        id=view.id,
        name=_text(view.name),
        state=view.state,
        slots=[_slot(slot, names, tables) for slot in view.slots],
        onward=[_exit(each) for each in view.onward],
        note=_text(view.note) if view.note else None,
        round=view.round,
        table=view.table,
        match=view.match,
        outcome=view.outcome.value if view.outcome else None,
        decided=view.decided,
    )


def _slot(view: SlotView, names: Names, tables: Names) -> BracketSlot:
    return BracketSlot(
        origin=_text(view.origin),
        state=view.state,
        entrant=view.entrant,
        name=names.get(view.entrant or ""),
        candidates=[NamedEntrant(entrant, names.get(entrant)) for entrant in view.candidates],
        place=view.place,
        points=view.points,
        wins=view.wins,
        absent=view.absent,
        to=view.to,
        to_name=tables.get(view.to or ""),
    )


def _exit(view: Onward) -> BracketExit:
    return BracketExit(_text(view.what), view.to)


def _text(phrase: Phrase) -> str:
    return translate(phrase.text, phrase.params)
