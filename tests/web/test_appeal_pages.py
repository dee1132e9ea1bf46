"""The pages of appeals: filing, taking, ruling, and visibility."""

import io

import pytest

from league.eventlog.projections import runner
from league.matches import repository as match_repository
from tests.builders.disputes import Dispute, picture
from tests.pages import parse
from tests.web.readers import Reader, hidden, refusals

pytestmark = pytest.mark.django_db

SAID = "Белая ворона взяла две фишки."


def reader(dispute, who=None, **more):
    """The pages of the match as somebody sees them and fills them in."""
    return Reader(who and dispute.users[who], at=f"/matches/{dispute.id}/", **more)


@pytest.fixture
def dispute():
    match_repository.forget()
    dispute = Dispute()
    dispute.play(2)
    return dispute


def filed(dispute, **fields):
    """The path of an appeal that Anna files by the page."""
    sent = {"target": "move", "contested": "4", "statement": SAID, **fields}
    anna = reader(dispute, "anna")
    listing = anna.done("appeals/", "file", **sent)
    return anna.page(listing).addresses(f"/{[*dispute.now.disputes.appeals][-1]}/")[0].removeprefix(anna.at)


def test_a_player_files_an_appeal_with_a_picture_and_an_official_sees_both(dispute):
    photo = io.BytesIO(picture())
    photo.name = "photo.jpg"

    path = filed(dispute, picture=photo)

    arbiter = reader(dispute, "arbiter")
    page = arbiter.page(path)
    shown = arbiter.client.get(page.one("img")["src"])
    assert page.one("blockquote").text == SAID
    assert "Against move 4" in page.text
    assert (shown.status_code, shown["Content-Type"], shown["X-Content-Type-Options"]) == (200, "image/webp", "nosniff")


def test_others_see_that_there_is_an_appeal_but_not_what_it_says(dispute):
    path = filed(dispute)

    texts = [reader(dispute, who).text(each) for who in (None, "stranger", "boris") for each in (path, "appeals/", "")]

    assert not any("ворона" in text for text in texts)
    assert all("waiting for an official" in text for text in texts)
    assert reader(dispute, "boris").page(f"{path}picture/", 403).headings == ["Something went wrong"]


def test_an_arbiter_takes_the_appeal_and_rules_and_everybody_reads_the_ruling(dispute):
    path = filed(dispute)
    arbiter = reader(dispute, "arbiter")
    before = arbiter.acts(path)

    arbiter.done(path, "take")
    sent = {"kind": "annul", "annul_from": "4", "game": "1.1", "policy": "recompute", "reason": "Лишняя фишка."}
    arbiter.done(path, "rule", **sent)

    assert before == {"take"}
    for each in (path, "appeals/"):
        ruling = reader(dispute).page(each).one("div", style="verdict")
        assert "Annul moves and resume from the position before them (from move 4 on)" in ruling.text
        assert "Лишняя фишка." in ruling.texts("p")
    assert [move.revision for move in dispute.now.games[0].moves] == [3]
    assert dispute.now.game_opened == 2


def test_the_other_player_appeals_against_the_ruling(dispute):
    path = filed(dispute)
    dispute.take(path.split("/")[1])
    ruling = dispute.rule("upheld", path.split("/")[1])

    reader(dispute, "boris").done("appeals/", "file", target=ruling, statement="Нет.", contested="")

    assert "ruled on – the ruling is under appeal" in reader(dispute).text(path)


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"contested": ""}, "Enter the move number."),
        ({"contested": "2"}, "Revision 2 is not a move, or the move was annulled."),
        ({"statement": ""}, "This field is required."),
        ({"target": "result"}, "Game 1.1 has no result yet."),
        ({"target": "x"}, "Select a valid choice. x is not one of the available choices."),
    ],
)
def test_the_page_says_why_an_appeal_cannot_be_filed(dispute, fields, why):
    sent = {"target": "move", "contested": "4", "statement": SAID, **fields}

    assert reader(dispute, "anna").refused("appeals/", "file", **sent) == [why]
    assert dispute.now.disputes.appeals == {}


def test_a_file_that_is_not_a_picture_is_refused_on_the_page(dispute):
    file = io.BytesIO(b"<script>alert(1)</script>")
    file.name = "photo.jpg"
    sent = {"target": "move", "contested": "4", "statement": SAID, "picture": file}

    said = reader(dispute, "anna").refused("appeals/", "file", **sent)

    assert said == ["This picture cannot be used: it is not a JPEG, PNG or WebP file."]


def test_a_form_sent_twice_files_one_appeal(dispute):
    anna = reader(dispute, "anna")
    sent = hidden(anna.page("appeals/")) | {"target": "move", "contested": "4", "statement": SAID}

    answers = [anna.post("appeals/", "file", sent) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [302, 302]
    assert len(dispute.now.disputes.appeals) == 1


def test_a_form_that_was_too_slow_comes_back_as_it_was(dispute):
    anna = reader(dispute, "anna")
    sent = hidden(anna.page("appeals/")) | {"target": "move", "contested": "4", "statement": SAID}
    dispute.play(1)

    answer = anna.post("appeals/", "file", sent)

    assert refusals(answer) == [
        "Somebody else changed the match in the meantime. Review the current version and try again."
    ]
    form = parse(answer).form("file")
    assert (form.value("statement"), form.value("revision")) == (SAID, str(dispute.now.revision))


def test_an_author_withdraws_an_appeal_and_strangers_see_no_forms(dispute):
    path = filed(dispute)

    assert reader(dispute, "stranger").acts(path) == set()
    assert reader(dispute).acts(path) == reader(dispute).acts("appeals/") == set()
    reader(dispute, "anna").done(path, "withdraw")

    assert reader(dispute).page(path).texts("strong")[0] == "withdrawn by its author"


def test_statements_are_never_markup(dispute):
    path = filed(dispute, statement="<b>Нет</b>\n<script>")

    said = reader(dispute, "arbiter").page(path).one("blockquote")

    assert said.lines == ["<b>Нет</b>", "<script>"]


def test_officials_find_pending_appeals_from_the_club_page(dispute):
    path = filed(dispute)
    runner.catch_up_all()
    address = f"/clubs/{dispute.club}/appeals/"

    arbiter, anna = reader(dispute, "arbiter"), reader(dispute, "anna")

    assert address in arbiter.page(f"/clubs/{dispute.club}/").addresses()
    assert address not in anna.page(f"/clubs/{dispute.club}/").addresses()
    assert f"/matches/{dispute.id}/{path}" in arbiter.page(address).addresses()
    assert address in arbiter.page("/").one("header", style="head").addresses()
    assert anna.page(address, 403).headings == ["Something went wrong"]


def test_the_desk_names_players_and_links_to_the_arbiter_view(dispute):
    filed(dispute)
    runner.catch_up_all()

    page = reader(dispute, "arbiter").page(f"/clubs/{dispute.club}/appeals/")

    assert page.headings == ["Arbiter desk", "Rummikub"]
    assert page.one("blockquote").text == SAID
    assert "Against move 4, Anna: waiting for an official" in page.texts("p")
    assert page.link("View this step as an arbiter") == f"/matches/{dispute.id}/arbiter/4/"


def test_an_arbiter_takes_an_appeal_up_and_rules_without_leaving_the_desk(dispute):
    appeal = filed(dispute).split("/")[1]
    runner.catch_up_all()
    arbiter, desk = reader(dispute, "arbiter"), f"/clubs/{dispute.club}/appeals/"

    taken = arbiter.client.post(arbiter.page(desk).form("take")["action"], hidden(arbiter.page(desk)))
    form = arbiter.page(taken.headers["Location"]).form("rule")
    sent = {name: values[0] for name, values in form.fields.items()}
    sent |= {"kind": "annul", "game": "1.1", "reason": "Лишняя фишка."}
    preview = parse(arbiter.client.post(form["action"], {**sent, "preview": "on"}))
    seen = {**sent, **{name: preview.form("rule").value(name) for name in ("sure", "previewed")}}
    changed = parse(arbiter.client.post(form["action"], {**seen, "kind": "replay"}))
    given = arbiter.client.post(form["action"], seen)

    assert taken.headers["Location"] == f"{desk}?case={appeal}"
    assert form.value("annul_from") == "4"
    assert "Nothing has been changed yet." in preview.text
    assert preview.form("rule").value("reason") == "Лишняя фишка."
    assert "Nothing has been changed yet." in changed.text  # a ruling that was changed is previewed again
    assert changed.form("rule").value("kind") == "replay"
    assert given.headers["Location"] == desk
    assert "Nothing is waiting for a decision." in arbiter.text(desk)
    assert [move.revision for move in dispute.now.games[0].moves] == [3]


def test_a_ruling_on_the_desk_starts_from_the_points_that_stand(dispute):
    dispute.play()
    filed(dispute, target="result", contested="")
    dispute.take(next(iter(dispute.now.disputes.appeals)))
    runner.catch_up_all()

    form = reader(dispute, "arbiter").page(f"/clubs/{dispute.club}/appeals/").form("rule")

    assert [int(form.value(f"points{seat}")) for seat in range(2)] == [*dispute.now.sheet.in_order[0].points]


def test_a_ruling_that_is_refused_on_the_desk_says_why(dispute):
    appeal = filed(dispute).split("/")[1]
    dispute.take(appeal)
    runner.catch_up_all()
    arbiter, desk = reader(dispute, "arbiter"), f"/clubs/{dispute.club}/appeals/"
    form = arbiter.page(desk).form("rule")
    sent = {name: values[0] for name, values in form.fields.items()}
    sent |= {"kind": "adjust", "game": "1.1", "reason": "Так."}

    answer = arbiter.client.post(form["action"], {**sent, "preview": "on"})

    assert refusals(answer) == ["Game 1.1 has no result yet."]


def test_an_official_looks_at_the_move_before_taking_the_appeal_and_a_player_can_only_replay_it(dispute):
    path = filed(dispute)
    view, replay = f"/matches/{dispute.id}/arbiter/4/", f"/matches/{dispute.id}/replay/?at=4"

    seen = {
        who: reader(dispute, who).page(path).one("ul", style="actions").addresses("/matches/")
        for who in ("scorekeeper", "arbiter", "anna", None)
    }

    assert seen == {"scorekeeper": [view, replay], "arbiter": [view, replay], "anna": [replay], None: [replay]}


def test_the_contested_move_is_drawn(dispute):
    page = reader(dispute, "arbiter").page(filed(dispute))

    assert page.section("The contested move").all("div", style="board") != []


def test_an_appeal_against_the_result_links_to_the_end_of_the_match(dispute):
    dispute.play()
    path = filed(dispute, target="result", contested="")

    page = reader(dispute, "arbiter").page(path)

    assert page.link("View its moves as an arbiter") == f"/matches/{dispute.id}/arbiter/{dispute.now.revision}/"
    assert "The contested move" not in page.headings


def test_the_pages_are_in_russian_too(dispute):
    path = filed(dispute)

    page = reader(dispute, "arbiter", language="ru").page(path)

    assert page.texts("strong")[0] == "ждёт рассмотрения"
    assert page.form("take").texts("button") == ["Взять на рассмотрение"]


@pytest.mark.parametrize("path", ["appeals/do/applaud/", "appeals/do/take/"])
def test_an_unknown_command_of_the_page_is_not_found(dispute, path):
    answer = reader(dispute, "anna").client.post(f"/matches/{dispute.id}/{path}")

    assert (answer.status_code, parse(answer).headings) == (404, ["Something went wrong"])
    assert dispute.now.disputes.appeals == {}


def test_an_unknown_appeal_is_not_found(dispute):
    page = reader(dispute).page("appeals/0199f7c0-0000-7000-8000-000000000001/", 404)

    assert page.headings == ["Something went wrong"]


def test_an_annulment_names_its_first_move(dispute):
    sent = {"kind": "annul", "game": "1.1", "policy": "keep", "reason": "Так."}

    assert reader(dispute, "arbiter").refused("appeals/", "rule", **sent) == ["Enter the move number."]
