"""People choose which news they get, and where. An address gets none before its owner has confirmed it by a link."""

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from uuid import UUID

from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.core import signing
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils.translation import get_language

from games.errors import Phrase
from league.clubs.models import Membership, Player
from league.common.ids import new_id
from league.notices.deliveries import UNCONFIRMED, refuse
from league.notices.errors import (
    BadDevice,
    BadMailAddress,
    NoMail,
    NoPush,
    NoticeLinkSpent,
    TooManyQuestions,
    UnknownNotice,
)
from league.notices.kinds import ADDRESS, KINDS
from league.notices.models import Notice, NoticeChoice, Outlet
from league.notices.vapid import can_push, decode_base64
from league.webhooks.errors import BadWebhook
from league.webhooks.subscriptions import parse_target

LONGEST_ADDRESS = 254  # characters
MOST_DEVICES = 10  # of an account: a new one replaces the oldest
AUTH_BYTES = 16
MOST_QUESTIONS = 3  # that one address gets in a day, whoever asks
QUESTIONED_FOR = timedelta(days=1)
_CONFIRM, _OFF = "league.notices.confirm", "league.notices.off"  # salts


@transaction.atomic
def choose(*, account_id: UUID, language: str, mail: Collection[str], push: Collection[str]) -> None:
    """Choose which kinds of news the account gets by each way, and in which language. Raises `UnknownNotice`."""
    for kind in (*mail, *push):
        if kind not in KINDS:
            raise UnknownNotice(kind=kind, known=", ".join(KINDS))
    chosen = {"language": language, "mail": _sort(mail), "push": _sort(push)}
    NoticeChoice.objects.update_or_create(account_id=account_id, defaults=chosen)


@transaction.atomic
def ask_for_address(*, account_id: UUID, address: str) -> None:
    """Send a link to an e-mail address. The account's news go there once somebody has opened it and said so.

    Raises `NoMail`, `BadMailAddress`, `TooManyQuestions`.
    """
    if not settings.NOTICES_BY_MAIL:
        raise NoMail()
    address = address.strip()
    try:
        validate_email(address)
    except ValidationError:
        raise BadMailAddress(address=address) from None
    if len(address) > LONGEST_ADDRESS or not address.isascii():
        raise BadMailAddress(address=address)
    _count_question(address)
    ensure_choice(account_id)
    mail, now = Outlet.objects.filter(account=account_id, way=Outlet.Way.MAIL), datetime.now(UTC)
    mail.filter(confirmed_at=None).delete()
    mail.filter(address=address).delete()
    outlet = Outlet.objects.create(
        id=new_id(), account_id=account_id, way=Outlet.Way.MAIL, address=address, made_at=now
    )
    Notice.objects.create(id=new_id(), outlet=outlet, kind=ADDRESS, at=now)


@transaction.atomic
def confirm_address(token: str) -> str:
    """Confirm the address of a link and return it: news go there from now on. Raises `NoticeLinkSpent`."""
    outlet = find_address(token)
    others = Outlet.objects.filter(account=outlet.account_id, way=Outlet.Way.MAIL).exclude(pk=outlet.pk)
    others.delete()
    Outlet.objects.filter(pk=outlet.pk, confirmed_at=None).update(confirmed_at=datetime.now(UTC), rests_until=None)
    return outlet.address


def find_address(token: str) -> Outlet:
    """The outlet that a link confirms. Raises `NoticeLinkSpent`."""
    try:
        id_ = UUID(signing.TimestampSigner(salt=_CONFIRM).unsign(token, max_age=UNCONFIRMED))
    except (signing.BadSignature, ValueError):
        raise NoticeLinkSpent() from None
    outlet = Outlet.objects.select_related("account").filter(pk=id_, refused_at=None).first()
    if outlet is None:
        raise NoticeLinkSpent()
    return outlet


@transaction.atomic
def add_device(*, account_id: UUID, endpoint: str, p256dh: str, auth: str) -> Outlet:
    """Send the account's news to a browser too: its address at its push service, its public key and its secret.

    A browser has one account: another one loses it. Raises `NoPush`, `BadDevice`.
    """
    if not can_push():
        raise NoPush()
    _check_device(endpoint, p256dh, auth)
    ensure_choice(account_id)
    Outlet.objects.filter(way=Outlet.Way.PUSH, address=endpoint).delete()
    own = Outlet.objects.filter(account=account_id, way=Outlet.Way.PUSH)
    surplus = own.order_by("-made_at").values_list("pk", flat=True)[MOST_DEVICES - 1 :]
    Outlet.objects.filter(pk__in=list(surplus)).delete()
    now = datetime.now(UTC)
    return Outlet.objects.create(
        id=new_id(),
        account_id=account_id,
        way=Outlet.Way.PUSH,
        address=endpoint,
        keys={"p256dh": p256dh, "auth": auth},
        made_at=now,
        confirmed_at=now,
    )


@transaction.atomic
def remove_outlets(*, account_id: UUID, way: str, outlet_id: UUID | None = None) -> None:
    """Forget where an account gets its news by one way: one outlet, or all."""
    found = Outlet.objects.filter(account=account_id, way=way)
    (found if outlet_id is None else found.filter(pk=outlet_id)).delete()


@transaction.atomic
def switch_off(token: str) -> str:
    """Send no more news to the address whose mails have this link. Returns the address, which may be gone already.

    Raises `NoticeLinkSpent`.
    """
    outlet = find_switch(token)
    if outlet is None:
        return ""
    NoticeChoice.objects.filter(account=outlet.account_id).update(mail=[])
    waiting = Notice.objects.filter(outlet=outlet, status=Notice.Status.PENDING)
    waiting.update(status=Notice.Status.DROPPED, done_at=datetime.now(UTC))
    return outlet.address


def find_switch(token: str) -> Outlet | None:
    """The outlet that the link of a mail switches off, however old the mail is. None if it is gone.

    Raises `NoticeLinkSpent` if there never was such a link.
    """
    try:
        id_ = UUID(signing.Signer(salt=_OFF).unsign(token))
    except (signing.BadSignature, ValueError):
        raise NoticeLinkSpent() from None
    return Outlet.objects.filter(pk=id_).first()


def confirm_token(outlet: Outlet) -> str:
    """What a link has that confirms an address."""
    return signing.TimestampSigner(salt=_CONFIRM).sign(outlet.pk.hex)


def switch_token(outlet: Outlet) -> str:
    """What a link has that switches mail off."""
    return signing.Signer(salt=_OFF).sign(outlet.pk.hex)


def mark_bounced(addresses: Sequence[str]) -> Mapping[str, int]:
    """Leave addresses alone to which mail came back. Returns to how many accounts each belongs."""
    mail = Outlet.objects.filter(way=Outlet.Way.MAIL)
    return {each: refuse(mail.filter(address__iexact=each)) for each in addresses}


def forget_person(account_id: UUID, player_id: UUID) -> None:
    """A player was erased: delete their news, and all addresses of the account unless it has a place elsewhere."""
    Notice.objects.filter(outlet__account=account_id, player=player_id).delete()
    players = Player.objects.filter(user=account_id).exclude(pk=player_id)
    if not players.exists() and not Membership.objects.filter(user=account_id).exists():
        Outlet.objects.filter(account=account_id).delete()


def ensure_choice(account_id: UUID) -> None:
    """Give an account everything by every way, if it hasn't chosen yet."""
    every = {"language": get_language() or settings.LANGUAGE_CODE, "mail": [*KINDS], "push": [*KINDS]}
    NoticeChoice.objects.get_or_create(account_id=account_id, defaults=every)


def _check_device(endpoint: str, p256dh: str, auth: str) -> None:
    """Raise `BadDevice` unless messages can be encrypted for this key and sent to this address."""
    try:
        parse_target(endpoint, to_loopback=settings.WEBHOOKS_TO_LOOPBACK)
    except BadWebhook as refusal:
        raise BadDevice(why=refusal.params["why"]) from None
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode_base64(p256dh))
        if len(decode_base64(auth)) != AUTH_BYTES:
            raise ValueError
    except ValueError:
        raise BadDevice(why=Phrase("its keys aren’t those of a browser")) from None


def _sort(kinds: Collection[str]) -> list[str]:
    return [kind for kind in KINDS if kind in kinds]


def _count_question(address: str) -> None:
    """Count a mail to somebody who perhaps never asked for it. Raises `TooManyQuestions`."""
    key = f"notices.asked.{sha256(address.lower().encode()).hexdigest()}"
    cache.add(key, 0, QUESTIONED_FOR.total_seconds())
    if cache.incr(key) > MOST_QUESTIONS:
        raise TooManyQuestions(address=address)
