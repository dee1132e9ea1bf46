"""Webhooks: what can be subscribed to, and which addresses messages may go to."""

import ipaddress
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from games.errors import Phrase
from league.webhooks.errors import BadWebhook

MAX_URL_LENGTH = 500  # characters
PING = "webhook.ping"
KINDS = (
    "match.opened",
    "game.ended",
    "match.ended",
    "result.reported",
    "result.confirmed",
    "result.contested",
    "result.settled",
    "match.forfeited",
    "match.voided",
    "match.reopened",
    "ruling.given",
    "moves.annulled",
    "moves.withdrawn",
    "game.replayed",
    "score.adjusted",
    "tournament.registration_opened",
    "tournament.scheduled",
    "tournament.started",
    "tournament.finished",
    "tournament.reopened",
    "entrant.entered",
    "entrant.withdrawn",
    "stage.opened",
    "round.published",
    "round.scheduled",
    "table.started",
    "table.added",
    "table.scheduled",
)
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")  # its last four bytes are the IPv4 address that is reached
_SPECIAL_NETWORKS = tuple(  # for protocols, and old or local ways from IPv6 to IPv4
    ipaddress.ip_network(network)
    for network in (
        *("192.0.0.0/24", "192.88.99.0/24"),
        *("::/96", "::ffff:0:0:0/96", "64:ff9b:1::/48", "2001::/32", "2002::/16", "fec0::/10"),
    )
)


class Target(NamedTuple):
    """Where a message goes: `path` with the query, `host` as the address has it, in ASCII."""

    secure: bool
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """Host and port as the header `Host` has them."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.secure else 80) else f"{host}:{self.port}"


def parse_target(url: str, *, to_loopback: bool = False) -> Target:
    """Where messages to *url* go: https at port 443. *to_loopback* allows http and any port too, for development.

    Raises `BadWebhook`.

    Example: `https://example.org/hook?a=1` leads to port 443 of example.org, path `/hook?a=1`. Refused are
    `http://example.org/`, `https://me@example.org/`, `https://example.org:8443/` and `https://127.1/`.
    """
    parts, port = _split(url)
    secure = parts.scheme == "https"
    host = (parts.hostname or "").rstrip(".")
    usual = 443 if secure else 80
    if not secure and not (to_loopback and parts.scheme == "http"):
        raise BadWebhook(url=url, why=Phrase("it must start with https://"))
    if "@" in parts.netloc:
        raise BadWebhook(url=url, why=Phrase("it must not contain a user name or password"))
    if not host:
        raise BadWebhook(url=url, why=Phrase("it is not a valid URL"))
    if port not in (None, usual) and not to_loopback:
        raise BadWebhook(url=url, why=Phrase("only port 443 is allowed"))
    if parts.fragment:
        raise BadWebhook(url=url, why=Phrase("it must not contain a part after #"))
    if _is_internal(host) and not to_loopback:
        raise BadWebhook(url=url, why=Phrase("it does not point to the public internet"))
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(secure, host, port or usual, path)


def _split(url: str) -> tuple[SplitResult, int | None]:
    """The parts of an address and its port, if it has one. Raises `BadWebhook`."""
    if len(url) > MAX_URL_LENGTH or not (url.isascii() and url.isprintable()) or " " in url or "\\" in url:
        raise BadWebhook(url=url, why=Phrase("it is too long or contains characters that a URL cannot have"))
    try:
        parts = urlsplit(url)
        return parts, parts.port
    except ValueError:
        raise BadWebhook(url=url, why=Phrase("it is not a valid URL")) from None


def may_receive(address: str, *, to_loopback: bool = False) -> bool:
    """Whether a message may be sent to this IP address, which has to be public."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address):
        inner = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF) if found in _NAT64 else found.ipv4_mapped
        found = inner or found
    return (to_loopback and found.is_loopback) or _is_public(found)


def _is_public(found: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    refused = (
        found.is_private,
        found.is_loopback,
        found.is_link_local,
        found.is_multicast,
        found.is_reserved,
        found.is_unspecified,
        any(found in network for network in _SPECIAL_NETWORKS if network.version == found.version),
    )
    return found.is_global and not any(refused)


def _is_internal(host: str) -> bool:
    """Whether a host is not public by its name. The addresses behind a name are checked when a message is sent."""
    if host == "localhost" or host.endswith((".localhost", ".local", ".internal")):
        return True
    try:
        return not may_receive(str(ipaddress.ip_address(host)))
    except ValueError:
        return "." not in host or host.rsplit(".", 1)[1][:1].isdigit()  # else 127.1, 2130706433, 0x7f.1
