"""Errors of webhooks."""

from games.errors import gettext_noop
from league.errors import Invalid, Refusal


class BadWebhook(Invalid):
    code = "webhook.bad_address"
    text = gettext_noop("Messages cannot be sent to {url}: {why}.")


class TooManyWebhooks(Refusal):
    code = "webhook.too_many"
    text = gettext_noop("A club can have at most {most} webhooks.")


class BadChat(Invalid):
    """Quotes neither the address nor the token, which are secrets."""

    code = "chat.bad"
    text = gettext_noop("Messages can’t be sent to this chat of {app}: {why}.")
