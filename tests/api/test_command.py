"""`manage.py api`: the API on the command line, with the same checks."""

import json
from io import BytesIO, StringIO, TextIOWrapper

import pytest
from django.core.management import CommandError, call_command

from tests.api.clients import signed_up

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def accounts():
    for name in ("clara", "dan"):
        signed_up(name)


def api(*given, account="clara"):
    """The output of the command in the name of an account."""
    out = StringIO()
    call_command("api", *(["--as", account] if account else []), *given, stdout=out)
    return out.getvalue()


def done(*given, **more):
    return json.loads(api(*given, **more))


def refused(*given, **more):
    """The status and code of the refusal."""
    with pytest.raises(CommandError) as caught:
        api(*given, **more)
    status, _, problem = str(caught.value).partition(" ")
    return int(status), json.loads(problem)["code"]


@pytest.fixture
def evening():
    """The address of a tournament of Clara's club with four entrants."""
    club = done("POST", "clubs/", "name=Ладья & Rook")["id"]
    sent = ("game=rummikub", "name=Осень", "preset=evening", 'settings:={"capacity": 20}')
    tournament = done("POST", "tournaments/", f"club={club}", *sent)["id"]
    for name in ("Анна", "Boris", "Clara", "Dan"):
        player = done("POST", "players/", f"club={club}", f"name={name}")["id"]
        done("POST", f"tournaments/{tournament}/entries/", f"player={player}")
    return f"tournaments/{tournament}/"


def test_an_evening_is_run_from_the_command_line(evening, tmp_path):
    for command in ("registration/", "start/", "rounds/", "rounds/1/publication/"):
        done("POST", f"{evening}{command}")
    [table] = done("GET", f"{evening}rounds/1/")["tables"]
    match = f"matches/{table['match']}/"
    for game in range(4):
        now = done("GET", match)
        file = tmp_path / "result.json"
        points = [-10, 30, -10, -10]
        file.write_text(
            json.dumps({"revision": now["revision"], "round": 1, "game": game + 1, "points": points, "reason": "out"})
        )
        done("POST", f"{match}result/", "--body", str(file))
    for _ in range(2):
        done("POST", f"{evening}finish/", "abandon:=true", "--key", "once")

    rows = done("GET", f"{evening}standings/", "upto=1")["groups"][0]["rows"]
    assert [(row["rank"], row["score"]) for row in rows] == [(1, "4"), (2, "0"), (2, "0"), (2, "0")]


def test_the_command_has_the_roles_of_the_account(evening):
    assert refused("POST", f"{evening}start/", account="dan") == (404, "unknown")  # it is a draft
    done("POST", f"{evening}registration/")

    assert refused("POST", f"{evening}start/", account="dan") == (403, "not_allowed")
    assert refused("POST", f"{evening}start/", account=None)[0] == 401


def test_a_refusal_is_the_problem_document_of_the_api(evening):
    assert refused("POST", "clubs/") == (400, "request.invalid")
    assert refused("GET", "tournaments/elsewhere/")[0] == 404


def test_output_that_is_not_json_is_printed_unchanged(evening):
    done("POST", f"{evening}registration/")
    done("POST", f"{evening}start/")

    assert api("GET", f"/api/v1/{evening}standings.csv").startswith("\ufeffstage,group,rank,entrant,name")


def test_json_lines_are_printed_unchanged(evening):
    club = done("GET", evening)["club"]

    lines = api("GET", f"clubs/{club}/export/").splitlines()

    assert len([json.loads(line) for line in lines if line]) > 5


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (("GET", "clubs/", "name"), "“name” is not a field"),
        (("GET", "clubs/", "=x"), "“=x” is not a field"),
        (("POST", "clubs/", "name:={"), "the text after := is not JSON"),
        (("POST", "clubs/", "--body", "nowhere.json"), "nowhere.json: No such file"),
        (("POST", "clubs/", "name=x", "--body", "-"), "not both"),
    ],
)
def test_an_unsendable_request_is_reported(given, why):
    with pytest.raises(CommandError, match=why):
        api(*given)


def test_an_unknown_account_is_named():
    with pytest.raises(CommandError, match="no account “nobody”"):
        api("GET", "clubs/", account="nobody")


def test_a_body_is_read_from_the_standard_input_and_a_file_is_written_to_the_standard_output(monkeypatch):
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(json.dumps({"name": "Rook"}).encode())))
    club = done("POST", "clubs/", "--body", "-")["id"]

    assert "Rook" in api("GET", f"clubs/{club}/export/")
