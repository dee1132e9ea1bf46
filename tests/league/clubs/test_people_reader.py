"""Lists of people in real formats: encodings, separators, headings, and unreadable files."""

import re
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.clubs.people_import.reader import MOST_ROWS, read
from league.common.encodings import Reading, decode_text, readings
from league.common.errors import BadFile

RUSSIAN = ["Анна Петрова", "Пётр Ёлкин", "Юлия Щербакова", "Илья О’Нил", "Эмма Цой", "Фёдор Жуков", "Ия Юдина"]
GERMAN = ["Jürgen Müller", "Käthe Weiß", "Björn Schröder", "Zoë Löffler", "Uwe Schmidt", "Anke Groß", "Karl Bär"]
UNICODE = ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"]
SIZES = (1, 2, 3, 7)
ENDS = ("\n", "\r\n", "\r")


def named(raw, encoding=None):
    return [row.name for row in read(raw, encoding).rows]


def faults(text):
    """The fault of each line."""
    return {row.line: row.fault for row in read(text.encode()).rows if row.fault is not None}


@pytest.mark.parametrize(
    ("people", "encoding"),
    [*product([RUSSIAN, GERMAN], UNICODE), (RUSSIAN, "cp1251"), (GERMAN, "cp1252")],
    ids=lambda value: value if isinstance(value, str) else "russian" if value is RUSSIAN else "german",
)
def test_a_list_is_read_correctly_in_every_encoding_size_separator_and_line_ending(people, encoding):
    for size, separator, end in product(SIZES, ",;\t", ENDS):
        people = [name.replace("’", "") if encoding == "cp1251" else name for name in people]
        rows = ["name", *people[:size]] if encoding.startswith("utf") else people[:size]
        text = end.join(f"{name}{separator}{1500 + place}" for place, name in enumerate(rows))

        found = named(text.encode(encoding))

        assert found == people[:size], (size, separator, end)


@pytest.mark.parametrize(("people", "encoding"), [(RUSSIAN, "cp1251"), (GERMAN, "cp1252")])
def test_a_single_name_identifies_the_code_page(people, encoding):
    told = {decode_text(name.replace("’", "").encode(encoding))[1] for name in people if not name.isascii()}

    assert told == {encoding}


@pytest.mark.parametrize("number", range(20))
def test_the_code_page_is_found_for_names_in_several_languages(number):
    russian = ["Ян", "Ёж", "Ия Юдина", *RUSSIAN]
    text = f"{russian[number % 10]};a@example.org\nJohn Smith\n{russian[number // 2]}".replace("’", "")

    assert decode_text(text.encode("cp1251")) == (text, "cp1251")


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("É. Dupont", "cp1252"),
        ("Hélène Dupont", "cp1252"),
        ("Jiří Dvořák\nČeněk Šíma", "cp1250"),
        ("Łukasz Żak\nMałgorzata Wąs", "iso-8859-2"),
        ("Anaïs Œuvrard", "iso-8859-15"),
        ("Jérôme Lefèvre\nZoë Löffler", "mac-roman"),
        ("Анна Петрова\nПётр Ёлкин", "koi8-r"),
        ("Анна Петрова\nПётр Ёлкин", "cp866"),
        ("анна", "koi8-r"),
    ],
)
def test_every_encoding_is_recognised_or_among_the_choices(text, encoding):
    raw = text.encode(encoding)

    choices = {each.encoding: each.sample for each in readings(raw)}

    if choices:
        assert tuple(text.splitlines()) in choices.values()
    else:
        assert decode_text(raw)[0] == text


def test_an_initial_that_two_alphabets_share_is_a_question_with_samples():
    file = read("É. Dupont\nAnne Berg".encode("cp1252"))

    assert file.readings == (Reading("cp1252", ("É. Dupont",)), Reading("cp1251", ("Й. Dupont",)))


def test_two_scripts_in_one_word_and_signs_that_are_no_letters_are_a_question():
    mixed = "Анна".encode("cp1251") + b"\n" + "Jürgen".encode("cp1252")
    signs = b"Anna \xa7\xb6 Berg"

    assert [bool(readings(raw)) for raw in (mixed, signs)] == [True, True]


def test_a_given_encoding_is_no_question():
    assert read("É. Dupont".encode("cp1252"), "cp1252").readings == ()
    assert readings("É. Dupont".encode()) == readings("É. Dupont".encode("utf-16")) == readings(b"Anna") == ()


@given(st.lists(st.sampled_from(RUSSIAN[:3] + RUSSIAN[4:]), min_size=2), st.sampled_from(["cp1251", "koi8-r", "cp866"]))
def test_russian_names_need_no_question(people, encoding):
    text = "\n".join(people)

    assert (readings(text.encode(encoding)), decode_text(text.encode(encoding))) == ((), (text, encoding))


def test_plain_ascii_text_is_utf_8():
    assert decode_text(b"Anna\nBoris")[1] == "utf-8"


def test_a_given_encoding_is_used_and_a_wrong_one_refused():
    assert named("Käthe".encode("cp1252"), "cp1251") == ["Kдthe"]
    for raw, encoding in ((b"\xff", "utf-8"), (b"a", "utf-16-le"), (b"\x98", "cp1251"), (b"a", "ebcdic")):
        with pytest.raises(BadFile):
            read(raw, encoding)


@pytest.mark.parametrize(
    ("headings", "columns"),
    [
        ("Name,E-Mail,Note", ("name", "email", "note")),
        ("ИМЯ;Эл. почта;Пометка;Рейтинг", ("name", "email", "note", "rating")),
        ("№;ФИО;Логин;Команда;Посев", (None, "name", "username", "team", "seed")),
        ("Club number\tPlayer name\tElo", ("club_number", "name", "rating")),
        ("Фамилия;Имя;Отчество", ("last", "first", "middle")),
        ("surname, first name, seed", ("last", "first", "seed")),
        ("Nachname;Vorname;Mannschaft", ("last", "first", "team")),
        ("Номер участника;Игрок;Цвет", ("club_number", "name", None)),
    ],
)
def test_headings_are_recognised_in_english_russian_and_german(headings, columns):
    assert read(f"{headings}\n".encode()).columns == columns


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("Anna;Schmidt\nBob;Meyer", ["Anna Schmidt", "Bob Meyer"]),
        ("Anna;Schmidt;a@x.org;12", ["Anna Schmidt"]),
        ("Anna Berg;Hamburg\nBob Meyer;Berlin", ["Anna Berg", "Bob Meyer"]),
        ("Nom;Prénom\nDupont;Anne", ["Anne Dupont"]),
        ("Name;Vorname\nMeyer;Jo", ["Jo Meyer"]),
        ("Jméno;Příjmení\nJan;Novák", ["Jan Novák"]),
        ("Navn;E-post\nKari;k@x.no", ["Kari"]),
        ("Kto;Gdzie\nJan;j@x.pl\nEwa;", ["Jan", "Ewa"]),
        ("Anna;12\nBob;13", ["Anna", "Bob"]),
    ],
)
def test_surnames_and_headings_of_other_languages_are_not_lost(text, people):
    assert named(text.encode()) == people


def test_first_names_and_surnames_are_joined_to_one_name():
    assert named("Фамилия;Имя;Отчество\nПетрова;Анна;Ивановна\nЦой;Эмма;".encode()) == [
        "Анна Ивановна Петрова",
        "Эмма Цой",
    ]


def test_without_headings_names_and_addresses_are_recognised_by_their_form():
    file = read("17,anna@example.org,Анна\n18,,Борис".encode())

    assert (file.headings, file.columns) == ((), (None, "email", "name"))


def test_every_column_is_read_with_its_meaning():
    text = "name,email,note,login,id,team,seed,elo\nАнна,a@x.org,мл.,anna,A-7,Rook,3,1850\n"

    (row,) = read(text.encode()).rows

    assert (row.line, row.name, row.email, row.note, row.username) == (2, "Анна", "a@x.org", "мл.", "anna")
    assert (row.club_number, row.team, row.seed, row.rating, row.fault) == ("A-7", "Rook", 3, 1850, None)


@pytest.mark.parametrize("separator", ["\t", ";", ","])
def test_the_separator_line_of_excel_is_respected(separator):
    file = read(f"sep={separator}\nname{separator}note\nАнна{separator}a".encode())

    assert (file.separator, [(row.line, row.name, row.note) for row in file.rows]) == (separator, [(3, "Анна", "a")])


def test_apostrophes_belong_to_names_and_quoted_separators_do_not_split():
    assert named(b"name;rating\n'Jack' O'Neill;1\nMary D'Arcy;2") == ["'Jack' O'Neill", "Mary D'Arcy"]
    assert named('name,note\n"Müller, Jörg",x\n"Bär ""Bruin"", Karl",y'.encode()) == [
        "Müller, Jörg",
        'Bär "Bruin", Karl',
    ]


def test_lines_are_counted_as_in_an_editor():
    text = 'name,note\n\n"Анна","two\nlines"\n,,\nБорис,\n'

    assert [row.line for row in read(text.encode()).rows] == [3, 6]


def test_a_faulty_row_is_reported_with_its_line_and_the_others_are_read():
    text = (
        "name,email,seed,id\n"
        "Анна,anna,0x7,\n"
        ",b@x.org,,\n"
        "12,,,\n"
        "a|b,,,\n"
        "Вера,,99999,\n"
        f"Глеб,,,{'9' * 41}\n"
        "Дина,,,,more\n"
        "a\x00b,,,\n"
        "Ева,,,\n"
    )

    assert faults(text) == {
        2: "'anna' is not an e-mail address, '0x7' is not a whole number up to 10000",
        3: "the name '': it is empty",
        4: "the name 12: it is a number",
        5: "the name 'a|b': it contains '|', which is reserved for game records",
        6: "'99999' is not a whole number up to 10000",
        7: f"'{'9' * 41}' is longer than 40 characters",
        8: "there are more cells than columns",
        9: "the name 'a\\x00b': it contains '\\x00', which is reserved for game records",
    }


def test_an_unclosed_quotation_mark_makes_its_line_or_the_file_faulty():
    (row,) = read(b'name\n"Anna\nBoris\n').rows
    assert (row.line, row.fault) == (
        2,
        "the name 'Anna\\nBoris': it contains '\\n', which is reserved for game records",
    )

    with pytest.raises(BadFile, match="line 1: a cell is too long"):
        read(b'"' + b"a" * 200_000)


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"", "it is empty"),
        (b"\xef\xbb\xbf", "it is empty"),
        (b"\r\n;;\n", "it is empty"),
        (b"a" * 1_000_001, "it has 1000001 bytes, but the limit is 1000000"),
        (b"a\n" * (MOST_ROWS + 2), "it has 2002 rows, but the limit is 2000"),
        (b"a," * 60, "a row has more than 50 columns"),
        (b"email,rating\na@x.org,1", "there is no name column, and none looks like one"),
        (b"1,2\n3,4", "there is no name column, and none looks like one"),
        ("Имя;Игрок\nа;б".encode(), "'Имя' and 'Игрок' mean the same thing"),
        (b"PK\x03\x04\x14\x00\x06\x00\x08\x00!\x00", "it is a spreadsheet file (save the sheet as CSV instead)"),
    ],
)
def test_a_file_that_is_no_list_says_why(raw, why):
    with pytest.raises(BadFile, match=re.escape(why)):
        read(raw)


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.binary(max_size=400), st.text(alphabet='",;\t\n\rаяё=a@.1\x00', max_size=400).map(str.encode)))
def test_random_bytes_are_read_or_refused(raw):
    try:
        file = read(raw)
    except BadFile:
        return
    assert all(row.fault is not None or row.name for row in file.rows)
    assert len({row.line for row in file.rows}) == len(file.rows)
