"""Pages as their readers see them: parsed HTML with its text, tables, links, forms and errors."""

from functools import cached_property
from html.parser import HTMLParser
from xml.etree.ElementTree import TreeBuilder

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
HEADINGS = ("h1", "h2", "h3")
SILENT = {"head", "script", "style", "template"}


class _TreeBuilder(HTMLParser):
    """Builds a tree. Fails if an element is not closed by its own tag."""

    def __init__(self):
        super().__init__()
        self.builder, self.open = TreeBuilder(), []
        self.builder.start("page", {})

    def handle_starttag(self, tag, attrs):
        self.builder.start(tag, {name: value or "" for name, value in attrs})
        if tag in VOID:
            self.builder.end(tag)
        else:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag):
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag, f"</{tag}> in line {self.getpos()[0]} closes another element"
        self.builder.end(tag)

    def handle_data(self, data):
        if self.open:
            self.builder.data(data)


class Part:
    """An element of a page with its contents."""

    def __init__(self, element):
        self.element = element

    def __getitem__(self, attribute):
        return self.element.attrib[attribute]

    def get(self, attribute, default=""):
        return self.element.get(attribute, default)

    @property
    def tag(self):
        return self.element.tag

    @property
    def classes(self):
        return self.get("class").split()

    @cached_property
    def text(self):
        """The text, with single spaces."""
        return " ".join("".join(_texts(self.element)).split())

    @property
    def lines(self):
        """Every piece of text between two tags."""
        return [" ".join(text.split()) for text in _texts(self.element) if text.strip()]

    def all(self, tag="*", *, style=None, **attributes):
        """The elements inside with a tag (or one of several), a class and attributes."""
        tags = tag.split()
        found = [Part(each) for each in self.element.iter() if each is not self.element]
        return [
            part
            for part in found
            if (tag == "*" or part.tag in tags)
            and (style is None or style in part.classes)
            and all(part.element.get(name) == value for name, value in attributes.items())
        ]

    def one(self, tag="*", **wanted):
        """The only such element."""
        (found,) = self.all(tag, **wanted)
        return found

    def texts(self, tag="*", **wanted):
        """The texts of such elements."""
        return [part.text for part in self.all(tag, **wanted)]

    def section(self, heading):
        """The only element that begins with a heading, or has it among its children."""
        (found,) = [part for part in self.all() if heading in part._own_headings]
        return found

    def described(self, term):
        """What a list has beside a term."""
        (found,) = [part for part in self.all("div") if part.texts("dt") == [term]]
        return found.all("dd")[0]

    @property
    def _own_headings(self):
        return [Part(child).text for child in self.element if child.tag in HEADINGS]

    @property
    def table(self):
        """The rows of the only table inside, including header rows, as texts."""
        return rows(self.one("table"))

    @property
    def tables(self):
        return [rows(each) for each in self.all("table")]

    @property
    def links(self):
        """Addresses and texts of the links."""
        return [(each["href"], each.text) for each in self.all("a") if each.get("href")]

    def link(self, text):
        """The address of the only link with a text."""
        (found,) = [address for address, each in self.links if each == text]
        return found

    def addresses(self, part=""):
        """The addresses of links with *part* in them."""
        return [address for address, _ in self.links if part in address]

    @property
    def forms(self):
        return [Form(each.element) for each in self.all("form")]

    def form(self, act):
        """The form with this act or class."""
        (found,) = [form for form in self.forms if form.act == act or act in form.classes]
        return found

    @property
    def acts(self):
        """The acts of the forms, in order."""
        return [form.act for form in self.forms if form.act]

    @property
    def errors(self):
        """The error messages."""
        return [item.text for each in self.all(style="errorlist") for item in each.all("li")]

    @property
    def alerts(self):
        return self.texts(role="alert")

    @property
    def headings(self):
        return self.texts(" ".join(HEADINGS))


class Form(Part):
    """A form, with the values that a browser would send."""

    @property
    def act(self):
        """The name in `…/do/<act>/`; nothing for other forms."""
        head, _, tail = self.get("action").partition("/do/")
        return tail.partition("?")[0].strip("/") if head and tail else ""

    @property
    def controls(self):
        return self.all("input select textarea")

    @property
    def sent(self):
        """Names and values of the unchanged form, in order. Disabled fields are not sent."""
        enabled = [part for part in self.controls if "disabled" not in part.element.attrib]
        return [pair for part in enabled for pair in _sent(part)]

    @property
    def disabled(self):
        """The names of the fields that cannot be changed."""
        return {part.get("name") for part in self.controls if "disabled" in part.element.attrib}

    @property
    def fields(self):
        """The values by name, a list each."""
        found = {}
        for name, value in self.sent:
            found.setdefault(name, []).append(value)
        return found

    def value(self, name):
        """The only value of a field."""
        (found,) = self.fields[name]
        return found

    def options(self, name):
        """Values and texts of a choice."""
        return [(each.get("value"), each.text) for each in self.one("select", name=name).all("option")]

    @property
    def labels(self):
        return self.texts("label legend")


def _sent(part):
    name = part.get("name")
    if not name:
        return []
    if part.tag == "select":
        return [(name, each.get("value")) for each in part.all("option") if "selected" in each.element.attrib]
    if part.tag == "textarea":
        return [(name, (part.element.text or "").removeprefix("\n"))]
    if part.get("type") in ("checkbox", "radio"):
        return [(name, part.get("value", "on"))] if "checked" in part.element.attrib else []
    return [(name, part.get("value"))]


def _texts(element):
    if element.tag in SILENT:
        return
    if element.text:
        yield element.text
    for child in element:
        yield from _texts(child)
        if child.tail:
            yield child.tail


def rows(table):
    """The texts of a table, row by row."""
    return [[cell.text for cell in row.all("td th")] for row in table.all("tr")]


def parse(page):
    """A page or response, as its reader sees it."""
    text = page if isinstance(page, str) else page.content.decode()
    reader = _TreeBuilder()
    reader.feed(text)
    reader.close()
    assert not reader.open, f"not closed: {reader.open}"
    reader.builder.end("page")
    return Part(reader.builder.close())
