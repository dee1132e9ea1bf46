"""Somebody who reads pages and fills in their forms, and what pages say."""

import re

from django.test import Client


class Reader:
    """A browser of an account, or of somebody who is not signed in."""

    def __init__(self, user=None):
        self.client = Client()
        if user is not None:
            self.client.force_login(user)

    def text(self, address, status=200):
        answer = self.client.get(address)
        assert answer.status_code == status, answer.content.decode()
        return answer.content.decode()

    def send(self, address, act, **fields):
        """Fill in the form of an act and send it."""
        return self.client.post(f"{address}do/{act}/", {**hidden(self.text(address)), **fields})

    def done(self, address, act, **fields):
        """Fill in a form that is to be taken; where it leads to."""
        answer = self.send(address, act, **fields)
        assert answer.status_code == 302, errors(answer)
        return answer.headers["Location"]

    def refused(self, address, act, **fields):
        """Fill in a form that is to be refused; why it was, as the page says it."""
        answer = self.send(address, act, **fields)
        assert answer.status_code == 422
        return errors(answer)

    def acts(self, address):
        """The acts that a page offers."""
        return set(re.findall(r'/do/(\w+)/"', self.text(address)))


def hidden(page, *names):
    """What a page has its forms send besides what is filled in, by default the revision and the key."""
    return {name: re.search(rf'name="{name}" value="([^"]+)"', page)[1] for name in names or ("revision", "key")}


def errors(answer):
    """Why something was refused, as the page says it."""
    return re.findall(r'class="errorlist[^"]*"[^>]*>\s*<li>(.*?)</li>', answer.content.decode())


def text_of(answer):
    """What a page says, line by line, without markup."""
    body = answer.content.decode().partition("<body>")[2]
    rows = re.sub(r"<[^>]*>", "\n", body).split("\n")
    return [row.strip() for row in rows if row.strip()]
