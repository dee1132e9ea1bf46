"""A reader of pages who fills in their forms."""

from django.test import Client

from tests.pages import parse


class Reader:
    """A browser, signed in to an account or anonymous."""

    def __init__(self, user=None):
        self.client = Client()
        if user is not None:
            self.client.force_login(user)

    def text(self, address, status=200):
        answer = self.client.get(address)
        assert answer.status_code == status, answer.content.decode()
        return answer.content.decode()

    def page(self, address, status=200):
        """The page as its reader sees it."""
        return parse(self.text(address, status))

    def send(self, address, act, **fields):
        """Fill in the form of an act and send it."""
        return self.client.post(f"{address}do/{act}/", {**hidden(self.text(address)), **fields})

    def done(self, address, act, **fields):
        """Send a form that must be accepted. Returns the address it redirects to."""
        answer = self.send(address, act, **fields)
        assert answer.status_code == 302, errors(answer)
        return answer.headers["Location"]

    def refused(self, address, act, **fields):
        """Send a form that must be refused. Returns the reasons on the page."""
        answer = self.send(address, act, **fields)
        assert answer.status_code == 422
        return errors(answer)

    def acts(self, address):
        """The acts offered on a page."""
        return set(self.page(address).acts)


def hidden(page, *names):
    """The hidden values of a page's form, by default the revision and the key."""
    inputs = parse(page).all("input", type="hidden")
    found = {each["name"]: each.get("value") for each in reversed(inputs)}
    return {name: found[name] for name in names or ("revision", "key")}


def errors(answer):
    """The error messages."""
    return parse(answer).errors


def text_of(answer):
    """The text of a page, line by line."""
    return parse(answer).one("body").lines
