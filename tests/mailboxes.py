"""A mail server of the tests, which takes messages, refuses them or breaks off."""

import re
from email import message_from_bytes, policy

from aiosmtpd.controller import Controller

from tests.processes import free_port


class Mailbox:
    """A real SMTP server on loopback: `letters` are what arrived, by the order in which it did."""

    def __init__(self):
        self.letters = []
        self.recipient, self.data = "250 OK", "250 OK"  # what it answers
        self.controller = Controller(self, hostname="127.0.0.1", port=free_port())
        self.controller.start()
        self.port = self.controller.port

    async def handle_RCPT(self, server, session, envelope, address, options):  # noqa: N802 - aiosmtpd calls it
        if self.recipient.startswith("2"):
            envelope.rcpt_tos.append(address)
        return self.recipient

    async def handle_DATA(self, server, session, envelope):  # noqa: N802 - as above
        if self.data.startswith("2"):
            self.letters.append(message_from_bytes(envelope.content, policy=policy.default))
        return self.data

    def text(self, number=-1):
        """The text of a letter, with the line breaks of a page."""
        return self.letters[number].get_content().replace("\r\n", "\n")

    def link(self, path, number=-1):
        """The path of the first link in a letter that leads to *path*."""
        return re.search(rf"https://ludex\.example({re.escape(path)}\S*)", self.text(number))[1]

    def use(self, settings):
        """Have the service send its mail here."""
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", self.port
        settings.DEFAULT_FROM_EMAIL = "Ludex <ludex@ludex.example>"
        settings.PUBLIC_URL, settings.NOTICES_BY_MAIL = "https://ludex.example", True

    def close(self):
        """Stop it. May be called again."""
        if self.controller.loop.is_running():
            self.controller.stop()
