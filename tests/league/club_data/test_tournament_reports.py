"""FIDE's tournament reports: published ones in, the same standings out, and ours read by another program."""

from fractions import Fraction

import pytest
from pairing_core.adapters.trf import parse_trf

from games.engine import Stated
from league.club_data.errors import NotForReport, ReportRefused
from league.club_data.trf.export import report_file
from league.club_data.trf.import_ import import_report, preview_report
from league.club_data.trf.report import read_report, write_report
from league.clubs.errors import NamesUnclear
from league.common.actor import Actor
from league.errors import NotAllowed
from league.eventlog.projections import runner
from league.impact import services as results
from league.matches import repository as match_repository
from league.tournaments.queries.standings import standings
from league.tournaments.repository import tournaments
from league.tournaments.services import entries, lifecycle
from tests.builders.clubs import founded
from tests.builders.evenings import begun, names, preset, started

pytestmark = pytest.mark.django_db

# A Swiss tournament of 13 on lichess.org (swiss/FaLp5fSD, 29 May 2020): players in the order of its final standings,
# which it has by points and Sonneborn-Berger.
LICHESS = """\
012 Mai 5 Plus 0 Turnier
092 Individual: Swiss-System
XXR 10
202 SB
001    1      mattderkuerschner                                                  8.0         13 b 1     4 w 1     3 w 0     6 b =     9 w =    10 b 1     2 w 1     5 b 1     8 b 1     7 w 1
001    2      noiretblanc                                                        7.5          7 b 1    12 w 1     4 b 1     3 b 1     6 w =     5 w 0     1 b 0    11 w 1     9 b 1    10 w 1
001    3      michaelwalz7                                                       6.5          6 b 1    11 w 1     1 b 1     2 w 0     5 b 0     4 w 0    12 w 1     7 b 1    10 b 1     9 w =
001    4      hansimpech                                                         6.5          9 w 1     1 b 0     2 w 0    10 b 1    12 w 1     3 b 1     5 b 1     6 w 1     7 b 0    11 w =
001    5      defrank                                                            5.5              H         -    10 w 1     9 b 1     3 w 1     2 b 1     4 w 0     1 w 0    11 b 1     6 b 0
001    6      nullkommaneun                                                      5.5          3 w 0         U    11 b 1     1 w =     2 b =     9 b =     7 w 0     4 b 0    12 w 1     5 w 1
001    7      oshgnacknak                                                        5.0          2 w 0    10 b 0    13 b 0         U    11 w 1    12 b 1     6 b 1     3 w 0     4 w 1     1 b 0
001    8      mainspringer                                                       4.5              H         -         -         -         -    11 b 1    10 w 1     9 b 1     1 w 0    12 b 1
001    9      tobiasthomas                                                       4.0          4 b 0    13 w 1    12 b 1     5 w 0     1 b =     6 w =    11 b =     8 w 0     2 w 0     3 b =
001   10      feyre17                                                            3.0         11 b 0     7 w 1     5 b 0     4 w 0         U     1 w 0     8 b 0    12 b 1     3 w 0     2 b 0
001   11      liamyoda2007                                                       2.0         10 w 1     3 b 0     6 w 0    12 b 0     7 b 0     8 w 0     9 w =     2 b 0     5 w 0     4 b =
001   12      presidentlangen                                                    2.0              U     2 b 0     9 w 0    11 w 1     4 b 0     7 w 0     3 b 0    10 w 0     6 b 0     8 w 0
001   13      johnnydiggson                                                      1.0          1 w 0     9 b 0     7 w 1         -         -         -         -         -         -         -
"""  # noqa: E501


def text_of(made, actor):
    return report_file(made, actor).content.decode()


def test_a_published_tournament_has_the_same_standings():
    actor, club = founded()
    published = [line for line in LICHESS.splitlines() if line.startswith("001")]

    made = import_report(club_id=club, raw=LICHESS.encode(), game="rummikub", actor=actor)

    rows = standings(made.tournament, actor).groups[0].rows
    assert [(row.name, Fraction(row.score)) for row in rows] == [
        (line[14:47].strip(), Fraction(line[80:84].strip())) for line in published
    ]
    assert [row.rank for row in rows] == [1, 2, 3, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13]


def test_another_program_reads_the_same_players_pairings_and_results():
    actor, club = founded()
    made = import_report(club_id=club, raw=LICHESS.encode(), game="rummikub", actor=actor)

    text = text_of(made.tournament, actor)

    ours, theirs = parse_trf(text), read_report(LICHESS.encode())
    assert ours.rounds_total == 10
    assert [(each.name, each.points) for each in ours.players] == [
        (each.name, float(each.points)) for each in theirs.players
    ]
    known = {"-": "Z"}  # absent, as the file of 2020 has it
    assert [[(game.opponent, game.color, game.result) for game in each.rounds] for each in ours.players] == [
        [
            (game.opponent, game.colour, game.result if game.opponent else known.get(game.result, game.result))
            for game in each.games
        ]
        for each in theirs.players
    ]
    assert write_report(read_report(text.encode())) == text


def test_byes_forfeits_draws_and_open_games_are_written_as_fide_does():
    evening = begun(given=preset("rummikub", "swiss"))
    players = evening.join(*names(5))
    evening.do(entries.take_byes, entrant=players[4], rounds=[1], worth="half")
    evening.do(lifecycle.start)
    first, second = evening.draw()
    report(evening, first, (0, 0), "stuck")
    revision = match_repository.load(second.match).head.seq
    results.forfeit_match(match_id=second.match, seats=[1], reason="Late.", expected=revision, actor=evening.actor)
    evening.draw()

    players = {player.name: player for player in read_report(report_file(evening.id, evening.actor).content).players}

    numbers = {entrant: number for number, entrant in enumerate(evening.now.seeding, 1)}
    games = {player.number: player.games for player in players.values()}
    assert [tuple(games[numbers[seat]][0]) for seat in first.seats] == [
        (numbers[first.seats[1]], "w", "="),
        (numbers[first.seats[0]], "b", "="),
    ]
    assert [tuple(games[numbers[seat]][0]) for seat in second.seats] == [
        (numbers[second.seats[1]], "w", "+"),
        (numbers[second.seats[0]], "b", "-"),
    ]
    late = next(entrant for entrant in evening.now.seeding if entrant not in (*first.seats, *second.seats))
    assert tuple(games[numbers[late]][0]) == (None, "-", "H")
    assert sorted(each[1].result for each in games.values()) == ["", "", "", "", "U"]


def report(evening, table, points, reason):
    revision = match_repository.load(table.match).head.seq
    for place in match_repository.load(table.match).state.places:
        revision = results.report_result(
            match_id=table.match,
            place=place,
            stated=Stated(points, reason),
            expected=revision,
            actor=evening.actor,
        ).revision


def test_a_tournament_without_wins_and_draws_has_no_report():
    evening = started(4)
    evening.draw()

    with pytest.raises(NotForReport, match="it isn’t for single players at tables of two"):
        report_file(evening.id, evening.actor)


A = "001    1      Petrova, Anna                     1720                             1.0    1     2 w 1"
B = "001    2      Smirnov, Boris                                                     0.0    2     1 b 0"


def test_a_preview_says_who_is_known_and_what_is_ignored():
    actor, club = founded()
    raw = f"012 Cup\r\n142 3\r\n202 SB,ARO\r\n### a remark\r\n{A}\r\n{B}\r\n".encode()

    shown = preview_report(club_id=club, raw=raw, game="rummikub", actor=actor)

    assert (shown.name, shown.rounds, shown.paired) == ("Cup", 3, 1)
    assert [(each.number, each.name, each.player) for each in shown.players] == [
        (1, "Anna Petrova", None),
        (2, "Boris Smirnov", None),
    ]
    assert (shown.tiebreaks, shown.ignored) == (["sonneborn_berger"], ["ARO"])
    assert not shown.known
    made = import_report(club_id=club, raw=raw, game="rummikub", actor=actor)
    runner.catch_up_all()
    assert preview_report(club_id=club, raw=raw, game="rummikub", actor=actor).known
    (match,) = tournaments.load(made.tournament).state.rounds[0].matches
    assert match_repository.load(match).state.outcome == "confirmed"  # so nobody is told about a seat


def test_other_scores_are_kept():
    actor, club = founded()
    raw = f"012 Cup\n162  W  3.0    D  1.0    L  0.0\n{A.replace(' 1.0 ', ' 3.0 ')}\n{B}\n".encode()

    made = import_report(club_id=club, raw=raw, game="rummikub", actor=actor)

    assert [row.score for row in standings(made.tournament, actor).groups[0].rows] == ["3", "0"]
    assert read_report(text_of(made.tournament, actor).encode()).scores["W"] == 3


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ([A], "Line 1, column 1: it has 1 players, but 2 to 200 are possible."),
        ([A, B.replace("1 b 0", "1 b 1")], "Line 1, column 99: the result does not fit that of player 2."),
        ([A, B.replace("1 b 0", "1 w 0")], "Line 1, column 97: the colour does not fit that of player 2."),
        ([A, B.replace("1 b 0", "0 - Z")], "Line 1, column 92: player 2 has another opponent in round 1."),
        ([A.replace("2 w 1", "9 w 1"), B], "Line 1, column 92: there is no player 9."),
        ([A.replace("2 w 1", "2 x 1"), B], "Line 1, column 97: 'x' is not a colour."),
        ([A.replace("2 w 1", "2 w 7"), B], "Line 1, column 99: '7' is not a result."),
        ([A.replace("1.0", "2.0"), B], "Line 1, column 81: the points are 2.0, but the results give 1."),
        ([A, A], "Line 2, column 5: the number 1 is used twice."),
        (["001 x", A, B], "Line 1, column 5: 'x' is not a whole number."),
        (["310   1 India", A, B], "Line 1, column 1: teams are not supported."),
    ],
)
def test_faults_name_line_and_column(lines, fault):
    with pytest.raises(ReportRefused) as refused:
        read_report("\n".join(lines).encode())

    assert str(refused.value) == fault


def test_names_that_may_mean_somebody_have_to_be_decided_and_nothing_is_kept():
    actor, club = founded()
    raw = f"{A}\n{B}\n".encode()
    import_report(club_id=club, raw=raw.replace(b"Petrova", b"Petrowa"), game="rummikub", actor=actor)

    with pytest.raises(NamesUnclear):
        import_report(club_id=club, raw=raw, game="rummikub", actor=actor)
    done = import_report(club_id=club, raw=raw, game="rummikub", choices=["new"], actor=actor)

    assert len(standings(done.tournament, actor).groups[0].rows) == 2


def test_organisers_alone_import_and_the_game_needs_two_sides():
    actor, club = founded()

    with pytest.raises(NotAllowed):
        preview_report(club_id=club, raw=f"{A}\n{B}\n".encode(), game="rummikub", actor=Actor())
    with pytest.raises(NotForReport, match="has no wins, draws and losses of two players"):
        preview_report(club_id=club, raw=f"{A}\n{B}\n".encode(), game="the_game_extreme", actor=actor)
