"""A tournament report becomes a tournament of the club: its players, pairings and results, round by round."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, NamedTuple
from uuid import UUID

import msgspec
from django.db import transaction
from msgspec import Meta

from games.engine import Level, Stated, Table
from games.errors import Phrase, Refused
from games.records.absent_seats import judge
from games.records.replay import resolve_deck, settings
from games.registry import AnyEngine, engine, engines
from league.club_data.errors import NotForReport
from league.club_data.trf.export import CODES
from league.club_data.trf.report import DEFAULTS, Report, ReportPlayer, read_report
from league.clubs.record_players import Choices, NameMatch, find_or_add_players, match_names
from league.clubs.services import get_club
from league.common.actor import Actor, require_organiser
from league.common.exact import exact_text
from league.common.names import check_name
from league.common.read_models import Id
from league.common.translation import translate_phrase
from league.impact.services import forfeit_match, report_result
from league.matches import repository as match_repository
from league.standings.scoring_rules import Scoring, Unplayed
from league.standings.types import Worth
from league.tournaments.domain.entries import NewEntrant
from league.tournaments.domain.settings.model import Settings, Stage
from league.tournaments.models import TournamentRow
from league.tournaments.repository import tournaments
from league.tournaments.services import entries, lifecycle

IMPORT = Phrase("import a tournament report")
REASON = "From a tournament report"
_CODES = {code: name for name, code in CODES.items()}
_TIEBREAKS = ("direct_encounter", "buchholz_cut1", "buchholz", "sonneborn_berger")
_WORTHS: Mapping[str, Worth] = {"F": "full", "H": "half", "Z": "zero", "+": "full", "-": "zero"}
_POINTS = {0: ((1, -1), (1, 0)), 1: ((-1, 1), (0, 1)), None: ((0, 0), (1, 1))}  # to try, by the seat that won


class ReportCandidate(msgspec.Struct, frozen=True):
    player: Id
    name: str
    why: str


class ReportedPlayer(msgspec.Struct, frozen=True):
    number: int
    name: str
    player: Annotated[Id | None, Meta(description="The player of the club who is meant for certain.")]
    candidates: Annotated[list[ReportCandidate], Meta(description="Who else may be meant.")]


class ReportPreview(msgspec.Struct, frozen=True, kw_only=True):
    """What the import of a report would do."""

    name: str
    rounds: int
    paired: Annotated[int, Meta(description="Rounds that have pairings.")]
    players: list[ReportedPlayer]
    tiebreaks: list[str]
    ignored: Annotated[list[str], Meta(description="Codes of tie-breaks that standings here don’t have.")]
    known: Annotated[bool, Meta(description="Whether the club has a tournament of this name: its matches count again.")]


class _Import(NamedTuple):
    """A report on its way in: the tournament that it becomes, and the entrants by their numbers."""

    tournament: str
    report: Report
    entrants: Mapping[int, str]
    statements: Mapping[int | None, Stated]
    actor: Actor


class ImportedReport(msgspec.Struct, frozen=True):
    tournament: Id


@cache
def report_games() -> Sequence[str]:
    """The games of tournaments that reports can become, by slug: two players can win, lose or draw them."""
    return tuple(slug for slug in engines() if _game_statements(slug).keys() == _POINTS.keys())


def preview_report(*, club_id: UUID, raw: bytes, game: str, actor: Actor) -> ReportPreview:
    """What an import would do. Nothing is kept. Raises `Unknown`, `NotAllowed`, `ReportRefused`, `NotForReport`."""
    require_organiser(actor, str(get_club(club_id).pk), IMPORT)
    report = read_report(raw)
    _statements(game)
    found = match_names(club_id, [_name(player) for player in report.players])
    return ReportPreview(
        name=report.name,
        rounds=report.rounds,
        paired=report.played,
        players=[_player_preview(player, match) for player, match in zip(report.players, found, strict=True)],
        tiebreaks=list(_tiebreaks(report)),
        ignored=[code for code in report.tiebreaks if code not in _CODES],
        known=TournamentRow.objects.filter(club=club_id, name=report.name).exists(),
    )


@transaction.atomic
def import_report(
    *, club_id: UUID, raw: bytes, game: str, actor: Actor, choices: Choices = (), name: str = ""
) -> ImportedReport:
    """Make a tournament of the report: its field, every round with its pairings, and every result, or nothing.

    *choices* decide, in the order of the players' numbers, whom names mean where that isn't certain. Raises `Unknown`,
    `NotAllowed`, `ReportRefused`, `NotForReport`, `NamesUnclear`, `BadPlayerChoice`, and what the commands raise.
    """
    require_organiser(actor, str(get_club(club_id).pk), IMPORT)
    report = read_report(raw)
    statements = _statements(game)
    players = find_or_add_players(club_id, [_name(player) for player in report.players], choices)
    made = lifecycle.create(
        club_id=club_id, name=name or report.name or REASON, game=game, settings=_settings(report), actor=actor
    )
    ids = {player.number: id_ for player, id_ in zip(report.players, players, strict=True)}
    field = [NewEntrant(id_, [id_], seed) for seed, id_ in enumerate(players, 1)]
    entries.enter_all(tournament_id=made.id, entrants=field, actor=actor)
    lifecycle.start(tournament_id=made.id, actor=actor)
    taken = _Import(made.id, report, ids, statements, actor)
    _take_byes(taken)
    for round_ in range(1, report.played + 1):
        _play_round(taken, round_)
    return ImportedReport(made.id)


def _name(player: ReportPlayer) -> str:
    """`Anna Petrova` for `Petrova, Anna`."""
    last, _, first = map(str.strip, player.name.partition(","))
    return check_name(player.name if not first or "," in first else f"{first} {last}")


def _player_preview(player: ReportPlayer, match: NameMatch) -> ReportedPlayer:
    others = [ReportCandidate(each.player, each.name, translate_phrase(each.why)) for each in match.candidates]
    return ReportedPlayer(player.number, match.name, match.player, others)


def _tiebreaks(report: Report) -> Sequence[str]:
    return tuple(dict.fromkeys(_CODES[code] for code in report.tiebreaks if code in _CODES)) or _TIEBREAKS


def _settings(report: Report) -> Settings:
    scores = {letter: exact_text(str(value)) for letter, value in report.scores.items()}
    absent, bye = Unplayed(score=scores["A"]), Unplayed(score=scores.get("P", scores["W"]), share=1)
    standard = report.scores == DEFAULTS
    scoring = Scoring(
        by="matches" if standard else "ranks",
        ranks={} if standard else {"2": (scores["W"], scores["L"])},
        draw=None if standard else scores["D"],
        bye=bye,
        half_bye=Unplayed(score=scores["D"], share="1/2"),
        walkover=Unplayed(score=scores["W"], share=1),
        forfeit=absent,
        double_forfeit=absent,
    )
    stage = Stage("swiss", rounds=report.rounds)
    return Settings(scoring=scoring, tiebreaks=tuple(_tiebreaks(report)), stages=(stage,))


def _statements(game: str) -> Mapping[int | None, Stated]:
    """Results of one game of two seats by the seat that won; None: a draw. Raises `NotForReport` if there are none."""
    found = _game_statements(game)
    if found.keys() != _POINTS.keys():
        name = engine(game).meta.name
        raise NotForReport(why=Phrase("{game} has no wins, draws and losses of two players", game=name))
    return found


def _game_statements(game: str) -> Mapping[int | None, Stated]:
    rules = engine(game)
    return {} if rules.meta.team or 2 not in rules.meta.seats else dict(_try_results(rules))


def _try_results(rules: AnyEngine) -> Iterator[tuple[int | None, Stated]]:
    table = resolve_deck(rules, Table(2, Level.SCORE, settings(rules, {})))
    for winner, rows in _POINTS.items():
        wanted = {0, 1} if winner is None else {winner}
        tried = (Stated(points, reason) for points in rows for reason in rules.meta.reasons)
        stated = next((each for each in tried if _winners(rules, table, each) == wanted), None)
        if stated is not None:
            yield winner, stated


def _winners(rules: AnyEngine, table: Table, stated: Stated) -> set[int] | None:
    try:
        score = judge(rules, table, stated)
    except Refused:
        return None
    return None if score is None else set(score.winners)


def _take_byes(taken: _Import) -> None:
    """Byes in advance for all rounds that players miss, but for the bye of the draw."""
    report = taken.report
    for player in report.players:
        missed: dict[Worth, list[int]] = {}
        for round_ in range(1, report.played + 1):
            game = player.game(round_)
            if game.opponent is None and player.number != _pairing_bye(report, round_):
                missed.setdefault(_WORTHS.get(game.result, "full"), []).append(round_)
        for worth, rounds in missed.items():
            entrant = taken.entrants[player.number]
            entries.take_byes(
                tournament_id=taken.tournament, entrant=entrant, rounds=rounds, worth=worth, actor=taken.actor
            )


def _pairing_bye(report: Report, round_: int) -> int | None:
    """The player who got the bye of the pairing."""
    return next((player.number for player in report.players if player.game(round_).result == "U"), None)


def _play_round(taken: _Import, round_: int) -> None:
    """Draw the round, seat it as the report has it, and report its results."""
    tournament, report, actor = taken.tournament, taken.report, taken.actor
    pairs = list(_pairs(report, round_))
    bye = _pairing_bye(report, round_)
    lifecycle.draw_round(tournament_id=tournament, actor=actor)
    lifecycle.change_draft(
        tournament_id=tournament,
        tables_of={0: [[taken.entrants[each.number] for each in pair] for pair in pairs]},
        out={0: [] if bye is None else [taken.entrants[bye]]},
        reason=REASON,
        expected=tournaments.load(tournament).head.seq,
        actor=actor,
    )
    lifecycle.publish_round(tournament_id=tournament, actor=actor)
    found = tournaments.load(tournament).state.rounds[-1].tables
    matches = {table.seats[0]: table.match for table in found if table.match}
    for first, second in pairs:
        results = first.game(round_).result, second.game(round_).result
        _enter_result(taken, matches[taken.entrants[first.number]], results)


def _pairs(report: Report, round_: int) -> Iterator[tuple[ReportPlayer, ReportPlayer]]:
    """Who met in the round, white first; without colours the one with the lower number."""
    by_number = {player.number: player for player in report.players}
    for player in report.players:
        opponent, colour, _ = player.game(round_)
        if opponent is not None and (colour == "w" or (colour == "-" and player.number < opponent)):
            yield player, by_number[opponent]


def _enter_result(taken: _Import, match_id: str, results: tuple[str, str]) -> None:
    first = results[0]
    if not first:
        return
    match, actor = match_repository.load(match_id), taken.actor
    absent = [seat for seat, result in enumerate(results) if result == "-"]
    if absent:
        forfeit_match(match_id=match_id, seats=absent, reason=REASON, expected=match.head.seq, actor=actor)
        return
    winner = 0 if first in "1W" else 1 if first in "0L" else None
    for place in match.state.places:
        revision = match_repository.load(match_id).head.seq
        stated = taken.statements[winner]
        report_result(match_id=match_id, place=place, stated=stated, expected=revision, actor=actor)
