"""What log lines contain, and what they never contain."""

import io
import json
import logging
import re
import uuid

import pytest
from django.db import IntegrityError, OperationalError, connection
from django_guid.log_filters import CorrelationId

from deploy.observability.logs import WITHHELD, Json, Routes, TaskIds, format_without_words, logging_settings
from league.eventlog import store
from league.matches.models import SealedSeed
from tasks.log import catch_up
from tests.api.clients import API, signed_up
from tests.api.tables import of_four

OURS = ["ludex", "celery", "kombu", "django", "django.request", "django.security.csrf"]
TILE = re.compile(r"(?<![\w-])[rbko]\d{1,2}(?![\w-])")


@pytest.fixture
def lines():
    """All log lines so far in production format, with our loggers at DEBUG."""
    form = dict(logging_settings("json", "DEBUG")["formatters"]["json"])
    handler = logging.StreamHandler(io.StringIO())
    handler.setFormatter(form.pop("()")(form.pop("format"), **form))
    for each in (CorrelationId("request_id"), TaskIds(), Routes()):
        handler.addFilter(each)
    levels = {name: logging.getLogger(name).level for name in OURS}
    for name in OURS:
        logging.getLogger(name).setLevel(logging.DEBUG)
    logging.getLogger().addHandler(handler)
    yield lambda: [json.loads(line) for line in handler.stream.getvalue().splitlines()]
    logging.getLogger().removeHandler(handler)
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


def said(lines, logger):
    return [line for line in lines() if line["logger"] == logger]


def test_no_log_line_of_a_dealt_match_contains_a_hand_a_token_or_a_text(lines, committed_db, client):
    organiser, clients, match = of_four()
    address, note = f"{API}/matches/{match['id']}", "Грубая записка"
    now = match
    for _ in range(12):
        (seat,) = now["turn"]
        moves = clients[seat].get(f"{address}/legal/", {"seat": seat}).json()["moves"]
        wrong = {"revision": now["revision"], "seat": seat, "move": f"meld r1 r2 r3 {note}"}
        assert clients[seat].post(f"{address}/moves/", wrong, format="json").status_code == 422
        sent = {"revision": now["revision"], "seat": seat, "move": moves[-1]}
        assert clients[seat].post(f"{address}/moves/", sent, format="json").status_code == 201
        now = clients[seat].get(f"{address}/").json()
    client.get("/invitations/an-invitation-of-somebody/")
    client.get("/nowhere/an-invitation-of-somebody/")
    catch_up.apply()

    written = "\n".join(json.dumps(line, ensure_ascii=False) for line in lines())

    dealt = next(event for event in store.read(f"match-{match['id']}").events if event.kind == "move.played")
    assert TILE.search(dealt.payload["move"])
    assert TILE.findall(written) == []
    tokens = [each._credentials["HTTP_AUTHORIZATION"].split()[1] for each in (organiser, *clients)]
    names = [each.username for each in (organiser, *clients)] + [each.username.title() for each in clients]
    seed = bytes(SealedSeed.objects.get(match=match["id"]).seed)
    hidden = [*tokens, *names, note, "correct horse", "an-invitation", "club=", seed.hex(), repr(seed)]
    assert [each for each in hidden if each in written] == []
    assert len(said(lines, "ludex.requests")) > 50
    assert len(said(lines, "ludex.appends")) >= 13


@pytest.mark.django_db
def test_an_append_is_logged_with_the_ids_of_its_events(lines, client, django_capture_on_commit_callbacks):
    organiser = signed_up("organiser")
    with django_capture_on_commit_callbacks(execute=True):
        club = organiser.post(f"{API}/clubs/", {"name": "Ладья"}, format="json").json()["id"]
        sent = {"club": club, "game": "rummikub", "seats": [None, None], "level": "score"}
        asked = str(uuid.uuid4())
        headers = {"X-Request-ID": asked}
        match = organiser.post(f"{API}/matches/", sent, format="json", headers=headers).json()["id"]

    [line] = said(lines, "ludex.appends")

    stream = f"match-{match}"
    assert (line["stream"], line["revision"], line["events"]) == (stream, 1, [f"{stream}#1"])


@pytest.mark.django_db
def test_a_request_is_logged_with_the_id_that_the_proxy_gave_it(lines, client):
    asked = str(uuid.uuid4())

    answer = client.get(f"{API}/games/", headers={"X-Request-ID": asked})

    [line] = said(lines, "ludex.requests")
    assert answer.headers["X-Request-ID"] == line["request"] == asked
    assert (line["method"], line["route"], line["status"]) == ("GET", "/api/v1/games/", 200)


@pytest.mark.django_db
@pytest.mark.parametrize("given", ["", "1", "somebody's name", "<script>", "x" * 5000])
def test_an_invalid_request_id_is_replaced(lines, client, given):
    answer = client.get(f"{API}/games/", headers={"X-Request-ID": given})

    [line] = said(lines, "ludex.requests")
    assert uuid.UUID(answer.headers["X-Request-ID"]).hex == line["request"] != given


@pytest.mark.django_db
def test_our_own_faults_are_logged_by_place_and_without_their_words(lines, client):
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE league_club RENAME TO league_secret_club")
    client.raise_request_exception = False

    assert client.get(f"{API}/clubs/").status_code == 500

    [line] = said(lines, "django.request")
    assert line["message"] == "GET /api/v1/clubs/ is answered by 500"
    assert "ProgrammingError: " + WITHHELD in line["exc_info"]
    assert "api/clubs/views.py" in line["exc_info"]
    assert "league_club" not in json.dumps(line)


@pytest.mark.django_db
def test_a_task_is_logged_with_its_id(lines):
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE eventlog.projection RENAME TO secret_projection")

    done = catch_up.apply()

    [line] = [line for line in said(lines, "ludex.tasks") if line["level"] == "ERROR"]
    assert (line["task"], line["task_id"]) == ("projections.catch_up", done.id)
    assert "secret_projection" not in json.dumps(line)
    assert "eventlog.projection" not in json.dumps(lines())


def broken(words):
    """A group of a fault with a note, caused by a lost connection, all of which speak *words*."""
    try:
        try:
            raise OperationalError("the server is away")
        except OperationalError as away:
            fault = IntegrityError(words)
            fault.add_note(words)
            raise ExceptionGroup(words, [fault]) from away
    except ExceptionGroup as group:
        return group


def test_words_of_causes_notes_and_groups_are_logged_only_if_they_concern_connections():
    told = format_without_words(broken("Key (email)=(anna@example.org) already exists"))

    assert "OperationalError: the server is away" in told
    assert f"IntegrityError: {WITHHELD}" in told
    assert "anna" not in told


def test_lines_are_json_on_request():
    record = logging.LogRecord("ludex.x", logging.INFO, __file__, 1, "Two\nlines of %s", ("text",), None)
    record.request_id, record.task, record.task_id = "7", None, None
    form = dict(logging_settings("json", "INFO")["formatters"]["json"])
    del form["()"]

    line = Json(form.pop("format"), **form).format(record)

    assert "\n" not in line
    told = json.loads(line)
    assert (told["level"], told["logger"], told["message"], told["request"]) == (
        "INFO", "ludex.x", "Two\nlines of text", "7",
    )  # fmt: skip
