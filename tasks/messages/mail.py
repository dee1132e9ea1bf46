"""News by e-mail: what a message says, and what the mail server answers."""

import re
from collections.abc import Sequence
from smtplib import SMTPDataError, SMTPException, SMTPRecipientsRefused
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.utils.translation import gettext, ngettext

from league.notices.deliveries import Letter, Outcome
from league.notices.queries import News
from league.notices.services import confirm_token, switch_token
from tasks.messages.words import full_address, news_address, sentence, title, when

NOBODY_THERE = (550, 551, 553)
# Of the mailbox, or of us: the address is right.
NOT_OF_THE_ADDRESS = re.compile(r"5\.(?:2\.[0234]|3\.\d+|7\.\d+)")


class Unreachable(Exception):
    """The mail server takes nothing now, whoever it is for."""


def question(letter: Letter) -> EmailMessage:
    """The question whether an address belongs to whoever entered it. It says nothing that a stranger has written."""
    link = full_address("web:confirm-address", confirm_token(letter.outlet))
    text = gettext(
        "Somebody has entered this address at {site} to get news about their matches. If that was you, open this link "
        "within a day:\n\n{link}\n\nIf it wasn’t you, do nothing. You get no further mail."
    )
    body = text.format(site=settings.PUBLIC_URL, link=link)
    return _message(letter, gettext("Confirm your e-mail address"), body, {})


def digest(letter: Letter, news: Sequence[News]) -> EmailMessage:
    """One piece of news, or several in one message."""
    if len(news) == 1:
        subject = title(news[0])
    else:
        subject = ngettext("{count} piece of news", "{count} pieces of news", len(news)).format(count=len(news))
    blocks = [f"{title(each)}\n{sentence(each)}\n{when(each)}\n{news_address(each)}" for each in news]
    off = full_address("web:notices-off", switch_token(letter.outlet))
    choose, stop = gettext("Choose what you get: {link}"), gettext("Get no more mail: {link}")
    blocks.append(f"-- \n{choose.format(link=full_address('web:notices'))}\n{stop.format(link=off)}")
    unsubscribe = {"List-Unsubscribe": f"<{off}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    return _message(letter, subject, "\n\n".join(blocks) + "\n", unsubscribe)


def send(message: EmailMessage, connection: BaseEmailBackend) -> Outcome:
    """Give a message to the mail server. Raises `Unreachable`."""
    try:
        connection.open()  # it stays open for the next one
        connection.send_messages([message])
    except SMTPRecipientsRefused as refusal:
        return judge_refusal(*next(iter(refusal.recipients.values())))
    except SMTPDataError as refusal:
        return Outcome.REFUSED if refusal.smtp_code >= 500 else Outcome.LATER
    except (SMTPException, OSError) as fault:
        raise Unreachable(str(fault)) from fault
    return Outcome.SENT


def judge_refusal(code: int, answer: bytes) -> Outcome:
    """What it means that the server didn’t take the address: it doesn’t exist, or something else is wrong."""
    if code in NOBODY_THERE and not NOT_OF_THE_ADDRESS.search(answer.decode(errors="replace")):
        return Outcome.GONE
    return Outcome.LATER


def _message(letter: Letter, subject: str, body: str, headers: dict[str, str]) -> EmailMessage:
    """A message with the same id at every attempt, by which mail programs know it again."""
    host = urlsplit(settings.PUBLIC_URL).hostname
    return EmailMessage(
        subject=subject,
        body=body,
        from_email=settings.DEFAULT_FROM_EMAIL,
        to=[letter.outlet.address],
        headers={"Message-ID": f"<{letter.id}@{host}>", "Auto-Submitted": "auto-generated", **headers},
    )
