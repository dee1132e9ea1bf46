"""Request bodies that no well-meaning client sends."""

from urllib.parse import quote

import pytest
from rest_framework.serializers import ValidationError
from rest_framework.test import APIClient

from api.decks.views import BoxInput
from api.leagues.serializers import LeagueInput
from api.records.views import RecordField
from api.tournaments.entries import SeedsInput
from api.tournaments.round_serializers import TablesInput
from tests.api.clients import API, founded, joined, problem, signed_up

pytestmark = pytest.mark.django_db

NOBODY = "00000000-0000-0000-0000-000000000000"
HUGE = 100 * 1024 * 1024  # bytes
JSON = "application/json"
WRITES = ["sign-up/", "sign-in/", "sign-out/", "clubs/", "players/", "matches/", f"matches/{NOBODY}/moves/", "records/"]


class Unread:
    """A request body that must not be read."""

    def read(self, *_):
        pytest.fail("The body was read.")

    readline = read


@pytest.mark.parametrize("path", WRITES)
def test_an_oversized_body_is_refused_unread(path):
    client = signed_up("anna")

    answer = client.generic(
        "POST", f"{API}/{path}", content_type=JSON, **{"CONTENT_LENGTH": str(HUGE), "wsgi.input": Unread()}
    )

    assert problem(answer) == (413, "request.too_large")


@pytest.mark.parametrize(
    ("path", "longest"),
    [
        ("sign-in/", 64 * 1024),
        ("clubs/", 64 * 1024),
        (f"tournaments/{NOBODY}/seeds/", 512 * 1024),
        (f"matches/{NOBODY}/appeals/", 9 * 1024 * 1024),
        ("records/", 9 * 1024 * 1024),
    ],
)
def test_a_body_is_as_long_as_what_it_is_for(path, longest):
    client = signed_up("anna")

    fits, too_long = (
        client.generic("POST", f"{API}/{path}", b"{" + b" " * (size - 2) + b"}", content_type=JSON)
        for size in (longest, longest + 1)
    )

    assert fits.status_code in (400, 404)
    assert problem(too_long) == (413, "request.too_large")
    assert too_long.json()["detail"] == f"Send at most {longest} bytes here."


def test_of_thousands_of_unknown_fields_twenty_are_named():
    answer = APIClient().post(f"{API}/sign-in/", {f"x{number}": 1 for number in range(5_000)}, format="json")

    errors = answer.json()["errors"]
    assert [name for name in errors if name.startswith("x")] == [f"x{number}" for number in range(20)]
    assert len(answer.content) < 2_000


@pytest.mark.parametrize("path", WRITES)
def test_a_chunked_body_has_no_length_and_is_refused_unread(path):
    client = signed_up("anna")
    chunked = {"HTTP_TRANSFER_ENCODING": "chunked", "CONTENT_LENGTH": "", "wsgi.input": Unread()}

    answer = client.generic("POST", f"{API}/{path}", content_type=JSON, **chunked)

    assert problem(answer) == (411, "request.length_required")


@pytest.mark.parametrize(
    ("body", "kind", "status", "code"),
    [
        (b"", JSON, 400, "request.invalid"),
        (b"{", JSON, 400, "request.parse_error"),
        (b'{"name": "Ladja', JSON, 400, "request.parse_error"),
        (b'{"name": "a", "name": "b"}', JSON, 400, "request.parse_error"),
        (b'{"name": NaN}', JSON, 400, "request.parse_error"),
        (b'{"name": "\\ud800"}', JSON, 400, "request.parse_error"),
        (b'{"name": "a"} {}', JSON, 400, "request.parse_error"),
        (b'\xef\xbb\xbf{"name": "a"}', JSON, 400, "request.parse_error"),
        ('{"name": "Ладья"}'.encode("cp1251"), JSON, 400, "request.parse_error"),
        ('{"name": "a"}'.encode("utf-16"), JSON, 400, "request.parse_error"),
        (b"[" * 50_000, JSON, 400, "request.parse_error"),
        (b'{"name":' * 90 + b"1" + b"}" * 90, JSON, 400, "request.invalid"),
        (b"1" * 50_000, JSON, 400, "request.parse_error"),
        (b"\x00\x01\x02\xff" * 1000, JSON, 400, "request.parse_error"),
        (b"\x1f\x8b\x08\x00", JSON, 400, "request.parse_error"),
        (b"null", JSON, 400, "request.invalid"),
        (b"[]", JSON, 400, "request.invalid"),
        (b'"name"', JSON, 400, "request.invalid"),
        (b'{"name": 17}', JSON, 400, "request.invalid"),
        (b'{"name": ["a"]}', JSON, 400, "request.invalid"),
        (b'{"name": "a\\u0000b"}', JSON, 400, "request.invalid"),
        (b'{"name": "a", "nom\\u0000": 1}', JSON, 400, "request.invalid"),
        (b'{"name": "   "}', JSON, 400, "request.invalid"),
        (b'{"name": "a\\u001bb"}', JSON, 422, "name.bad"),
        (b'{"name": "a|b"}', JSON, 422, "name.bad"),
        (b'{"name": "17"}', JSON, 422, "name.bad"),
        (b"name=a", "application/x-www-form-urlencoded", 415, "request.unsupported_media_type"),
        (b"--x\r\n\r\n--x--", "multipart/form-data; boundary=x", 415, "request.unsupported_media_type"),
        (b"<name/>", "text/xml", 415, "request.unsupported_media_type"),
        (b'{"name": "a"}', "text/plain", 415, "request.unsupported_media_type"),
        (b'{"name": "a"}', "application/json/json", 415, "request.unsupported_media_type"),
        (b'{"name": "a"}', "\x00", 415, "request.unsupported_media_type"),
    ],
)
def test_a_club_is_founded_with_a_name_and_no_other_field(body, kind, status, code):
    client = signed_up("anna")

    answer = client.generic("POST", f"{API}/clubs/", body, content_type=kind)

    assert problem(answer) == (status, code)
    assert client.get(f"{API}/clubs/").json()["results"] == []


def test_a_json_error_is_reported_with_its_position():
    client = signed_up("anna")

    twice = client.generic("POST", f"{API}/clubs/", b'{"name": "a", "name": "b"}', content_type=JSON)
    cut = client.generic("POST", f"{API}/clubs/", b'{"name": "a"', content_type=JSON)

    assert twice.json()["detail"] == "JSON: the key 'name' appears twice."
    assert cut.json()["detail"] == "JSON: unexpected end of data: line 1 column 13 (char 12)."


@pytest.mark.parametrize(
    ("query", "culprit"),
    [
        ("club=17", "club"),
        (f"club={NOBODY}&club={NOBODY}", "club"),
        ("name=a%00b", "name"),
        ("name=", "name"),
        ("name=" + "a" * 201, "name"),
        ("page_size=0", "page_size"),
        ("page_size=-1", "page_size"),
        ("page_size=201", "page_size"),
        ("page_size=" + "9" * 400, "page_size"),
        ("page_size=%D9%A3", "page_size"),  # an Arabic digit
        ("page_size=1.0", "page_size"),
        ("cursor=x", "cursor"),
        ("cursor=cD0wMDAwMDA%3D", "cursor"),
        ("cursor=" + "a" * 1001, "cursor"),
        ("cursor=%00", "cursor"),
        ("cluub=17", "cluub"),
    ],
)
def test_an_invalid_parameter_is_named(client, query, culprit):
    answer = client.get(f"{API}/players/?{query}")

    assert problem(answer) == (400, "request.invalid")
    assert [*answer.json()["errors"]] == [culprit]


def test_a_cursor_of_another_list_is_refused(client):
    organiser = signed_up("anna")
    club = founded(organiser)
    for number in "abc":
        organiser.post(f"{API}/series/", {"club": club, "game": "rummikub", "name": number}, format="json")
    cursor = client.get(f"{API}/series/?page_size=1").json()["next"].partition("cursor=")[2].partition("&")[0]

    answer = client.get(f"{API}/players/?cursor={cursor}")

    assert (problem(answer), [*answer.json()["errors"]]) == ((400, "request.invalid"), ["cursor"])


def test_a_list_can_be_paged_in_both_directions_even_with_equal_names():
    organiser = signed_up("anna")
    club = founded(organiser)
    names = ["B", "A", "B", "C", "B", "B", "A"]
    players = {joined(organiser, club, name): name for name in names}
    address, forth = f"{API}/players/?page_size=2", []
    while address:
        page = organiser.get(address).json()
        forth.append([player["id"] for player in page["results"]])
        address, back = page["next"], page["previous"]
    way_back = [forth[-1]]
    while back:
        page = organiser.get(back).json()
        way_back.append([player["id"] for player in page["results"]])
        back = page["previous"]

    assert [players[player] for page in forth for player in page] == sorted(names)
    assert sorted(player for page in forth for player in page) == sorted(players)
    assert way_back == forth[::-1]


@pytest.mark.parametrize(
    ("options", "status", "culprit"),
    [
        ({"colour": 3}, 422, "colour"),
        ({"": 3}, 422, ""),
        ({"rounds\x00": 3}, 422, "rounds\x00"),
        ({"k" * 10_000: 3}, 422, "k" * 200 + "…"),
        ({"rounds": 0}, 422, "rounds"),
        ({"rounds": -1}, 422, "rounds"),
        ({"rounds": 10**18}, 422, "rounds"),
        ({"rounds": 1.5}, 422, "rounds"),
        ({"rounds": None}, 422, "rounds"),
        ({"rounds": True}, 422, "rounds"),
        ({"rounds": [1]}, 422, "rounds"),
        ({"rounds": {"rounds": 1}}, 422, "rounds"),
        ({"rounds": "9" * 50_000}, 422, "rounds"),
        ({"rounds": "１"}, 422, "rounds"),
        ({"rounds": "x\x00"}, 422, "rounds"),
    ],
)
def test_an_invalid_option_is_named_and_its_value_shortened(options, status, culprit):
    organiser = signed_up("anna")
    club = founded(organiser)
    sent = {"club": club, "game": "rummikub", "seats": [None, None], "options": options}

    answer = organiser.post(f"{API}/matches/", sent, format="json")

    assert problem(answer) == (status, "match.option")
    assert answer.json()["params"]["key"] == culprit
    assert len(answer.content) < 2000


@pytest.mark.parametrize("options", [[], "rounds", 3, None])
def test_options_that_are_not_an_object_are_refused(options):
    organiser = signed_up("anna")
    sent = {"club": founded(organiser), "game": "rummikub", "seats": [None, None], "options": options}

    answer = organiser.post(f"{API}/matches/", sent, format="json")

    assert (problem(answer), [*answer.json()["errors"]]) == ((400, "request.invalid"), ["options"])


def test_a_seat_that_is_not_an_id_is_reported_with_its_position():
    organiser = signed_up("anna")
    sent = {"club": founded(organiser), "game": "rummikub", "seats": [None, "Anna"]}

    answer = organiser.post(f"{API}/matches/", sent, format="json")

    assert problem(answer) == (400, "request.invalid")
    assert answer.json()["errors"] == {"seats": {"1": ["Must be a valid UUID."]}}


@pytest.mark.parametrize("key", ["", " " * 256, "k" * 256, "ключ", "a\x00", "a\x7f"])
def test_an_invalid_idempotency_key_is_refused(key):
    client = signed_up("anna")
    sent = key.encode().decode("latin-1")

    answer = client.post(f"{API}/clubs/", {"name": "Ладья"}, format="json", headers={"Idempotency-Key": sent})

    assert (problem(answer), [*answer.json()["errors"]]) == ((400, "request.invalid"), ["Idempotency-Key"])


@pytest.mark.parametrize("name", ["<script>", "O’Neill", "محمد", "👩‍👩‍👧", "e\u0301", "%s{0}%(a)s"])
def test_names_in_any_script_are_returned_as_typed(name):
    organiser = signed_up("anna")
    club = founded(organiser)

    joined(organiser, club, name)

    found = APIClient().get(f"{API}/players/?name={quote(name)}").json()["results"]
    assert [player["name"] for player in found] == [name]


@pytest.mark.parametrize(("name", "status"), [("x" * 200, 201), (f" {'x' * 199}", 201), (f" {'x' * 200}", 400)])
def test_the_length_of_a_text_is_measured_as_sent(name, status):
    organiser = signed_up("organiser")

    answer = organiser.post(f"{API}/players/", {"club": founded(organiser), "name": name}, format="json")

    assert (answer.status_code, answer.json().get("name")) == (status, name.strip() if status == 201 else None)


def test_an_unknown_field_does_not_hide_missing_ones():
    client = signed_up("anna")

    answer = client.post(f"{API}/players/", {"nome": "Anna"}, format="json")

    assert problem(answer) == (400, "request.invalid")
    assert {*answer.json()["errors"]} == {"nome", "club", "name"}


TABLES = [[NOBODY, NOBODY[:-1] + "1"]]
ONCE, TWICE = {"entrant": NOBODY, "seed": 1}, {"entrant": NOBODY, "seed": 2}


@pytest.mark.parametrize(
    ("form", "body", "field"),
    [
        (BoxInput, {"game": "ralph"}, "non_field_errors"),
        (BoxInput, {"game": "ralph", "manifest": {}, "rows": [["1"]]}, "non_field_errors"),
        (BoxInput, {"game": "ralph", "rows": [["1"]]}, "name"),
        (SeedsInput, {"revision": 1, "seeds": [ONCE, TWICE]}, "seeds"),
        (TablesInput, {"revision": 1, "groups": 2 * [{"group": 0, "tables": TABLES}]}, "groups"),
        (LeagueInput, {"club": 17, "name": "Ладья", "game": "ralph"}, "club"),
    ],
)
def test_fields_that_contradict_each_other_are_named(form, body, field):
    asked = form(data=body)

    assert not asked.is_valid()
    assert list(asked.errors) == [field]


def test_a_record_is_text_or_bytes():
    with pytest.raises(ValidationError, match="the text of a record"):
        RecordField().run_validation(["ludex: 1"])


def test_json_that_the_strict_reader_cannot_follow_is_refused():
    answer = signed_up("anna").generic("POST", f"{API}/clubs/", "[" * 1000 + "]" * 1000, content_type=JSON)

    assert problem(answer) == (400, "request.parse_error")
