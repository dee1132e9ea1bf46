"""A tournament of pairs as FIDE's tournament report."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

from games.errors import Phrase
from league.club_data.errors import NotForReport
from league.club_data.trf.report import DEFAULTS, Game, Report, ReportPlayer, write_report
from league.common.actor import Actor
from league.common.exact import exact, ratio
from league.common.sheets import SheetFile
from league.errors import Unknown
from league.standings.scoring_rules import Scoring
from league.standings.table import Standing
from league.standings.types import Outcome, TableResult
from league.tournaments.domain.results import table_results
from league.tournaments.domain.standings import standing_rows
from league.tournaments.domain.tournament import StageState, Tournament
from league.tournaments.queries.detail import entrant_names, tournament_as_of

NAME = "tournament.trf"
CODES = {
    "direct_encounter": "DE",
    "buchholz": "BH",
    "buchholz_cut1": "BH/C1",
    "buchholz_cut2": "BH/C2",
    "median_buchholz": "BH/M1",
    "sonneborn_berger": "SB",
    "koya": "KS",
    "progressive": "PS",
    "match_wins": "WON",
}
KINDS = {"swiss": "Individual: Swiss-System", "round_robin": "Individual: Round-Robin"}
_BYES = {"full": "F", "half": "H", "zero": "Z", None: "U"}
_PLAYED = (Outcome.CONFIRMED, Outcome.REPORTED)
_ABSENT = Game(None, "-", "Z")


def report_file(tournament_id: str, actor: Actor, *, stage: int | None = None) -> SheetFile:
    """A stage of the tournament (None: the current one) as TRF26. Raises `Unknown`, `NotForReport`."""
    _, tournament, results = tournament_as_of(tournament_id, actor, None)
    wanted = _stage(tournament, stage)
    _require_pairs(tournament, wanted)
    rows = standing_rows(tournament, results, wanted)
    played = table_results(tournament, results, [wanted.number])
    names = entrant_names(tournament)
    report = Report(
        name=tournament.name,
        players=_players(wanted, rows, played, {id_: name or id_ for id_, name in names.items()}),
        rounds=max(wanted.rules.rounds or 0, len({each.round for each in played})),
        kind=KINDS[wanted.rules.format],
        scores=report_scores(tournament.settings.scoring),
        tiebreaks=[CODES[code] for code in tournament.settings.tiebreaks if code in CODES],
    )
    _require_scores(report)
    return SheetFile(NAME, "text/plain; charset=utf-8", write_report(report).encode())


def report_scores(scoring: Scoring) -> dict[str, Decimal]:
    """What results are worth, by FIDE's letters. Raises `NotForReport` for other ways of scoring."""
    if scoring.by == "matches":
        win, loss = exact(1), exact(0)
    elif scoring.by == "ranks":
        win, loss = scoring.places(2)
    else:
        raise NotForReport(why=Phrase("its standings don’t count wins, draws and losses"))
    draw = ratio(win + loss, 2) if scoring.draw is None else exact(scoring.draw)
    values = {"W": win, "D": draw, "L": loss, "A": exact(scoring.forfeit.score), "P": exact(scoring.bye.score)}
    found = {letter: _tenths(Fraction(value)) for letter, value in values.items()}
    return DEFAULTS if found == {**DEFAULTS, "P": DEFAULTS["W"]} else found


def _tenths(value: Fraction) -> Decimal:
    if value * 10 % 1 or not 0 <= value < 100:
        raise NotForReport(why=Phrase("{value} points don’t fit", value=value))
    return Decimal(int(value * 10)) / 10


def _stage(tournament: Tournament, number: int | None) -> StageState:
    found = tournament.stage if number is None else dict(enumerate(tournament.stages)).get(number)
    if found is None:
        raise Unknown(kind=Phrase("tournament stage"), id=number)
    return found


def _require_pairs(tournament: Tournament, stage: StageState) -> None:
    if tournament.meta.team or tournament.settings.sizes != (2,) or tournament.settings.team_size != 1:
        raise NotForReport(why=Phrase("it isn’t for single players at tables of two"))
    if stage.rules.format not in KINDS or len(stage.groups) != 1:
        raise NotForReport(why=Phrase("the stage is no Swiss system or round robin in one group"))


def _players(
    stage: StageState, rows: Sequence[Standing], played: Sequence[TableResult], names: Mapping[str, str]
) -> list[ReportPlayer]:
    seeds = {entrant: seed for seed, entrant in enumerate(stage.members)}
    order = sorted(rows, key=lambda row: seeds.get(row.entrant, len(seeds)))
    numbers = {row.entrant: number for number, row in enumerate(order, 1)}
    rounds = sorted({each.round for each in played})
    by_round = {(each.round, entrant): each for each in played for entrant in each.entrants}
    return [
        ReportPlayer(
            number=numbers[row.entrant],
            name=names[row.entrant],
            points=_tenths(Fraction(row.score)),
            rank=row.rank,
            games=[_game(by_round.get((round_, row.entrant)), row.entrant, numbers) for round_ in rounds],
        )
        for row in order
    ]


def _game(played: TableResult | None, entrant: str, numbers: Mapping[str, int]) -> Game:
    """The round of an entrant."""
    if played is None or played.outcome == Outcome.VOID:
        return _ABSENT
    if played.outcome == Outcome.BYE:
        return Game(None, "-", _BYES[played.bye])
    seat = played.entrants.index(entrant)
    other = played.entrants[1 - seat]
    if played.outcome == Outcome.FORFEIT:
        return Game(numbers[other], "wb"[seat], "-" if seat in played.absent else "+")
    if played.outcome not in _PLAYED:
        return Game(numbers[other], "wb"[seat], "")
    result = "=" if len(played.winners) != 1 else "1" if seat in played.winners else "0"
    return Game(numbers[other], "wb"[seat], result)


def _require_scores(report: Report) -> None:
    """Raise `NotForReport` where points come from elsewhere, such as penalties."""
    for player in report.players:
        if sum((report.worth(game) for game in player.games), Decimal(0)) != player.points:
            raise NotForReport(why=Phrase("the points of {name} don’t follow from results alone", name=player.name))
