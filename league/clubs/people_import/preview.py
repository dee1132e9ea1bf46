"""What an import of a list of people would do, in words and with the names of players whom the club has."""

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from games.errors import Phrase
from league.clubs.merges import kept_players
from league.clubs.people_import.matching import ImportPlan, Verdict
from league.clubs.queries import names_of
from league.common.read_models import Id
from league.common.translation import translate


class CandidateDetail(msgspec.Struct, frozen=True):
    player: Id | None
    name: str | None
    line: Annotated[int | None, msgspec.Meta(description="Of the file, where the same person may be already.")]
    why: str


class RowPreview(msgspec.Struct, frozen=True):
    line: Annotated[int, msgspec.Meta(description="Where the row begins, counted from 1.")]
    name: str
    note: str
    email: str
    username: str
    club_number: str
    team: str
    seed: int | None
    rating: int | None
    kind: Literal["new", "same", "perhaps", "faulty"]
    player: Annotated[Id | None, msgspec.Meta(description="A player whom the club has already.")]
    shown_as: str | None
    gains: Annotated[list[str], msgspec.Meta(description="What that player gets from the row.")]
    candidates: list[CandidateDetail]
    fault: str | None


class ColumnPreview(msgspec.Struct, frozen=True):
    heading: str | None
    meaning: Annotated[str | None, msgspec.Meta(description="Null if the column is not read.")]


class EncodingPreview(msgspec.Struct, frozen=True):
    encoding: str
    sample: Annotated[list[str], msgspec.Meta(description="Lines of the file as this encoding reads them.")]


class ImportPreview(msgspec.Struct, frozen=True):
    content: Annotated[str, msgspec.Meta(description="Names what was looked at. The import needs it.")]
    encoding: str
    encodings: Annotated[
        list[EncodingPreview],
        msgspec.Meta(description="The possible encodings, the likeliest first. Empty unless `encoding` is needed."),
    ]
    separator: str | None
    columns: list[ColumnPreview]
    totals: dict[str, int]
    rows: list[RowPreview]


def plan_preview(plan: ImportPlan) -> ImportPreview:
    """The plan for an organiser of the club to read."""
    file = plan.file
    headings = file.headings or (None,) * len(file.columns)
    players = {verdict.player for verdict in plan.verdicts}
    players |= {each.player for verdict in plan.verdicts for each in verdict.candidates}
    names = names_of([player for player in players if player is not None])
    kept = kept_players([player for player in players if player is not None])
    return ImportPreview(
        content=plan.content,
        encoding=file.encoding,
        encodings=[EncodingPreview(each.encoding, list(each.sample)) for each in file.readings],
        separator=file.separator,
        columns=[ColumnPreview(*column) for column in zip(headings, file.columns, strict=False)],
        totals=plan.totals(),
        rows=[_row(plan, verdict, names, kept) for verdict in plan.verdicts],
    )


def _row(plan: ImportPlan, verdict: Verdict, names: Mapping[str, str], kept: Mapping[str, str]) -> RowPreview:
    row = verdict.row
    return RowPreview(
        line=row.line,
        name=row.name,
        note=row.note,
        email=row.email,
        username=row.username,
        club_number=row.club_number,
        team=row.team,
        seed=row.seed,
        rating=row.rating,
        kind=verdict.kind.value,
        player=verdict.player,
        shown_as=names.get(verdict.player or ""),
        gains=list(plan.gains(verdict)),
        candidates=_candidates(verdict, names, kept),
        fault=None if verdict.fault is None else _words(verdict.fault),
    )


def _candidates(verdict: Verdict, names: Mapping[str, str], kept: Mapping[str, str]) -> list[CandidateDetail]:
    """Who is meant perhaps, each person once: those who were merged are the player who was kept."""
    people: dict[tuple[str | None, int | None], CandidateDetail] = {}
    for each in verdict.candidates:
        player = each.player and kept.get(each.player, each.player)
        detail = CandidateDetail(player, names.get(each.player or ""), each.line, _words(each.why))
        people.setdefault((player, each.line), detail)
    return list(people.values())


def _words(phrase: Phrase) -> str:
    return translate("{words}", {"words": phrase})
