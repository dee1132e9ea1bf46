import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import CHANCE, Level
from games.records.reader import MAX_LINES, MAX_MOVES, MAX_SIZE, is_invisible, read
from games.records.record import RecordError, serialize
from games.records.replay import replay
from tests.games.records.texts import HEAD, error, fault_of, text

GOOD = text(
    "; who sits where: by lot",
    "== 1.1   ; the first",
    "* deal 1",
    "1 play +r10,b10,k10  ; a joker was on the rack; he kept it",
    "0 draw @41 ;quick",
    "",
    "1 timeout",
    log="open",
    seats="Анна | Dan",
)


def test_the_head_names_game_rules_level_and_seats():
    record = read(GOOD)

    assert {key: record.head[key].value for key in ("ludex", "game", "rules", "rounds")} == {
        "ludex": "1",
        "game": "rummikub",
        "rules": "1",
        "rounds": "1",
    }
    assert (record.names, record.seats, record.level) == (("Анна", "Dan"), 2, Level.OPEN)


def test_seats_may_be_a_number():
    record = read(text(seats="4"))

    assert (record.names, record.seats) == (None, 4)


def test_a_move_has_its_line_seat_words_and_seconds_of_thought():
    plies = read(GOOD).games[0].plies

    assert [(ply.line, ply.seat, ply.move, ply.seconds) for ply in plies] == [
        (10, CHANCE, "deal 1", None),
        (11, 1, "play +r10,b10,k10", None),
        (12, 0, "draw", 41),
        (14, 1, "timeout", None),
    ]


def test_comments_and_empty_lines_are_written_back():
    assert serialize(read(GOOD)) == GOOD


def test_comments_do_not_change_the_moves():
    moves = ["* deal 0", "0 draw", "1 draw", "0 draw"]
    plain = read(text("== 1.1", *moves, "", "1 draw", log="open"))
    talk = read(text("== 1.1", *moves[:2], "1 draw ; a long time", "0  draw", "", "1 draw", log="open"))

    plies = [ply._replace(comment="", written="") for ply in talk.games[0].plies]

    assert plies == plain.games[0].plies
    assert (talk.games[0].count, plain.games[0].count) == (5, 5)


def test_comments_between_results_do_not_change_them():
    lines = ["== 1.1", "* deal 0", "0 draw", "", "points: 3 -3", "reason: out", "", "== 1.2", "* deal 1", ""]
    plain, talk = text(*lines, "points: 0 0", "reason: stuck"), text(*lines, "points: 0 0 ; so", "reason: stuck")
    talk = talk.replace("reason: out", "reason: out ; at once").replace("== 1.2", "== 1.2 ; and again")

    found = [
        [
            (game.line, game.round, game.game, [key._replace(comment="") for key in game.stated.values()])
            for game in read(source).games
        ]
        for source in (plain, talk)
    ]

    assert found[0] == found[1]
    assert [[key.value for key in stated] for _, _, _, stated in found[0]] == [["3 -3", "out"], ["0 0", "stuck"]]
    assert (serialize(read(plain)), serialize(read(talk))) == (plain, talk)


@pytest.mark.parametrize("place", ["1.1", "1.0", "2.10000"])
def test_an_impossible_heading_after_a_result_is_refused(place):
    source = text("== 1.1", "* deal 0", "", "points: 3 -3", "reason: out", "", f"== {place}", "* deal 0")

    found = read(source).error

    assert (found.line, found.cause.code) == (14, "record.syntax")


def test_a_semicolon_within_a_word_starts_no_comment():
    record = read(text(seats="A;B | C"))

    assert record.names == ("A;B", "C")


@pytest.mark.parametrize(
    "untidy",
    [
        "\ufeff" + GOOD,
        GOOD.replace("\n", "\r\n"),
        GOOD.replace("1 timeout", "  1   timeout  "),
        GOOD.replace("== 1.1 ", "==1.1 "),
        GOOD.replace("rules: 1", "rules :   1 "),
        GOOD.removesuffix("\n"),
    ],
)
def test_superfluous_characters_are_accepted_and_not_written_back(untidy):
    assert serialize(read(untidy)) == GOOD
    assert serialize(read(untidy.encode())) == GOOD


def test_a_match_of_one_game_needs_no_heading():
    record = read(text("* deal 0", "points: 1 -1", "reason: out"))

    assert [(game.round, game.game, len(game.plies), list(game.stated)) for game in record.games] == [
        (1, 1, 1, ["points", "reason"])
    ]


def test_a_head_without_moves_has_no_games():
    assert read(text()).games == []


@pytest.mark.parametrize("key", ["ludex", "game", "rules", "log", "seats"])
def test_a_head_without_a_required_key_is_truncated_and_names_the_key(key):
    source = text("* deal 0", **{key: None})

    found = error(source)

    assert (found.line, found.cause.code, found.cause.message) == (
        7,
        "record.truncated",
        f"The header is missing {key}.",
    )


@pytest.mark.parametrize("source", ["", "\n", "\ufeff", b"", "; nothing but talk\n"])
def test_an_empty_file_is_truncated(source):
    assert fault_of(source) == (1, "record.truncated")


@pytest.mark.parametrize("ending", ["0 dra", "0 play +b1,b2,b", "0", "point", "points: 3 -", "== 1.", "points: 24"])
def test_an_unreadable_last_line_without_a_line_end_is_truncated(ending):
    good = text("* deal 0", log="open")

    assert fault_of(good + ending) == (9, "record.truncated")


@pytest.mark.parametrize("ending", ["0 draw", "", "; whatever", "== 1.2"])
def test_a_readable_last_line_without_a_line_end_is_accepted(ending):
    good = text("* deal 0", log="open")

    assert replay(good + ending).error is None


def test_a_last_line_without_a_line_end_that_the_next_game_cannot_read_is_truncated():
    source = "ludex: 1\ngame: riff_raff\nrules: 1\nlog: score\nseats: 2\npoints: 0 4\nreason: empty\nrounds:"

    assert fault_of(source) == (8, "record.truncated")


def test_a_last_line_against_the_rules_is_not_truncated():
    good = text("* deal 0", log="open")

    assert fault_of(good + "0 play +b1,b2") == (9, "rummikub.set_short")


def test_a_file_cut_inside_a_character_is_truncated():
    source = text(seats="Анна | Борис").encode()

    assert fault_of(source[: source.index("Борис".encode()) + 1]) == (5, "record.truncated")


@pytest.mark.parametrize(
    ("lines", "head", "expected"),
    [
        (["0 draw"], {"ludex": "2"}, (1, "record.version")),
        ([], {"rules": "2"}, (3, "record.version")),
        ([], {"game": "Rummikub"}, (2, "record.unknown_game")),
        ([], {"log": "complete"}, (4, "record.syntax")),
        ([], {"seats": "Anna | "}, (5, "record.syntax")),
        ([], {"seats": "Anna | 17"}, (5, "record.syntax")),
        ([], {"seats": "Anna | \u200b"}, (5, "record.syntax")),
        ([], {"seats": "\u3164 | Boris"}, (5, "record.syntax")),
        ([], {"seats": "Anna | \u2060\u00a0"}, (5, "record.syntax")),
        ([], {"seats": "1"}, (5, "rummikub.players")),
        ([], {"seats": "5"}, (5, "rummikub.players")),
        ([], {"seats": "0"}, (5, "rummikub.players")),
        ([], {"rounds": "0"}, (6, "record.syntax")),
        ([], {"rounds": "one"}, (6, "record.syntax")),
        ([], {"rounds": ""}, (6, "record.syntax")),
        ([], {"clock": "60"}, (7, "record.unknown_key")),
        ([], {"time_limit": "0"}, (7, "record.syntax")),
        ([], {"same_turn_after_opening": "yes"}, (7, "record.syntax")),
        (["rounds: 2"], {}, (8, "record.syntax")),
        (["== 1.1", "rounds: 2"], {}, (9, "record.unknown_key")),
        (["ludex: 1"], {}, (8, "record.syntax")),
        (["== 1.1", "== 1.1"], {}, (9, "record.syntax")),
        (["== 1.2", "== 1.1"], {}, (9, "record.syntax")),
        (["== 2.1"], {}, (8, "record.syntax")),
        (["== 1.3"], {}, (8, "rummikub.players")),
        (["== 0.1"], {}, (8, "record.syntax")),
        (["== 1"], {}, (8, "record.syntax")),
        (["Deal"], {}, (8, "record.syntax")),
        (["rounds 1"], {}, (8, "record.syntax")),
        (["0"], {}, (8, "record.syntax")),
        (["123 draw"], {}, (8, "record.syntax")),
        (["٣ draw"], {}, (8, "record.syntax")),
        (["* deal 0 @4"], {}, (8, "record.syntax")),
        (["* deal 0", "0 draw @86401"], {}, (9, "record.syntax")),
        (["* deal 0", "0 draw @1.5"], {}, (9, "record.syntax")),
        (["* deal 0", "0 draw @"], {}, (9, "record.syntax")),
        (["* deal 0", "points: 5 -5", "0 draw"], {}, (9, "record.result")),
        (["* deal 0", "reason: out", "reason: out"], {}, (9, "record.result")),
        (["points: 1 -1", "points: 1 -1"], {"log": "score"}, (9, "record.syntax")),
        (["points: 1 one"], {"log": "score"}, (8, "record.syntax")),
        (["points: 1 -1 0"], {"log": "score"}, (8, "record.syntax")),
        (["racks: 1 0"], {}, (8, "record.unknown_key")),
        (["winner: 0"], {"log": "score"}, (8, "record.unknown_key")),
        (["0 draw"], {"log": "score"}, (8, "record.syntax")),
    ],
)
def test_malformed_lines_are_refused_at_their_line(lines, head, expected):
    assert fault_of(text(*lines, **head)) == expected


def test_a_move_after_the_result_of_its_game_is_refused():
    source = text("points: 1 -1", "reason: out", "0 draw", log="score")

    assert fault_of(source) == (10, "record.syntax")


def test_a_key_before_ludex_is_refused_at_the_line_of_ludex():
    source = "game: rummikub\nludex: 1\nrules: 1\nlog: full\nseats: 2\n"

    assert fault_of(source) == (2, "record.syntax")


def test_a_repeated_key_names_both_lines():
    found = error(text("rounds: 2"))

    assert str(found) == "line 8: record.syntax: rounds appears twice, first on line 6."


def test_a_broken_rule_is_reported_before_a_malformed_line_further_down():
    source = text("* deal 0", "1 draw", "what is this", "== 9.9", log="open")

    assert fault_of(source) == (9, "rummikub.turn")


def test_the_culprit_of_a_move_has_its_column():
    found = error(text("* deal 0", "0 play +b4,b5,b6 +b4,x5,b6", log="open"))

    assert (found.line, found.column, found.cause.params["culprit"]) == (9, 22, "x5")


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("0 play +b1,b2,b3 +b1,b2", 19),
        ("0   play  +b1,b2,b3   +b1,b2", 24),
        ("0 play +b10,b11,b12 +b1", 22),
        (" 0 play +b4,b5,b6 +b4,x5,b6 ; x5", 23),
        ("0 play +run:J,J,b5 +J,J,b5", 21),
        ("0 play +b1,x,b3 +x", 12),
        ("0 play +run:b4,b5,b7", 13),
        ("0 play +b9,b10,b11 b9", 20),
        ("0 broken -b4,b5,b6 !b4 !b4", 24),
        ("0 draw @86401", 8),
        ("  0", 3),
        ("   what is this", 4),
        ("1 draw", None),
    ],
)
def test_the_column_is_that_of_the_culprit_in_the_line_as_written(line, column):
    found = error(text("* deal 0", line, log="open"))

    assert (found.line, found.column) == (9, column)


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("* ship 5 rat | 6 rat | 5 chest", 24),
        ("* ship 5 rat |  6 |7 rat", 17),
        ("0 load 2 rat rat fell" + " rat" * 33, 151),
        ("0 load 2" + " rat" * 33, 138),
        ("0 captain 1x", 11),
        ("0 load rat fell rat:11", 21),
    ],
)
def test_the_column_of_a_culprit_that_is_lawful_elsewhere_in_its_line_comes_from_the_parser(line, column):
    found = error(f"ludex: 1\ngame: riff_raff\nrules: 1\nlog: open\nseats: 3\n\n{line}\n")

    assert (found.line, found.column) == (7, column)


def test_a_record_has_a_limit_of_lines_that_is_checked_before_they_are_read():
    found = error(text("\n" * MAX_LINES))

    assert (found.line, found.cause.code) == (MAX_LINES + 1, "record.too_long")
    assert found.cause.message == "A record can have at most 250000 lines."


def test_a_game_has_a_limit_of_moves_that_comes_after_the_first_rule_that_is_broken():
    many = ["0 draw"] * (MAX_MOVES + 5)
    record = read(text(*many))

    assert [game.count for game in record.games] == [MAX_MOVES]
    assert (record.error.line, record.error.cause.message) == (8 + MAX_MOVES, "A game can have at most 10000 moves.")
    assert fault_of(text(*many)) == (8, "rummikub.turn")
    untidy = read(text(*["0 draw ; x"] * (MAX_MOVES + 5)))
    assert ([game.count for game in untidy.games], untidy.error.line) == ([MAX_MOVES], 8 + MAX_MOVES)


@pytest.mark.parametrize("before", ["", "+r1,r2,r3 "])
def test_a_set_of_more_characters_than_all_tiles_have_is_refused_at_its_place(before):
    found = error(text("* deal 0", f"0 play {before}+{'b1,' * 170}b1"))

    assert found.cause.message.endswith("it has 512 characters.")
    assert (found.line, found.column) == (9, len(f"0 play {before}+") + 1)


@pytest.mark.parametrize("line", ["0 play " + "+b1 " * 6000 + "+b2", "0 draw ; " + "x" * 20_000, " " * 20_001])
def test_a_line_has_a_limit_of_characters(line):
    record = read(text("* deal 0", line, "0 draw"))

    assert (record.error.line, record.error.column, record.error.cause.code) == (9, 20_001, "record.too_long")
    assert [game.count for game in record.games] == [1]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("0 draw\n" * 249_000, (8, "rummikub.turn")),
        ("0  draw ; x\n" * 249_000, (8, "rummikub.turn")),
        ("\n" * 249_000, (249_008, "record.syntax")),
        ("\n" * 8_000_000, (MAX_LINES + 1, "record.too_long")),
        ("0 draw\n" * 1_140_000, (MAX_LINES + 1, "record.too_long")),
    ],
)
def test_a_huge_record_names_its_first_fault(body, expected):
    assert fault_of(text() + body + "what\n") == expected


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (b"ludex: 1\ngame: rummi\x00kub\n", (2, "record.encoding")),
        (b"ludex: 1\ngame: rummi\tkub\n", (2, "record.encoding")),
        (b"ludex: 1\rgame: rummikub\r", (1, "record.encoding")),
        (b"ludex: 1\ngame: \x1b[31mrummikub\n", (2, "record.encoding")),
        ("ludex: 1\ngame: rummi\x85kub\n".encode(), (2, "record.encoding")),
        ("ludex: 1\nseats: Анна | Борис\n".encode("cp1251"), (2, "record.encoding")),
        ("ludex: 1\nseats: Zoë | Dan\n".encode("latin-1"), (2, "record.encoding")),
        (text().encode("utf-16"), (1, "record.encoding")),
        (text().encode("utf-16-le"), (1, "record.encoding")),
        (b"\x89PNG\r\n\x1a\n\x00\x00", (1, "record.encoding")),
        (b"ludex: 1\n\xed\xa0\x80\n", (2, "record.encoding")),
    ],
)
def test_bytes_that_are_not_text_are_refused_with_their_line(raw, expected):
    assert fault_of(raw) == expected


def test_half_a_surrogate_pair_is_not_text():
    assert fault_of("ludex: 1\nseats: \ud83e | B\n") == (2, "record.encoding")


def test_a_control_character_is_named_with_its_column():
    found = error("ludex: 1\nga\x07me: x\n")

    assert (found.line, found.column, found.cause.params["culprit"]) == (2, 3, "U+0007")


@pytest.mark.parametrize("source", [b"0" * (MAX_SIZE + 1), "0" * (MAX_SIZE + 1)])
def test_an_oversized_record_is_refused_unread(source):
    assert fault_of(source) == (1, "record.too_large")


@pytest.mark.unwatched
@pytest.mark.parametrize(
    "line",
    [
        "x" * 5_000_000,
        "0 " + "x" * 5_000_000,
        "0 play " + "+b1,b2,b3 " * 500_000,
        "0 play +" + "b1," * 1_600_000 + "b1",
        "0 play " + "-b1,b2,b3 " * 500_000,
        "0 broken !" + "b1," * 1_600_000 + "b1",
        "0 reveal" + " J" * 2_500_000,
        "0 draw" + " @1" * 1_600_000,
        "* J" + " J" * 2_500_000,
        "a" + " " * 5_000_000 + "b",
        "points:" + " 1" * 2_500_000,
        "points:" + " 1" * 2_500_000 + "x",
        "== 1.1" + "0" * 5_000_000,
    ],
)
def test_a_line_of_five_megabytes_is_refused_briefly(line):
    found = error(text("* deal 0", line))

    assert found.line == 9
    assert len(str(found)) < 300
    assert all(len(str(value)) < 300 for value in found.cause.params.values())


@pytest.mark.parametrize(("tiles", "code"), [(2_500_000, "record.too_long"), (9_000, "rummikub.reveal")])
def test_endless_racks_are_refused_briefly(tiles, code):
    found = error(text("racks: |" + " J" * tiles, "reason: out", log="score"))

    assert (found.line, found.cause.code, len(str(found)) < 300) == (8, code, True)


def test_a_thousand_keys_in_the_head_are_refused_at_the_first_unknown_one():
    source = text(**{f"key{number}": "1" for number in range(1000)})

    assert error(source).cause.params["key"] == "key0"


NAME = st.text(
    st.characters(exclude_categories=("Cc", "Cs", "Zs", "Zl", "Zp"), exclude_characters="|;"), min_size=1
).filter(lambda name: not is_invisible(name))


@given(st.lists(NAME.filter(lambda name: not name.isdecimal()), min_size=2, max_size=4))
def test_names_in_every_script_are_kept_as_typed(names):
    source = text(seats=" | ".join(names))

    record = read(source)

    assert (list(record.names), serialize(record)) == (names, source)


LINES = st.lists(
    st.sampled_from(
        [*HEAD, *GOOD.splitlines(), "points: 1 -1", "reason: out", "== 1.2", "*", "0 ", ";", " ;", "seats:"]
    )
    | st.text(alphabet="*01 ;@=:.|+-!,bJ\u00a0\u2028я", max_size=20)
)


def record_or_fault(source):
    try:
        return read(source)
    except RecordError as found:
        return found


@given(LINES, st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_reading_gives_an_error_or_a_record_that_survives_writing(lines, ending, ended):
    source = ending.join(lines) + (ending if ended else "")

    found = record_or_fault(source)

    if isinstance(found, RecordError):
        assert 1 <= found.line <= max(1, len(lines))
    elif found.error is None:
        again = read(serialize(found))
        assert (again.head, again.games, again.items) == (found.head, found.games, found.items)


@given(st.binary(max_size=300))
def test_arbitrary_bytes_give_an_error(source):
    with pytest.raises(RecordError):
        replay(source)
