"""Errors of webhooks."""

from games.errors import gettext_noop
from league.errors import Invalid, Refusal


class BadWebhook(Invalid):
    code = "webhook.bad_address"
    text = gettext_noop("Messages cannot be sent to {url}: {why}.")


class TooManyWebhooks(Refusal):
    code = "webhook.too_many"
    text = gettext_noop("A club can have at most {most} webhooks.")
