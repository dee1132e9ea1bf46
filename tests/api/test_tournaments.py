"""Tournaments over the API: an eventful evening, refusals, and visibility."""

import pytest

from league.common.sheets import Sheet, sheet_file
from league.eventlog import sealer
from league.eventlog.projections import runner
from tests.api.clients import API, joined, problem, signed_up
from tests.builders.evenings_by_requests import NAMES, Evening
from tests.sheets import sheet_rows

pytestmark = pytest.mark.django_db


def test_an_eventful_evening_of_seven_is_run_by_requests_alone():
    evening = Evening()
    evening.do("registration/")
    players = evening.enter(*NAMES[:6])
    evening.do("start/")

    first = evening.draw()
    for table in first:
        evening.report(table)
    late = evening.enter(NAMES[6])[0]  # after the first round

    second = evening.draw()
    assert late in {seat["entrant"] for table in second for seat in table["seats"]}
    away = next(table for table in second if len(table["seats"]) == 4)["seats"][3]["entrant"]
    evening.do(f"entries/{away}/withdrawal/", no_show=True, reason="ill")
    for table in evening.tables(2):
        evening.report(table, winner=1)

    third = evening.draw()
    out = next(entrant for entrant in players if entrant != away)
    substitute = joined(evening.organiser, evening.club, "Hanna")
    evening.do(f"entries/{out}/substitution/", out=out, substitute=substitute, reason="tired")
    seated = {player["player"] for table in evening.tables(3) for seat in table["seats"] for player in seat["players"]}
    assert substitute in seated
    evening.do("rounds/3/annulment/", reason="wrong room")
    assert {evening.organiser.get(f"{API}/matches/{table['match']}/").json()["outcome"] for table in third} == {"void"}
    evening.do(f"entries/{away}/return/")

    for number in (3, 4):
        for table in evening.draw():
            evening.report(table, winner=number % 3)
    before = evening.scores()
    match = f"{API}/matches/{first[0]['match']}/"
    seats = len(first[0]["seats"])
    revision = evening.organiser.get(match).json()["revision"]
    sent = {"revision": revision, "points": [-10, 10 * (seats - 1), *[-10] * (seats - 2)], "reason": "out"}
    corrected = evening.organiser.post(f"{match}result/", {**sent, "correction": "read wrongly"}, format="json")
    assert corrected.status_code == 201, corrected.content
    winner, other = (seat["entrant"] for seat in first[0]["seats"][:2])
    after = evening.scores()
    assert (int(after[winner]), int(after[other])) == (int(before[winner]) - 1, int(before[other]) + 1)

    evening.do("penalties/", entrant=other, points="1/2", reason="late")
    assert evening.scores()[other] == f"{2 * int(after[other]) - 1}/2"
    evening.do("penalties/1/withdrawal/", reason="it was the tram")
    assert evening.scores() == after

    evening.do("finish/")
    assert [each["entrant"] for each in evening.now()["ranking"]] == [*after]
    assert evening.get("rounds/4/verification/").json()["same"]


def test_figures_open_into_terms_and_tables_are_available_as_csv():
    evening = Evening()
    entrants = evening.enter("=1+1", *NAMES[:3])
    evening.do("start/")
    [table] = evening.draw()
    evening.report(table)

    explained = evening.get(f"standings/{table['seats'][0]['entrant']}/").json()
    crosstable = evening.get("crosstable/").json()
    file = evening.get("standings.csv")

    assert explained["figures"][0]["value"] == "4"
    assert [len(row["cells"]) for row in crosstable["rows"]] == [1, 1, 1, 1]
    assert file.headers["Content-Type"] == "text/csv; charset=utf-8"
    text = file.content.decode("utf-8")
    assert text.startswith("\ufeffstage,group,rank,entrant,name,score,penalty,")
    assert [line.split(",")[4] for line in text.splitlines() if entrants[0] in line] == ["'=1+1"]
    for kind in ("xlsx", "ods"):
        read = sheet_rows(evening.get(f"files/standings.{kind}").content)
        assert [row[4] for row in read if row[3] == entrants[0]] == ["=1+1"]
        assert [row[5] for row in read] == ["score", 4.0, 0.0, 0.0, 0.0]
    assert evening.get("files/crosstable.pdf").json()["detail"] == "There is no file crosstable.pdf."
    heading, *rows = sheet_rows(evening.get("files/crosstable.ods").content)
    assert heading == ["number", "rank", "entrant", "name", "r1_against", "r1_points", "r1_won", "r1_outcome"]
    assert [(row[0], "".join(sorted(row[4])).strip(), row[6], row[7]) for row in rows] == [
        (1.0, "234", 1.0, "confirmed"),
        (2.0, "134", 0.0, "confirmed"),
        (3.0, "124", 0.0, "confirmed"),
        (4.0, "123", 0.0, "confirmed"),
    ]
    assert evening.scores(upto=0) == dict.fromkeys(evening.scores(upto=0), "0")


@pytest.mark.parametrize("path", ["standings/", "standings.csv", "standings/{entrant}/"])
def test_standings_after_an_unpublished_round_are_unknown(path):
    evening = Evening()
    entrant = evening.enter(*NAMES[:4])[0]
    evening.do("start/")
    evening.draw()
    evening.do("rounds/", unfinished=True, reason="The last bus.")

    answers = [evening.get(path.format(entrant=entrant), upto=upto) for upto in (1, 2, 99)]

    assert [answer.status_code for answer in answers] == [200, 404, 404]
    assert answers[2].json()["params"]["id"] == 99


def test_standings_are_listed_row_by_row_and_say_how_current_they_are():
    evening = Evening()
    evening.enter(*NAMES)
    evening.do("start/")
    for table in evening.draw():
        evening.report(table)
    runner.catch_up_all()

    first = evening.get("standings/rows/", page_size=4).json()
    rest = evening.organiser.get(first["next"]).json()
    evening.draw()
    sealer.seal_all()
    behind = evening.get("standings/rows/").json()

    [group] = evening.get("standings/", upto=1).json()["groups"]
    walked = [(row["rank"], row["entrant"], row["score"]) for row in first["results"] + rest["results"]]
    assert walked == [(row["rank"], row["entrant"], row["score"]) for row in group["rows"]]
    assert [row["place"] for row in rest["results"]] == [5, 6, 7]
    assert (first["current"], behind["current"]) == (True, False)
    assert first["position"] == behind["position"]


def test_a_draft_that_breaks_the_settings_has_complaints_and_can_still_be_published(client):
    evening = Evening(sizes=[3, 4])
    one, two, *others, last = evening.enter(*NAMES)
    evening.do("start/")
    evening.do("rounds/")
    revision = evening.now()["revision"]
    drawn = evening.get("rounds/1/").json()["complaints"]
    arranged = {"tables": [others, [one, two]], "out": [last]}

    evening.do("rounds/1/tables/", revision=revision, groups=[arranged])
    drafted = evening.get("rounds/1/").json()["complaints"]
    evening.do("rounds/1/publication/")

    assert drawn == []
    assert drafted == [
        {"group": 0, "text": "Table 2 seats 2, but only 3, 4 are allowed."},
        {"group": 0, "text": "Byes: 1, although 0 would be enough."},
    ]
    assert client.get(f"{evening.address}rounds/1/").json()["complaints"] == drafted
    russian = client.get(f"{evening.address}rounds/1/", headers={"Accept-Language": "ru"}).json()["complaints"]
    assert [each["text"] for each in russian] == [
        "За столом 2 мест 2; можно 3, 4.",
        "Пропускают тур: 1; хватило бы и меньшего числа: 0.",
    ]


def test_tables_in_complaints_are_numbered_across_all_groups():
    evening = Evening(stages=[{"format": "round_robin", "groups": 2, "qualify": 2}, {"format": "swiss", "rounds": 1}])
    evening.enter(*NAMES, "Hal")
    evening.do("start/")
    evening.do("rounds/")
    now = evening.now()
    one, two, three, four = now["stages"][0]["groups"][1]
    arranged = {"group": 1, "tables": [[one, two], [three, four]]}

    evening.do("rounds/1/tables/", revision=now["revision"], groups=[arranged])

    assert evening.get("rounds/1/").json()["complaints"] == [
        {"group": 1, "text": "Table 2 seats 2, but only 3, 4 are allowed."},
        {"group": 1, "text": "Table 3 seats 2, but only 3, 4 are allowed."},
    ]


def test_a_draft_is_changed_by_hand_and_compared_with_the_original_draw():
    evening = Evening(preset="swiss")
    players = evening.enter(*NAMES[:4])
    evening.do("start/")
    evening.do("rounds/")
    revision = evening.now()["revision"]
    tables = [[players[0], players[1]], [players[2], players[3]]]

    evening.do("rounds/1/tables/", revision=revision, groups=[{"tables": tables}], reason="lifts")
    late = evening.send("rounds/1/tables/", revision=revision, groups=[{"tables": tables}])

    seats = [[seat["entrant"] for seat in table["seats"]] for table in evening.tables(1)]
    assert seats == tables
    assert evening.get("rounds/1/verification/").json()["changed_by_hand"]
    assert (late.status_code, late.json()["code"]) == (409, "stream_moved_on")


COMMANDS = {  # on entrants: one who plays, one who has withdrawn, and a player who may come
    "enter": lambda first, gone, late: ("entries/", {"player": late}),
    "check out": lambda first, gone, late: (f"entries/{first}/check-in/", {"present": False}),
    "withdraw": lambda first, gone, late: (f"entries/{first}/withdrawal/", {}),
    "return": lambda first, gone, late: (f"entries/{gone}/return/", {}),
    "replace": lambda first, gone, late: (f"entries/{first}/substitution/", {"out": first, "substitute": late}),
    "seed": lambda first, gone, late: ("seeds/", {"seeds": [{"entrant": first, "seed": 2}]}),
    "give a penalty": lambda first, gone, late: ("penalties/", {"entrant": first, "points": "1", "reason": "late"}),
    "take a penalty back": lambda first, gone, late: ("penalties/1/withdrawal/", {"reason": "was not"}),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_of_two_organisers_with_the_same_revision_the_later_one_gets_a_conflict(command):
    evening = Evening(preset="swiss")
    first, gone, *_ = evening.enter(*NAMES[:5])
    if command != "seed":
        evening.do("start/")
        evening.do("penalties/", entrant=first, points=3, reason="first")
        evening.do(f"entries/{first}/check-in/")
    evening.do(f"entries/{gone}/withdrawal/")
    path, sent = COMMANDS[command](first, gone, joined(evening.organiser, evening.club, "Late"))
    seen = evening.now()["revision"]
    evening.do("entries/", player=joined(evening.organiser, evening.club, "Other"), revision=seen)
    before = evening.now()

    late = evening.send(path, revision=seen, **sent)
    unchanged = evening.now()
    then = evening.send(path, revision=before["revision"], **sent)

    assert (late.status_code, late.json()["code"]) == (409, "stream_moved_on")
    assert late.json()["detail"].startswith("The tournament ")
    assert unchanged == before
    assert (then.status_code, then.json()["revision"]) == (201, evening.now()["revision"])
    assert then.json()["revision"] > before["revision"]


def test_a_conflict_names_the_tournament_unless_it_is_a_draft():
    evening = Evening(preset="swiss")
    evening.enter("Anna", "Boris")

    def conflict():
        runner.catch_up_all()
        return evening.send("rounds/", revision=1).json()["detail"]

    draft = conflict()
    evening.do("start/")

    assert draft == "The tournament is at revision 3, not 1."
    assert conflict() == "The tournament Осень is at revision 5, not 1."


def test_a_player_with_an_account_enters_checks_in_and_withdraws():
    evening = Evening(check_in=True, capacity=1)
    anna, boris = signed_up("anna"), signed_up("boris")
    own = joined(evening.organiser, evening.club, "Анна", anna)
    other = joined(evening.organiser, evening.club, "Boris", boris)
    evening.do("registration/")

    entered = evening.send("entries/", anna, player=own).json()
    waiting = evening.send("entries/", boris, player=other).json()
    assert (entered["waiting"], waiting["waiting"]) == (False, True)
    assert evening.send("entries/", anna, player=other).status_code == 403
    assert evening.send(f"entries/{own}/check-in/", anna).status_code == 201
    assert evening.send(f"entries/{own}/withdrawal/", anna).status_code == 201
    assert [each["status"] for each in evening.now()["entrants"]] == ["withdrawn", "active"]


def test_a_refusal_names_people_and_keeps_their_ids_for_programs():
    evening = Evening()
    [anna] = evening.enter("Анна")

    answer = evening.send("entries/", player=anna).json()

    assert (answer["code"], answer["params"]) == ("tournament.entered", {"entrant": anna})
    assert answer["detail"] == "Анна has already entered."


def test_lists_are_filtered_by_club_game_phase_or_player_and_show_drafts_to_officials_only(client):
    evening = Evening()
    [anna] = evening.enter("Анна")
    runner.catch_up_all()

    def listed(by, **asked):
        return [each["id"] for each in by.get(f"{API}/tournaments/", asked).json()["results"]]

    assert (listed(evening.organiser), listed(client)) == ([evening.id], [])
    evening.do("registration/")
    runner.catch_up_all()
    for asked in ({"club": evening.club}, {"game": "rummikub"}, {"phase": "open"}, {"player": anna}):
        assert listed(client, **asked) == [evening.id]
    for asked in ({"club": anna}, {"game": "riff_raff"}, {"phase": "running"}, {"player": evening.club}):
        assert listed(client, **asked) == []


@pytest.mark.parametrize(
    ("settings", "key"),
    [
        ({"stages": [{"format": "swiss", "rounds": "four"}]}, "stages.0.rounds"),
        ({"stages": [{"format": "chess"}]}, "stages.0.format"),
        ({"stages": [{"rounds": 4}]}, "stages.0.format"),
        ({"colour": "red"}, "colour"),
        ({"scoring": {"by": "games", "bye": {"scor": 1}}}, "scoring.bye.scor"),
        ({"apart": [["Анна", "Boris"]]}, "apart.0"),
        ({"capacity": 0}, "capacity"),
        ({"appeal_hours": 8785}, "appeal_hours"),
        ({"further_appeal_hours": -1}, "further_appeal_hours"),
        ({"sizes": None}, "sizes"),
    ],
)
def test_impossible_settings_are_refused_by_key(settings, key):
    evening = Evening()
    sent = {"club": evening.club, "game": "rummikub", "name": "Осень", "preset": "evening", "settings": settings}

    answer = evening.organiser.post(f"{API}/tournaments/", sent, format="json")

    assert (answer.status_code, answer.json()["params"]["key"]) == (422, key)


def test_settings_change_one_by_one():
    evening = Evening()

    evening.do("settings/", revision=1, name="Зима", settings={"capacity": 12})

    assert (evening.now()["name"], evening.now()["settings"]["capacity"]) == ("Зима", 12)


@pytest.mark.parametrize("points", ["1e999999999", "1/0", "", "0", "x", "1/1000001"])
def test_an_unusable_penalty_is_refused_at_once(points):
    evening = Evening()
    [anna, *_] = evening.enter(*NAMES[:4])
    evening.do("start/")

    answer = evening.send("penalties/", entrant=anna, points=points, reason="late")

    assert problem(answer) in ((400, "request.invalid"), (422, "tournament.settings"))
    assert evening.now()["penalties"] == []


@pytest.mark.parametrize(
    ("path", "sent", "status"),
    [
        ("entries/", {}, 400),
        ("entries/", {"player": "x"}, 400),
        ("entries/", {"name": "Слоны", "players": []}, 400),
        ("entries/", {"player": "00000000-0000-7000-8000-000000000000"}, 404),
        ("seeds/", {"seeds": [{"entrant": "00000000-0000-7000-8000-000000000000", "seed": 1}]}, 409),
        ("rounds/", {"unfinished": "yes"}, 400),
        ("rounds/9/publication/", {}, 404),
        ("rounds/1/tables/", {"revision": 3, "groups": [{"tables": "x"}]}, 400),
        ("rounds/1/annulment/", {"reason": 4}, 400),
        ("rounds/99999999999999999999/annulment/", {}, 404),
        ("rounds/1/tables/1/decision/", {"order": ["00000000-0000-7000-8000-000000000000"], "reason": "lot"}, 404),
        ("tables/", {"entrants": ["00000000-0000-7000-8000-000000000000"]}, 409),
        ("stages/", {}, 409),
        ("qualification/", {}, 409),
        ("stage-annulment/", {"reason": "x"}, 409),
        ("reopening/", {"reason": "x"}, 409),
        ("penalties/7/withdrawal/", {"reason": "x"}, 404),
        ("finish/", {"revision": 0}, 400),
        ("start/", {"revision": 1}, 409),
        ("start/", {"colour": "red"}, 400),
    ],
)
def test_garbage_is_refused_and_changes_nothing(path, sent, status):
    evening = Evening()
    evening.enter(*NAMES[:4])
    evening.do("start/")
    before = evening.now()

    answer = evening.send(path, **sent)

    assert answer.status_code == status, answer.content
    assert answer.json()["code"]
    assert evening.now() == before


def test_only_officials_see_a_draft(client):
    evening = Evening()
    [anna] = evening.enter("Анна")
    runner.catch_up_all()
    paths = [
        "",
        "rounds/1/",
        "rounds/1/verification/",
        "standings/",
        "standings/rows/",
        f"standings/{anna}/",
        "standings.csv",
        "crosstable/",
    ]

    answers = [evening.get(path, client) for path in paths]

    assert [answer.status_code for answer in answers] == [404] * len(paths)
    assert all("Осень" not in answer.content.decode() for answer in answers)
    assert evening.id not in client.get(f"{API}/tournaments/").content.decode()


def test_a_drawn_round_appears_nowhere_until_it_is_published(client):
    evening = Evening()
    players = evening.enter(*NAMES[:4])
    evening.do("start/")
    runner.catch_up_all()
    paths = ["", "standings/", "standings.csv", "crosstable/", f"standings/{players[0]}/", "rounds/1/"]

    def seen():
        runner.catch_up_all()
        found = [evening.get(path, client) for path in paths] + [client.get(f"{API}/matches/")]
        return [answer.content.decode() for answer in found]

    revision = evening.now()["revision"]
    before = seen()
    evening.do("rounds/")

    later = [text.replace(f'"revision":{revision + 1}', f'"revision":{revision}') for text in seen()]
    assert later == before
    assert evening.get("rounds/1/verification/", client).status_code == 404


def test_figures_of_every_stage_and_the_path_to_a_knockout_place_can_be_opened():
    stages = [{"format": "round_robin", "qualify": 2}, {"format": "knockout"}]
    evening = Evening(preset="swiss", stages=stages)
    evening.enter(*NAMES[:4])
    evening.do("start/")
    for number in range(3):
        for table in evening.draw():
            evening.report(table, winner=number % 2)
    before = evening.get("standings/").json()["groups"][0]["rows"]
    evening.do("stages/", early=True)
    [final] = evening.draw()
    evening.report(final)
    first, second = (seat["entrant"] for seat in final["seats"])

    opened = {row["entrant"]: evening.get(f"standings/{row['entrant']}/", stage=0).json() for row in before}

    for row in before:
        assert opened[row["entrant"]]["figures"][0]["value"] == row["score"]
        assert opened[row["entrant"]]["way"] is None
    won, lost = (evening.get(f"standings/{entrant}/").json() for entrant in (first, second))
    assert (won["stage"], lost["way"]["rank"], lost["way"]["further"], lost["way"]["level"]) == (1, 2, 1, 0)
    assert [(step["name"], step["round"], step["what"]) for step in won["way"]["steps"]] == [
        ("Final", 4, f"Won against {evening.names[second]}.")
    ]
    assert evening.get(f"standings/{before[3]['entrant']}/", stage=1).status_code == 404
    assert evening.get(f"standings/{first}/", stage=2).status_code == 404


def test_results_come_from_a_sheet():
    evening = Evening()
    evening.enter(*NAMES[:4])
    evening.do("start/")
    [table] = evening.draw()
    rows = [(1, 1, "1.1", seat["name"], tiles) for seat, tiles in zip(table["seats"], (0, 5, 16, 3), strict=True)]
    file = sheet_file(Sheet("results", ("round", "table", "game", "player", "tiles"), rows), "xlsx")
    address = f"{evening.address}result-sheet/"

    def send(query, raw=file.content, kind=file.media_type):
        return evening.organiser.generic("POST", f"{address}{query}", raw, content_type=kind)

    shown = send("").json()
    done = send(f"?preview=false&content={shown['content']}")

    assert shown["faults"] == []
    assert [(game["row"], game["game"], game["points"], game["state"]) for game in shown["games"]] == [
        (2, "1.1", [24, -5, -16, -3], "new")
    ]
    assert (done.status_code, done.json()) == (201, {"reported": 1, "same": 0})
    assert problem(send("?preview=false&content=x")) == (422, "file.differs")
    assert send("", b"round;table\n", "text/csv").json()["params"] == {
        "sheet": "CSV",
        "row": 1,
        "column": "A",
        "why": "there is no column player",
    }
