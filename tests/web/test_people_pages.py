"""The people pages: plain forms for organisers and the person, with confirmation where it matters."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from league.clubs import services as club_services
from league.clubs.models import Membership, Player, User
from league.clubs.sessions import actor as actor_of
from league.common.actor import Actor
from league.matches.services import play
from tests.builders.clubs import accept_offers, add_member, appoint
from tests.games.records.texts import DEAL
from tests.pages import parse
from tests.web.readers import errors, hidden, refusals

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery"


@pytest.fixture
def club():
    """The id of a club with an organiser, an arbiter and a player of the account `anna`."""
    users = {
        name: User.objects.create_user(name, password=PASSWORD) for name in ("organiser", "arbiter", "anna", "new")
    }
    club = club_services.create_club(name="Ладья", actor=Actor(users["organiser"].pk)).pk
    actor = Actor(users["organiser"].pk, frozenset(), {str(club): frozenset({"organiser"})})
    appoint(club_id=club, username="arbiter", role="arbiter", actor=actor)
    add_member(club_id=club, name="Анна", username="anna", actor=actor)
    return club


def signed_in(username):
    """A browser that checks what browsers are checked for."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.get(username=username))
    return client


def sent(client, page, address=None, **fields):
    """The answer to a form of the page."""
    inputs = parse(client.get(page)).all("input", type="hidden")
    own = {each["name"]: each["value"] for each in inputs if each["name"] in ("csrfmiddlewaretoken", "key")}
    return client.post(address or page, {**own, **fields}, follow=True)


def page_of(club):
    return f"/clubs/{club}/people/"


def anna():
    return Player.objects.get(user__username="anna")


def test_an_organiser_finds_people_and_roles_from_the_club_page(club):
    organisers, arbiters = (parse(signed_in(who).get(f"/clubs/{club}/")) for who in ("organiser", "arbiter"))

    assert set(organisers.addresses("people/")) == {f"/clubs/{club}/people/"}
    assert arbiters.addresses("people/") == []


@pytest.mark.parametrize("path", ["/clubs/{club}/people/", "/clubs/{club}/people/import/", "/players/{anna}/erase/"])
def test_anonymous_users_sign_in_first_and_others_are_refused(club, path):
    path = path.format(club=club, anna=anna().pk)

    answers = [client.get(path).status_code for client in (Client(), signed_in("organiser"), signed_in("arbiter"))]

    assert answers == [302, 200, 403]


@pytest.mark.parametrize("username", ["arbiter", "anna", "new", None])
@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/clubs/{club}/people/give-role/", {"username": "new", "role": "organiser"}),
        ("/clubs/{club}/people/take-role/", {"account": "{organiser}", "role": "organiser"}),
        ("/clubs/{club}/people/import/", {"content": "x", "encoding": "utf-8", "raw": ""}),
        ("/players/{boris}/", {"name": "Другой"}),
        ("/players/{boris}/invite/", {}),
        ("/clubs/{club}/people/invitations/", {}),
        ("/players/{boris}/erase/", {"sure": "on"}),
    ],
)
def test_only_organisers_can_change_anything(club, username, path, fields):
    organiser = User.objects.get(username="organiser")
    actor = Actor(organiser.pk, frozenset(), {str(club): frozenset({"organiser"})})
    boris = club_services.add_player(club_id=club, name="Борис", actor=actor)
    given = {"club": club, "boris": boris.pk, "organiser": organiser.pk}
    client = Client() if username is None else signed_in(username)
    before = (list(Player.objects.order_by("id").values()), Membership.objects.count())

    answer = sent(
        client,
        "/sign-in/",
        path.format(**given),
        **{name: value.format(**given) for name, value in fields.items()},
    )

    signs_in = username is None and any(part in path for part in ("import", "erase"))
    assert (answer.status_code, bool(answer.redirect_chain)) == (200 if signs_in else 403, signs_in)
    assert (list(Player.objects.order_by("id").values()), Membership.objects.count()) == before


def test_a_form_without_its_token_changes_nothing(club):
    client = signed_in("organiser")

    answers = [
        client.post(f"/clubs/{club}/people/add/", {"name": "Борис"}),
        client.post(f"/players/{anna().pk}/erase/", {"sure": "on"}),
    ]

    assert [answer.status_code for answer in answers] == [403, 403]
    assert Player.objects.count() == 1


def test_a_namesake_is_added_only_after_a_question_and_gets_a_label(club):
    client, add = signed_in("organiser"), f"/clubs/{club}/people/add/"

    asked = sent(client, page_of(club), add, name="анна", note="мл.", email="a@x.org")
    question = parse(asked).form("question")
    before = Player.objects.count()
    same = client.post(add, {**question.fields, "reply": str(anna().pk)})
    page = client.post(add, {**question.fields, "reply": "new"}, follow=True)
    again = client.post(add, {**question.fields, "reply": "new"}, follow=True)

    text = "There is already somebody called анна. Is this the same person or another one?"
    assert (asked.status_code, text in parse(asked).text, before) == (200, True, 1)
    assert question.texts("button") == ["The same person: Анна", "Another person"]
    assert same.headers["Location"] == f"/players/{anna().pk}/"
    assert ["анна was added." in parse(each).lines for each in (page, again)] == [True, True]
    assert parse(page).one("tbody").texts("th") == ["Анна (1)", "анна (мл.)"]


def test_a_namesake_who_would_be_refused_is_not_asked_about(club):
    client = signed_in("organiser")
    club_services.change_player(
        player_id=anna().pk, note="мл.", actor=actor_of(User.objects.get(username="organiser").pk)
    )

    page = sent(client, page_of(club), f"/clubs/{club}/people/add/", name="Анна", note="мл.")

    assert refusals(page) == ["Another Анна in the club already has the note мл.."]


def test_a_role_is_given_by_choosing_a_person_who_has_an_account(club):
    client = signed_in("organiser")
    page = parse(client.get(page_of(club)))
    [form] = [each for each in page.forms if each["action"].endswith("/give-role/")]

    sent(client, page_of(club), form["action"], person="anna", username="", role="arbiter")
    accept_offers("anna")

    assert form.options("person") == [("", "Choose"), ("anna", "Анна")]
    assert actor_of(User.objects.get(username="anna").pk).judge(str(club))


def test_a_role_for_nobody_is_not_given(club):
    client = signed_in("organiser")

    page = sent(client, page_of(club), f"/clubs/{club}/people/give-role/", person="", username="", role="arbiter")

    assert errors(page) == ["Choose a person, or enter the name of an account."]


def test_a_form_sent_twice_adds_one_player(club):
    client = signed_in("organiser")
    form = {"name": "Борис", "key": "a" * 64}

    answers = [sent(client, page_of(club), f"/clubs/{club}/people/add/", **form) for _ in range(2)]

    assert ["Борис was added." in parse(answer).lines for answer in answers] == [True, True]
    assert Player.objects.filter(name="Борис").count() == 1


def test_changing_a_player_too_late_undoes_nothing(club):
    client, player = signed_in("organiser"), f"/players/{anna().pk}/"
    seen = {"name": "Анна", "note": "", "email": "", "club_number": ""}
    late = seen | {f"initial-{name}": value for name, value in seen.items()}
    sent(client, player, **late | {"name": "Анна Б", "note": "мл."})

    answer = sent(client, player, **late | {"note": "ст.", "club_number": "7"})
    form = parse(answer).section("Edit").forms[0]

    assert refusals(answer) == [
        "Somebody else changed this person’s details in the meantime. Review the current version and try again.",
        "Conflict: somebody else changed this too. It is now: мл.",
    ]
    assert client.post(player, form.fields, follow=True).status_code == 200
    assert (anna().name, anna().note, anna().club_number) == ("Анна Б", "ст.", "7")


def test_an_organiser_who_was_signed_out_meanwhile_signs_in_before_adding_a_player(club):
    answer = Client().post(f"/clubs/{club}/people/add/", {"name": "Борис", "key": "a" * 64})

    assert (answer.status_code, answer.headers["Location"]) == (302, f"/sign-in/?next=/clubs/{club}/people/")
    assert Player.objects.filter(name="Борис").count() == 0


def test_a_refused_form_comes_back_with_its_input_and_the_reason(club):
    client = signed_in("organiser")

    page = sent(client, page_of(club), f"/clubs/{club}/people/add/", name="a|b", note="мл.")

    [why] = refusals(page)
    assert "is not a valid name: it contains '|'" in why
    assert parse(page).section("Add a player").forms[0].value("note") == "мл."


def test_roles_are_assigned_and_removed_and_the_last_organiser_stays(club):
    client = signed_in("organiser")
    own, arbiter = (User.objects.get(username=name).pk for name in ("organiser", "arbiter"))
    give, take = f"/clubs/{club}/people/give-role/", f"/clubs/{club}/people/take-role/"

    given = sent(client, page_of(club), give, username="new", role="scorekeeper")
    accept_offers("new")
    unknown = sent(client, page_of(club), give, username="nobody", role="scorekeeper")
    taken = sent(client, page_of(club), take, account=arbiter, role="arbiter", sure="on")
    last = sent(client, page_of(club), take, account=own, role="organiser")  # refused before anybody is asked

    assert [page.status_code for page in (given, taken)] == [200, 200]
    assert "Offered. nobody has the role after accepting it under “My account”." in parse(unknown).lines
    [why] = refusals(last)
    assert why.startswith("organiser is the last organiser of the club")
    assert sorted(Membership.objects.values_list("user__username", "role")) == [
        ("new", "scorekeeper"),
        ("organiser", "organiser"),
    ]


def test_a_player_is_renamed(club):
    client = signed_in("organiser")

    page = sent(client, f"/players/{anna().pk}/", name="Анна Орлова", email="", note="", club_number="7")

    assert parse(page).headings[0] == "Анна Орлова"
    assert (anna().name, anna().club_number) == ("Анна Орлова", "7")


def test_public_pages_show_no_contact_details(club):
    Player.objects.update(email="anna@example.org", club_number="N-4711")

    pages = [
        client.get(path).text
        for client in (Client(), signed_in("arbiter"))
        for path in (f"/clubs/{club}/", f"/players/{anna().pk}/")
    ]

    assert [page for page in pages if "example.org" in page or "4711" in page] == []


@pytest.fixture
def invitation(club):
    """The page by which an organiser has invited a new player, Борис."""
    client = signed_in("organiser")
    sent(client, page_of(club), f"/clubs/{club}/people/add/", name="Борис")
    boris = Player.objects.get(name="Борис")
    return parse(sent(client, f"/players/{boris.pk}/", f"/players/{boris.pk}/invite/"))


def link_of(invitation):
    [link] = invitation.addresses("/invitations/")
    return link.removeprefix("http://testserver")


def test_an_invitation_link_creates_an_account_for_the_player(invitation):
    link = link_of(invitation)
    guest = Client(enforce_csrf_checks=True)
    weak = sent(guest, link, username="boris", password1="boris", password2="boris")
    done = sent(guest, link, username="boris", password1=PASSWORD, password2=PASSWORD)
    again = Client().get(link)

    assert len(invitation.one("span", style="qrcode").all("svg", style="segno")) == 1
    assert (weak.status_code, done.status_code, again.status_code) == (422, 200, 410)
    assert "You’re now a player in the club." in parse(done).lines
    assert Player.objects.get(name="Борис").user.username == "boris"


def test_everybody_without_an_account_gets_a_card_with_a_link_of_their_own(club):
    client = signed_in("organiser")
    for name in ("Борис", "Вера"):
        sent(client, page_of(club), f"/clubs/{club}/people/add/", name=name)
    button = [each for each in parse(client.get(page_of(club))).texts("button") if each.startswith("Print")]
    without = [player.name for player in Player.objects.filter(user=None).order_by("name")]

    paper = parse(sent(client, page_of(club), f"/clubs/{club}/people/invitations/"))
    cards = paper.all("section", style="invite")
    link = cards[0].texts("span", style="url")[0].removeprefix("http://testserver")
    done = sent(Client(enforce_csrf_checks=True), link, username="boris", password1=PASSWORD, password2=PASSWORD)

    assert button == [f"Print invitations for {len(cards)} people without an account"]
    assert [card.texts("h2")[0] for card in cards] == without
    assert len({card.texts("span", style="url")[0] for card in cards}) == len(cards)
    assert [len(card.all("svg", style="segno")) for card in cards] == [1] * len(cards)
    assert "You’re now a player in the club." in parse(done).lines


def test_printing_invitations_again_leaves_links_that_were_handed_out_valid(club):
    client = signed_in("organiser")
    sent(client, page_of(club), f"/clubs/{club}/people/add/", name="Борис")
    boris = Player.objects.get(name="Борис")
    first = link_of(parse(sent(client, f"/players/{boris.pk}/", f"/players/{boris.pk}/invite/")))

    for _ in range(2):
        sent(client, page_of(club), f"/clubs/{club}/people/invitations/")

    assert Client().get(first).status_code == 200


def test_looking_at_people_invites_nobody(club):
    client = signed_in("organiser")
    sent(client, page_of(club), f"/clubs/{club}/people/add/", name="Борис")

    assert client.get(f"/clubs/{club}/people/invitations/").status_code == 405
    assert Player.objects.get(name="Борис").invitation == ""


def test_a_whole_club_may_join_by_invitations_from_one_address(invitation):
    link = link_of(invitation)
    guest = Client(REMOTE_ADDR="10.2.2.2")
    for number in range(30):
        assert guest.post("/sign-up/", {"username": "", "number": number}).status_code == 422

    tries = [guest.post(link, {"username": ""}).status_code for _ in range(35)]

    assert guest.post("/sign-up/", {"username": ""}).status_code == 429
    assert set(tries) == {422}


def test_an_invitation_tells_of_few_names_whether_they_are_taken(invitation):
    """And of none with passwords that no account could have."""
    link = link_of(invitation)
    taken, free = {"username": "ANNA"}, {"username": "somebody"}
    unequal, weak = {"password1": PASSWORD, "password2": "another"}, {"password1": "short", "password2": "short"}

    for passwords in (unequal, weak):
        answers = [refusals(Client().post(link, {**name, **passwords})) for name in (taken, free)]
        assert answers[0] == answers[1] != []
    equal = {"password1": PASSWORD, "password2": PASSWORD}
    tries = [Client(REMOTE_ADDR=f"10.3.0.{n}").post(link, {**taken, **equal}) for n in range(31)]

    assert [each.status_code for each in tries] == [422] * 30 + [429]
    assert refusals(tries[0]) == ["The username ANNA is already taken."]
    assert Player.objects.get(name="Борис").user is None


def test_an_existing_account_accepts_an_invitation_unless_it_is_a_player_already(invitation):
    link = link_of(invitation)

    second = sent(signed_in("anna"), link)
    done = sent(signed_in("new"), link)

    [why] = refusals(second)
    assert "is already linked to a player in this club" in why
    assert done.status_code == 200
    assert Player.objects.get(name="Борис").user.username == "new"


def test_erasing_asks_for_confirmation_and_then_shows_the_pseudonym(club):
    client, player = signed_in("anna"), anna().pk
    address = f"/players/{player}/erase/"

    asked = parse(client.get(address)).text
    unsure = sent(client, address)
    kept = Player.objects.get().name
    done = sent(client, address, sure="on")

    assert "for good" in asked
    assert (unsure.status_code, kept) == (422, "Анна")
    assert f"Former player {player.hex[-4:].upper()}" in parse(done).lines
    assert "Анна" not in done.text


ENCODINGS = ("UTF", "Windows", "ISO", "Mac", "Roman", "KOI", "UTC", "DOS")  # no words
PREVIEWED = ("raw", "content", "encoding")
LIST = "Имя;Почта;ID\nАнна;;A-1\nПетрова Анна;anna;\nБорис;b@x.org;\n"


def looked_at(client, club, text, encoding="cp1251"):
    file = SimpleUploadedFile("people.csv", text.encode(encoding))
    return sent(client, f"{page_of(club)}import/", file=file, encoding="")


def test_a_list_is_previewed_decided_and_imported(club):
    client = signed_in("organiser")

    page = parse(looked_at(client, club, LIST))
    before = Player.objects.count()
    done = sent(client, f"{page_of(club)}import/", **hidden(page, *PREVIEWED, "row-3"))

    assert "New: 1. Existing: 1. To be decided: 0. Invalid: 1." in page.text
    assert "is not an e-mail address, skipped" in page.table[2][-1]
    assert before == 1
    assert "1 player was added." in parse(done).lines
    assert sorted(Player.objects.values_list("name", "club_number")) == [("Анна", "A-1"), ("Борис", "")]


def test_an_unclear_encoding_is_chosen_by_its_samples(club):
    client = signed_in("organiser")

    asked = parse(looked_at(client, club, "name\nÉ. Dupont\n", "cp1252"))
    page = parse(sent(client, f"{page_of(club)}import/", **hidden(asked, "raw"), encoding="cp1252"))
    done = sent(client, f"{page_of(club)}import/", **hidden(page, *PREVIEWED))

    assert [each["value"] for each in asked.all("input", type="radio")] == ["cp1252", "cp1251"]
    assert [each.text for each in asked.all("samp")] == ["É. Dupont", "Й. Dupont"]
    assert "Read as Windows-1252 (Western European)." in page.text
    assert done.status_code == 200
    assert sorted(Player.objects.values_list("name", flat=True)) == ["É. Dupont", "Анна"]


def test_undecided_rows_come_back_with_the_decisions_made(club):
    client = signed_in("organiser")
    Player.objects.update(name="Анна Петрова")
    anna().save()
    previewed = hidden(parse(looked_at(client, club, "Имя\nПетрова Анна\nБорис\n")), *PREVIEWED)

    back = sent(client, f"{page_of(club)}import/", **previewed, **{"row-3": "skip"})
    done = sent(client, f"{page_of(club)}import/", **previewed, **{"row-2": str(anna().pk), "row-3": "skip"})

    [why] = refusals(back)
    assert "Line 2: decide whether this is somebody already in the club" in why
    [chosen] = parse(back).one("select", name="row-3").all("option", selected="")
    assert chosen["value"] == "skip"
    assert (done.status_code, Player.objects.count()) == (200, 1)


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"", "it is empty"),
        (b"17\n18", "there is no name column, and none looks like one"),
        (b"PK\x03\x04", "it is a spreadsheet file (save the sheet as CSV instead)"),
        (b"name\n" + b"a" * 1_500_000, "but the limit is 1000000"),
        (b"name\n" + b"a" * 3_000_000, "This field is required"),
    ],
)
def test_a_file_that_is_no_list_is_refused_with_the_reason(club, raw, why):
    page = sent(
        signed_in("organiser"), f"{page_of(club)}import/", file=SimpleUploadedFile("people.csv", raw), encoding=""
    )

    [said] = refusals(page)
    assert why in said


@pytest.mark.parametrize(
    "fields",
    [
        {"content": "x"},
        {"content": "x", "raw": "!", "encoding": "utf-8"},
        {"content": "0" * 64, "raw": "bmFtZQpBbm5h", "encoding": "utf-8"},
        {"content": "0" * 64, "raw": "bmFtZQpBbm5h", "encoding": "ebcdic", "row-x": "1", "row-99999999999": "skip"},
    ],
)
def test_confirming_a_different_preview_is_refused(club, fields):
    answer = sent(signed_in("organiser"), f"{page_of(club)}import/", **fields)

    assert refusals(answer) != []
    assert Player.objects.count() == 1


def test_a_new_user_signs_up_and_founds_a_club_on_pages_alone():
    User.objects.create_user("anna")
    client = Client(enforce_csrf_checks=True)

    short = sent(client, "/sign-up/", username="clara", password1="short", password2="short")
    made = sent(client, "/sign-up/", username="clara", password1=PASSWORD, password2=PASSWORD)
    club = sent(client, "/clubs/new/", name="Ладья")

    assert (short.status_code, made.status_code, club.status_code) == (422, 200, 200)
    assert "clara" in parse(made).lines
    assert Membership.objects.get().user.username == "clara"


def test_the_people_pages_are_in_russian(club):
    client = signed_in("organiser")

    pages = [
        client.get(path, headers={"Accept-Language": "ru"})
        for path in (page_of(club), f"/players/{anna().pk}/", f"/players/{anna().pk}/erase/", f"{page_of(club)}import/")
    ]

    english = {word for page in pages for word in re.findall("[A-Za-z]{3,}", parse(page).text)}
    assert english <= {"Ludex", "API", "English", "organiser", "arbiter", "anna", "CSV", *ENCODINGS}


def test_names_on_the_pages_are_never_markup(club):
    client = signed_in("organiser")
    name = '<img src=x onerror=alert(1)>"'
    sent(client, page_of(club), f"/clubs/{club}/people/add/", name=name, note="<b>")
    player = Player.objects.get(name=name).pk

    pages = [client.get(path) for path in (page_of(club), f"/players/{player}/", f"/clubs/{club}/")]
    pages.append(looked_at(client, club, f'name\n"{name.replace(chr(34), chr(34) * 2)}"\n'))

    assert [name in parse(page).text for page in pages] == [True] * 4
    assert [parse(page).all("img b") for page in pages] == [[]] * 4


def test_merging_asks_first_and_can_be_undone_on_the_page_of_the_kept_player(club):
    organiser = signed_in("organiser")
    actor = actor_of(User.objects.get(username="organiser").pk)
    double = club_services.add_player(club_id=club, name="Анна П.", actor=actor)
    kept, page = anna(), f"/players/{double.pk}/merge/"

    choices = parse(organiser.get(page)).all("option")
    asked = sent(organiser, page, kept=str(kept.pk))
    unmerged = Player.objects.get(pk=double.pk).merged_into
    done = sent(organiser, page, kept=str(kept.pk), sure="on")
    twice = sent(organiser, f"/players/{kept.pk}/", page, kept=str(kept.pk), sure="on")
    old = organiser.get(f"/players/{double.pk}/")
    undone = sent(organiser, f"/players/{kept.pk}/", f"/players/{double.pk}/merge/undo/", sure="on")
    again = sent(organiser, f"/players/{kept.pk}/", f"/players/{double.pk}/merge/undo/")

    assert [each["value"] for each in choices] == ["", str(kept.pk)]
    assert (asked.status_code, unmerged) == (200, None)
    assert "Are Анна П. and Анна the same person?" in parse(asked).text
    assert done.redirect_chain[-1][0] == old.headers["Location"] == f"/players/{kept.pk}/"
    assert twice.redirect_chain == [(f"/players/{kept.pk}/", 302)]
    assert undone.redirect_chain[-1][0] == f"/players/{double.pk}/"
    assert errors(again) == ["Анна П. hasn’t been merged into another player."]
    assert Player.objects.get(pk=double.pk).merged_into is None


def test_a_refused_merge_says_why_and_strangers_cannot_ask(club):
    organiser = signed_in("organiser")
    actor = actor_of(User.objects.get(username="organiser").pk)
    User.objects.create_user("other")
    double = add_member(club_id=club, name="Анна П.", username="other", actor=actor)
    page = f"/players/{double.pk}/merge/"

    refused = sent(organiser, page, kept=str(anna().pk))
    nothing = sent(organiser, page, kept="")

    assert (refused.status_code, nothing.status_code) == (422, 422)
    assert "Анна П. can’t be merged into Анна: both have an account." in parse(refused).text
    assert [each["name"] for each in parse(refused).all("select")] == ["kept"]
    assert parse(refused).all("input", name="sure") == []
    assert signed_in("anna").get(page).status_code == 403


def test_a_person_reads_on_their_own_pages_who_linked_them_and_assigned_their_roles(club):
    person = anna()
    organiser = signed_in("organiser")
    sent(organiser, page_of(club), f"/clubs/{club}/people/give-role/", person="anna", role="scorekeeper")
    accept_offers("anna")
    linked = "the account anna was linked to Анна in Ладья, by anna, offered by organiser"

    own = parse(signed_in("anna").get("/account/"))

    lines = [line.partition(": ")[2] for line in own.texts("li") if ", by " in line]
    assert lines == ["role assigned in Ладья: scorekeeper, by anna, offered by organiser", linked]
    for reader in ("anna", "organiser"):
        shown = parse(signed_in(reader).get(f"/players/{person.pk}/"))
        assert "Accounts of this player" in shown.texts("h2")
        assert linked in shown.text
    assert "Accounts of this player" not in parse(signed_in("arbiter").get(f"/players/{person.pk}/")).text


def test_an_organiser_who_unlinks_their_own_player_sees_no_other_hand(club):
    organiser, arbiter = (actor_of(User.objects.get(username=name).pk) for name in ("organiser", "arbiter"))
    own = club_services.add_player(club_id=club, name="Олег", username="organiser", actor=organiser)
    opened = play.open_match(club_id=club, game="rummikub", seats=[own.pk, anna().pk], dealing="table", actor=arbiter)
    play.play_moves(match_id=opened.id, plies=[play.MoveRequest(-1, DEAL)], expected=opened.revision, actor=arbiter)
    browser, address = signed_in("organiser"), f"/matches/{opened.id}/play/"
    before, written = (parse(each.get(address)).one("main").text for each in (browser, signed_in("arbiter")))

    sent(browser, "/account/", f"/players/{own.pk}/unlink/", sure="1")

    assert Player.objects.get(pk=own.pk).user is None
    assert (parse(browser.get(address)).one("main").text == before, before == written) == (True, False)
