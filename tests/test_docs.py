"""The guides against each other and against the code."""

import re

from deploy.secret_files import NAMES
from tests.paths import ROOT

TEXTS = [ROOT / "README.md", ROOT / "CHANGELOG.md", *ROOT.glob("*/README.md"), *ROOT.glob("docs/**/*.md")]
DECISIONS_FOLDER = ROOT / "docs" / "decisions"
DECISIONS = sorted(DECISIONS_FOLDER.glob("[0-9]*.md"))
READ = re.compile(r'(?:\benv\.\w+\(|environ\.get\(|environ\[)"([A-Z_]+)"')
SOURCES = [path for package in ("api", "deploy", "league", "tasks", "web") for path in (ROOT / package).rglob("*.py")]


def test_every_link_leads_to_a_file():
    links = [(text, link) for text in TEXTS for link in re.findall(r"\]\(([^)#\s]+)", text.read_text())]

    assert [(text.name, link) for text, link in links if "://" not in link and not (text.parent / link).exists()] == []


def test_the_readme_links_to_every_guide():
    linked = set(re.findall(r"\]\((docs/[^/)]+\.md)\)", (ROOT / "README.md").read_text()))

    assert linked == {f"docs/{guide.name}" for guide in (ROOT / "docs").glob("*.md")}


def test_decisions_are_numbered_in_order_in_their_names_and_titles():
    titles = [re.match(r"# (\d+)\. ", decision.read_text())[1] for decision in DECISIONS]

    assert [int(decision.name[:4]) for decision in DECISIONS] == [*range(1, len(DECISIONS) + 1)]
    assert [*map(int, titles)] == [*range(1, len(DECISIONS) + 1)]


def test_the_index_of_decisions_lists_each_with_its_title():
    index = (DECISIONS_FOLDER / "README.md").read_text()

    rows = re.findall(r"^\| (\d+) \| \[(.*)\]\((.*?)\)(?: \(superseded by \d+\))? \|$", index, re.MULTILINE)

    titles = [re.match(r"# (\d+)\. (.*)", decision.read_text()).groups() for decision in DECISIONS]
    assert rows == [(*title, decision.name) for title, decision in zip(titles, DECISIONS, strict=True)]


def test_links_to_decisions_have_the_number_of_their_file():
    links = [link for text in TEXTS for link in re.findall(r"\[decision (\d+)\]\([^)]*?/(\d{4})-", text.read_text())]

    assert links != []
    assert [(number, name) for number, name in links if int(number) != int(name)] == []


def test_each_line_of_the_attack_guide_names_tests_that_exist():
    guide = (ROOT / "docs" / "evidence.md").read_text().split("\n## What each can and cannot do\n")[1]
    lines = re.findall(r"^- (Can(?:'t)? (?:.|\n  )*)", guide, re.MULTILINE)
    known = {
        name for path in (ROOT / "tests").rglob("test_*.py") for name in re.findall(r"def (test_\w+)", path.read_text())
    }

    untested = [line for line in lines if not re.search(r"`test_\w+`", line) and "Nothing" not in line]
    missing = [name for name in re.findall(r"`(test_\w+)`", guide) if name not in known]

    assert (untested, missing) == ([], [])
    assert len(lines) == len(re.findall("^- ", guide, re.MULTILINE))


def test_operating_lists_exactly_the_environment_variables_that_are_read():
    table = (ROOT / "docs" / "operating.md").read_text().split("\n## Environment\n")[1].split("\n## ")[0]
    listed = {name for row in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE) for name in re.findall(r"[A-Z_]+", row)}

    read = {name for source in SOURCES for name in READ.findall(source.read_text())}

    assert sorted(listed) == sorted(read | {f"{name}_FILE" for name in NAMES})
