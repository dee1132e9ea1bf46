"""The pages of appeals: filing, taking in hand, ruling, and who reads what."""

import io
import re

import pytest
from django.test import Client

from league.eventlog.projections import runner
from league.matches import repository as match_repository
from tests.builders.disputes import Dispute, picture
from tests.web.readers import errors, hidden

pytestmark = pytest.mark.django_db

SAID = "Белая ворона взяла две фишки."


class Pages:
    """The pages as somebody sees them and fills them in."""

    def __init__(self, dispute, who=None):
        self.dispute, self.client = dispute, Client()
        self.root = f"/matches/{dispute.id}/"
        if who is not None:
            self.client.force_login(dispute.users[who])

    def text(self, path="appeals/", status=200):
        address = path if path.startswith("/") else self.root + path
        answer = self.client.get(address)
        assert answer.status_code == status
        return answer.content.decode()

    def send(self, path, act, **fields):
        return self.client.post(f"{self.root}{path}do/{act}/", {**hidden(self.text(path)), **fields})

    def acts(self, path="appeals/"):
        return re.findall(r'action="[^"]+/do/(\w+)/"', self.text(path))

    def refused(self, answer):
        assert answer.status_code == 422
        return errors(answer)


@pytest.fixture
def dispute():
    match_repository.forget()
    dispute = Dispute()
    dispute.play(2)
    return dispute


def filed(dispute, **fields):
    """The path of an appeal that Anna files by the page."""
    sent = {"target": "move", "contested": "4", "statement": SAID, **fields}
    answer = Pages(dispute, "anna").send("appeals/", "file", **sent)
    assert answer.status_code == 302, answer.content.decode()
    return answer["Location"].removeprefix(f"/matches/{dispute.id}/")


def test_a_player_files_an_appeal_with_a_picture_and_an_official_sees_both(dispute):
    photo = io.BytesIO(picture())
    photo.name = "photo.jpg"

    path = filed(dispute, picture=photo)

    text = Pages(dispute, "arbiter").text(path)
    shown = Pages(dispute, "arbiter").client.get(f"/matches/{dispute.id}/{path}picture/")
    assert SAID in text
    assert "Against move 4" in text
    assert (shown.status_code, shown["Content-Type"], shown["X-Content-Type-Options"]) == (200, "image/webp", "nosniff")


def test_others_see_that_there_is_an_appeal_but_not_what_it_says(dispute):
    path = filed(dispute)

    texts = [Pages(dispute, who).text(each) for who in (None, "stranger", "boris") for each in (path, "appeals/", "")]

    assert not any("ворона" in text for text in texts)
    assert all("waiting for an official" in text for text in texts)
    assert Pages(dispute, "boris").client.get(f"/matches/{dispute.id}/{path}picture/").status_code == 403


def test_an_arbiter_takes_the_appeal_and_rules_and_everybody_reads_the_ruling(dispute):
    path = filed(dispute)
    arbiter = Pages(dispute, "arbiter")
    before = arbiter.acts(path)

    arbiter.send(path, "take")
    sent = {"kind": "annul", "annul_from": "4", "game": "1.1", "policy": "recompute", "reason": "Лишняя фишка."}
    ruled = arbiter.send(path, "rule", **sent)

    assert (before, ruled.status_code) == (["take"], 302)
    for each in (path, "appeals/"):
        assert "Лишняя фишка." in Pages(dispute).text(each)
    assert "Annul moves and resume from the position before them (from move 4 on)" in Pages(dispute).text(path)
    assert [move.revision for move in dispute.now.games[0].moves] == [3]
    assert dispute.now.game_opened == 2


def test_the_other_player_appeals_against_the_ruling(dispute):
    path = filed(dispute)
    dispute.take(path.split("/")[1])
    ruling = dispute.rule("upheld", path.split("/")[1])

    answer = Pages(dispute, "boris").send("appeals/", "file", target=ruling, statement="Нет.", contested="")

    assert answer.status_code == 302
    assert "ruled on – the ruling is under appeal" in Pages(dispute).text(path)


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
    pages = Pages(dispute, "anna")

    answer = pages.send("appeals/", "file", **sent)

    assert pages.refused(answer) == [why]
    assert dispute.now.disputes.appeals == {}


def test_a_file_that_is_not_a_picture_is_refused_on_the_page(dispute):
    file = io.BytesIO(b"<script>alert(1)</script>")
    file.name = "photo.jpg"
    pages = Pages(dispute, "anna")

    answer = pages.send("appeals/", "file", target="move", contested="4", statement=SAID, picture=file)

    assert pages.refused(answer) == ["This picture cannot be used: it is not a JPEG, PNG or WebP file."]


def test_a_form_sent_twice_files_one_appeal(dispute):
    pages = Pages(dispute, "anna")
    sent = hidden(pages.text())
    sent |= {"target": "move", "contested": "4", "statement": SAID}

    answers = [pages.client.post(f"{pages.root}appeals/do/file/", sent) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [302, 302]
    assert len(dispute.now.disputes.appeals) == 1


def test_a_form_that_was_too_slow_comes_back_as_it_was(dispute):
    pages = Pages(dispute, "anna")
    sent = hidden(pages.text())
    dispute.play(1)

    answer = pages.client.post(
        f"{pages.root}appeals/do/file/", {**sent, "target": "move", "contested": "4", "statement": SAID}
    )

    assert pages.refused(answer) == [
        "Somebody else changed the match in the meantime. Review the current version and try again."
    ]
    assert SAID in answer.content.decode()
    assert f'name="revision" value="{dispute.now.revision}"' in answer.content.decode()


def test_an_author_withdraws_an_appeal_and_strangers_see_no_forms(dispute):
    path = filed(dispute)

    assert Pages(dispute, "stranger").acts(path) == Pages(dispute).acts(path) == Pages(dispute).acts() == []
    Pages(dispute, "anna").send(path, "withdraw")

    assert "withdrawn" in Pages(dispute).text(path)


def test_statements_are_never_markup(dispute):
    path = filed(dispute, statement="<b>Нет</b>\n<script>")

    text = Pages(dispute, "arbiter").text(path)

    assert "&lt;b&gt;Нет&lt;/b&gt;<br>&lt;script&gt;" in text


def test_officials_find_pending_appeals_from_the_club_page(dispute):
    path = filed(dispute)
    runner.catch_up_all()
    address = f"/clubs/{dispute.club}/appeals/"

    texts = {who: Pages(dispute, who).text(f"/clubs/{dispute.club}/") for who in ("arbiter", "anna")}

    assert (address in texts["arbiter"], address in texts["anna"]) == (True, False)
    assert f"/matches/{dispute.id}/{path}" in Pages(dispute, "arbiter").text(address)
    Pages(dispute, "anna").text(address, 403)


def test_the_list_of_pending_appeals_names_players_and_links_to_the_arbiter_view(dispute):
    filed(dispute)
    runner.catch_up_all()

    listed = Pages(dispute, "arbiter").text(f"/clubs/{dispute.club}/appeals/")

    assert "Rummikub: <bdi>Anna</bdi> – <bdi>Boris</bdi>" in listed
    assert "Against move 4</a>" in listed
    assert f'href="/matches/{dispute.id}/arbiter/4/"' in listed


def test_an_official_looks_at_the_move_before_taking_the_appeal_and_a_player_can_only_replay_it(dispute):
    path = filed(dispute)
    view = f'<a href="/matches/{dispute.id}/arbiter/4/">'

    texts = {who: Pages(dispute, who).text(path) for who in ("scorekeeper", "arbiter", "anna", None)}

    assert {who: view in text for who, text in texts.items()} == {
        "scorekeeper": True,
        "arbiter": True,
        "anna": False,
        None: False,
    }
    assert texts["arbiter"].index(view) < texts["arbiter"].index(f'/matches/{dispute.id}/replay/?at=4"')


def test_an_appeal_against_the_result_links_to_the_end_of_the_match(dispute):
    dispute.play()
    path = filed(dispute, target="result", contested="")

    text = Pages(dispute, "arbiter").text(path)

    assert f'<a href="/matches/{dispute.id}/arbiter/{dispute.now.revision}/">View its moves as an arbiter' in text


def test_the_pages_are_in_russian_too(dispute):
    path = filed(dispute)
    pages = Pages(dispute, "arbiter")
    pages.client.cookies["django_language"] = "ru"

    text = pages.text(path)

    assert "ждёт рассмотрения" in text
    assert "Взять на рассмотрение" in text


@pytest.mark.parametrize("path", ["appeals/do/applaud/", "appeals/do/take/"])
def test_an_unknown_command_of_the_page_is_not_found(dispute, path):
    assert Pages(dispute, "anna").client.post(f"/matches/{dispute.id}/{path}").status_code == 404


def test_an_unknown_appeal_is_not_found(dispute):
    Pages(dispute).text("appeals/0199f7c0-0000-7000-8000-000000000001/", 404)


def test_an_annulment_names_its_first_move(dispute):
    answer = Pages(dispute, "arbiter").send("appeals/", "rule", kind="annul", game="1.1", policy="keep", reason="Так.")

    assert Pages(dispute).refused(answer) == ["Enter the move number."]
