"""`manage.py import_people`."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from league.clubs import services as club_services
from league.clubs.models import Player
from tests.builders.clubs import founded

pytestmark = pytest.mark.django_db


@pytest.fixture
def run(tmp_path):
    """Run the command on a file of this text for a club that has Анна Петрова; what it says, by line."""
    organiser, club = founded("organiser")
    club_services.add_player(club_id=club, name="Анна Петрова", actor=organiser)

    def run(text, *options, encoding="utf-8"):
        file = tmp_path / "people.csv"
        file.write_text(text, encoding=encoding)
        out = StringIO()
        call_command("import_people", str(club), str(file), "--as", "organiser", *options, stdout=out)
        return out.getvalue().splitlines()

    return run


LIST = "имя;почта\nАнна Петрова;\nБорис;b@x.org\nПетрова А.;\nВера;vera\n"


def test_each_row_is_judged_and_nothing_is_stored(run):
    said = run(LIST, encoding="cp1251")

    assert said == [
        "line 2: Анна Петрова: same (Анна Петрова)",
        "line 3: Борис: new",
        "line 4: Петрова А.: new",
        "line 5: Вера: faulty ('vera' is not an e-mail address)",
        "new 2, same 1, perhaps 0, faulty 1",
    ]
    assert Player.objects.count() == 1


def test_with_yes_the_list_is_imported(run):
    said = run(LIST, "--yes", "--skip-faulty")

    assert said[-1] == "Imported: 2 new, 1 known, 1 skipped."
    assert sorted(Player.objects.values_list("name", flat=True)) == ["Анна Петрова", "Борис", "Петрова А."]


def test_a_possible_match_is_not_guessed(run):
    text = "name\nПетрова Анна\n"

    with pytest.raises(CommandError, match="Line 2: decide whether this is somebody already in the club"):
        run(text, "--yes")
    skipped = run(text, "--yes", "--perhaps", "skip")[-1]
    new = run(text, "--yes", "--perhaps", "new")[-1]

    assert [skipped, new] == ["Imported: 0 new, 0 known, 1 skipped.", "Imported: 1 new, 0 known, 0 skipped."]


def test_errors_are_named(run, tmp_path):
    with pytest.raises(CommandError, match="Line 5: 'vera' is not an e-mail address"):
        run(LIST, "--yes")
    with pytest.raises(CommandError, match="it is not encoded as utf-8"):
        run("Käthe", "--encoding", "utf-8", encoding="cp1252")
    with pytest.raises(CommandError, match="No such file"):
        call_command(
            "import_people", "00000000-0000-0000-0000-000000000000", str(tmp_path / "none"), "--as", "organiser"
        )
