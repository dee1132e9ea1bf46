"""A tournament report as a text of lines with fixed columns, as FIDE describes it (handbook C.04, TRF26).

A line begins with a code of three characters. `001` is a player:

    001    1      Petrova, Anna                                                      1.5    1     4 w 1     2 b =

has the number in columns 5–8, the name in 15–47, the rating in 49–52, the points in 81–84, the rank in 86–89, and from
92 on ten columns for each round: opponent, colour, result.

Older files (TRF16, TRF06) have the same columns. What concerns neither pairings nor results is left out.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import NamedTuple

from games.errors import Phrase, quote
from league.club_data.errors import ReportRefused

MOST_PLAYERS = 200
MOST_ROUNDS = 30
MOST_LINES = 5_000
NAME = slice(14, 47)
WON, LOST, DRAWN = "1+WFU", "0-LZ", "=DH"
BYES = "HFUZ"
DEFAULTS = {"W": Decimal(1), "D": Decimal("0.5"), "L": Decimal(0), "A": Decimal(0)}
_ROUNDS, _WIDTH = 91, 10
_ANSWERS = {  # what the opponent may have
    "1": ("0",),
    "0": ("1",),
    "=": ("=",),
    "+": ("-",),
    "-": ("+", "-"),
    "W": ("L",),
    "L": ("W",),
    "D": ("D",),
    "": ("",),
}
_UNTAKEN = {
    "013": Phrase("teams"),
    "310": Phrase("teams"),
    "299": Phrase("points that don’t follow from results"),
}


class Game(NamedTuple):
    """A round of a player. Without an opponent it is a bye or an absence. An empty result is not known yet."""

    opponent: int | None
    colour: str  # w, b or -
    result: str  # as in the file, upper case


@dataclass(frozen=True, slots=True)
class ReportPlayer:
    number: int
    name: str
    line: int = 0
    rating: int | None = None
    points: Decimal | None = None
    rank: int | None = None
    games: Sequence[Game] = ()

    def game(self, round_: int) -> Game:
        return self.games[round_ - 1] if round_ <= len(self.games) else Game(None, "-", "Z")


@dataclass(frozen=True, kw_only=True, slots=True)
class Report:
    """A report. `scores`: what results are worth, by FIDE's letters. `tiebreaks`: FIDE's codes."""

    name: str
    players: Sequence[ReportPlayer]
    rounds: int
    city: str = ""
    begins: str = ""
    ends: str = ""
    kind: str = ""
    scores: Mapping[str, Decimal] = field(default_factory=lambda: DEFAULTS)
    tiebreaks: Sequence[str] = ()

    @property
    def played(self) -> int:
        """The rounds that were paired."""
        return max((len(player.games) for player in self.players), default=0)

    def worth(self, game: Game) -> Decimal:
        """What a round of a player is worth."""
        scores = {"P": self.scores.get("W", Decimal(1)), **self.scores}
        if game.result == "U":
            return scores["P"]
        if game.result in WON and game.result:
            return scores["W"]
        if game.result in DRAWN and game.result:
            return scores["D"]
        return scores["L"] if game.result in ("0", "L") else scores["A"]


def read_report(raw: bytes) -> Report:
    """The report in the bytes of a file. Raises `ReportRefused`, which names line and column."""
    lines = _text(raw).splitlines()
    if len(lines) > MOST_LINES:
        raise ReportRefused(line=MOST_LINES, column=1, why=Phrase("there are more than {most} lines", most=MOST_LINES))
    heads: dict[str, str] = {}
    players: list[ReportPlayer] = []
    for number, line in enumerate(lines, 1):
        code, value = line[:3], line[4:].strip()
        if code == "001":
            players.append(_player(number, line))
        elif code in _UNTAKEN:
            why = Phrase("{what} are not supported", what=_UNTAKEN[code])
            raise ReportRefused(line=number, column=1, why=why)
        elif code == "162":
            heads[code] = line
        elif value and not line.startswith("###"):
            heads.setdefault(code, value)
    if not 1 < len(players) <= MOST_PLAYERS:
        why = Phrase("it has {count} players, but 2 to {most} are possible", count=len(players), most=MOST_PLAYERS)
        raise ReportRefused(line=1, column=1, why=why)
    report = _report(heads, players)
    _check(report)
    return report


def _text(raw: bytes) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252", errors="replace")  # as older programs write it


def _report(heads: Mapping[str, str], players: Sequence[ReportPlayer]) -> Report:
    played = max(len(player.games) for player in players)
    total = heads.get("142") or heads.get("XXR") or ""
    codes = [code.strip() for code in heads.get("202", heads.get("212", "")).split(",")]
    return Report(
        name=heads.get("012", "")[:200],
        city=heads.get("022", ""),
        begins=heads.get("042", ""),
        ends=heads.get("052", ""),
        kind=heads.get("092", ""),
        rounds=max(played, int(total[:3])) if total[:3].isdecimal() else played,
        scores=_scores(heads.get("162", "")),
        tiebreaks=[code for code in codes if code and code != "PTS"],
        players=sorted(players, key=lambda player: player.number),
    )


def _scores(line: str) -> dict[str, Decimal]:
    found = re.findall(r"\b([WDLAPX])\s*([0-9]{1,2}(?:\.[0-9])?)", line[3:])
    return {**DEFAULTS, **{letter: Decimal(value) for letter, value in found}}


def _player(number: int, line: str) -> ReportPlayer:
    id_ = _whole(line, number, 4, 8)
    if id_ is None:
        raise ReportRefused(line=number, column=5, why=Phrase("there is no number of the player"))
    name = line[NAME].strip()
    if not name:
        raise ReportRefused(line=number, column=15, why=Phrase("there is no name"))
    return ReportPlayer(
        number=id_,
        name=name,
        line=number,
        rating=_whole(line, number, 48, 52),
        points=_points(line, number),
        rank=_whole(line, number, 85, 89),
        games=tuple(_games(line, number)),
    )


def _games(line: str, number: int) -> Iterator[Game]:
    begins = range(_ROUNDS, len(line.rstrip()), _WIDTH)
    if len(begins) > MOST_ROUNDS:
        raise ReportRefused(line=number, column=_ROUNDS, why=Phrase("it has more than {most} rounds", most=MOST_ROUNDS))
    for at in begins:
        opponent = _whole(line, number, at, at + 4)
        colour, result = line[at + 5 : at + 6].strip().lower() or "-", line[at + 7 : at + 8].strip().upper()
        if colour not in "wbs-":
            raise ReportRefused(line=number, column=at + 6, why=Phrase("{text} is not a colour", text=quote(colour)))
        if result and result not in WON + LOST + DRAWN:
            raise ReportRefused(line=number, column=at + 8, why=Phrase("{text} is not a result", text=quote(result)))
        yield Game(opponent or None, colour.replace("s", "b"), result if opponent or result else "Z")


def _whole(line: str, number: int, begin: int, end: int) -> int | None:
    text = line[begin:end].strip()
    if text and not (text.isascii() and text.isdecimal()):
        why = Phrase("{text} is not a whole number", text=quote(text))
        raise ReportRefused(line=number, column=begin + 1, why=why)
    return int(text) if text else None


def _points(line: str, number: int) -> Decimal | None:
    text = line[80:84].strip()
    try:
        return Decimal(text) if text else None
    except InvalidOperation:
        raise ReportRefused(line=number, column=81, why=Phrase("{text} is no number", text=quote(text))) from None


def _check(report: Report) -> None:
    """Raise `ReportRefused` unless both players of each game say the same, and points are those of the results."""
    by_number: dict[int, ReportPlayer] = {}
    for player in report.players:
        if by_number.setdefault(player.number, player) is not player:
            why = Phrase("the number {number} is used twice", number=player.number)
            raise ReportRefused(line=player.line, column=5, why=why)
    for player in report.players:
        for round_, game in enumerate(player.games, 1):
            _check_game(report, by_number, player, round_, game)
        worth = sum((report.worth(game) for game in player.games), Decimal(0))
        if player.points is not None and player.points != worth:
            why = Phrase("the points are {points}, but the results give {worth}", points=player.points, worth=worth)
            raise ReportRefused(line=player.line, column=81, why=why)


def _check_game(
    report: Report, by_number: Mapping[int, ReportPlayer], player: ReportPlayer, round_: int, game: Game
) -> None:
    column = _ROUNDS + 1 + _WIDTH * (round_ - 1)
    if game.opponent is None:
        return
    other = by_number.get(game.opponent)
    if other is None or other is player:
        raise ReportRefused(
            line=player.line, column=column, why=Phrase("there is no player {number}", number=game.opponent)
        )
    answer = other.game(round_)
    if answer.opponent != player.number:
        why = Phrase("player {number} has another opponent in round {round}", number=other.number, round=round_)
        raise ReportRefused(line=player.line, column=column, why=why)
    if answer.result not in _ANSWERS.get(game.result, ()):
        why = Phrase("the result does not fit that of player {number}", number=other.number)
        raise ReportRefused(line=player.line, column=column + 7, why=why)
    if {game.colour, answer.colour} not in ({"w", "b"}, {"-"}):
        why = Phrase("the colour does not fit that of player {number}", number=other.number)
        raise ReportRefused(line=player.line, column=column + 5, why=why)
    if game.result == "" and round_ < report.played:
        raise ReportRefused(line=player.line, column=column + 7, why=Phrase("the result is missing"))


def write_report(report: Report) -> str:
    """The report as TRF26. Raises `ValueError` if a player has more points than the columns hold."""
    heads = [
        ("012", report.name),
        ("022", report.city),
        ("032", ""),
        ("042", report.begins),
        ("052", report.ends),
        ("062", str(len(report.players))),
        ("072", str(sum(player.rating is not None for player in report.players))),
        ("092", report.kind),
        ("142", str(report.rounds)),
        ("162", "" if report.scores == DEFAULTS else _score_text(report.scores)),
        ("202", ",".join(report.tiebreaks)),
        ("212", ",".join(["PTS", *report.tiebreaks]) if report.tiebreaks else ""),
    ]
    rows = [f"{code} {value}" for code, value in heads if value or code in ("012", "022", "032")]
    rows += [_player_line(player) for player in report.players]
    return "".join(f"{row}\r\n" for row in rows)


def _score_text(scores: Mapping[str, Decimal]) -> str:
    return "".join(f" {letter}{value:4.1f}    " for letter, value in scores.items()).rstrip()


def _player_line(player: ReportPlayer) -> str:
    points = f"{player.points or 0:4.1f}"
    if len(points) > 4 or player.number > 9999:
        raise ValueError(points)
    games = "".join(f"  {_opponent(game)} {game.colour} {game.result or ' '}" for game in player.games)
    rating = "" if player.rating is None else player.rating
    front = f"001 {player.number:>4}      {player.name[:33]:<33} {rating:>4}"
    return f"{front}{'':28}{points} {player.rank or '':>4}{games}".rstrip()


def _opponent(game: Game) -> str:
    return "0000" if game.opponent is None else f"{game.opponent:>4}"
