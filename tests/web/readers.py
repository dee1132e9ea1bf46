"""A reader of pages who fills in their forms, and a browser in which an account is signed in."""

from django.test import Client

from tests.pages import parse


class Reader:
    """A browser, signed in to an account or anonymous. Relative addresses begin at *at*."""

    def __init__(self, user=None, at="", language="en"):
        self.at, self.client = at, Client(headers={"Accept-Language": language})
        if user is not None:
            self.client.force_login(user)

    def page(self, address="", status=200):
        """The page as its reader sees it."""
        answer = self.client.get(self._full(address))
        assert answer.status_code == status, answer.text
        return parse(answer)

    def text(self, address="", status=200):
        """All text of the page."""
        return self.page(address, status).text

    def send(self, address, act, page=None, **fields):
        """Fill in the form of an act, on a *page* just read or read now, send it, and say yes to a question before."""
        return self.confirm(self.post(address, act, {**hidden(page or self.page(address)), **fields}))

    def confirm(self, answer, **reply):
        """The answer to the only button of a question, or to a `reply`. Any other answer is returned as it is."""
        questions = parse(answer).all("form", style="question") if answer.status_code == 200 else []
        if not questions:
            return answer
        sent = {}
        for field in questions[0].all("input", type="hidden"):
            sent.setdefault(field["name"], []).append(field["value"])
        return self.client.post(questions[0]["action"], sent | reply)

    def post(self, address, act, sent):
        """Send a form as it was on an earlier page."""
        return self.client.post(f"{self._full(address)}do/{act}/", sent)

    def done(self, address, act, page=None, **fields):
        """Send a form that must be accepted. Returns the address it redirects to."""
        answer = self.send(address, act, page, **fields)
        assert answer.status_code == 302, errors(answer)
        return answer.headers["Location"]

    def refused(self, address, act, **fields):
        """Send a form that must be refused. Returns the reasons on the page."""
        return refusals(self.send(address, act, **fields))

    def acts(self, address=""):
        """The acts offered on a page."""
        return set(self.page(address).acts)

    def _full(self, address):
        return address if address.startswith("/") else self.at + address


def people(tournament):
    """The address of the people of a tournament, with the forms for those who come and go."""
    return f"{tournament}entrants/"


def hidden(page, *names):
    """The hidden values of a page's form, by default the revision and the key."""
    found = {each["name"]: each.get("value") for each in reversed(page.all("input", type="hidden"))}
    return {name: found[name] for name in names or ("revision", "key")}


def errors(answer):
    """The error messages."""
    return parse(answer).errors


def refusals(answer):
    """The reasons on the page of a form that must be refused."""
    assert answer.status_code == 422, answer.text
    return errors(answer)


def sign_in(context, user, url):
    """Sign an account in to the service at *url*, in a context of a browser."""
    client = Client()
    client.force_login(user)
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": url}])
