"""Where the web server listens, and under which names it may be asked."""

import errno
import ipaddress
import socket
import time

LOOPBACK = ["localhost", "127.0.0.1", "[::1]"]
NOWHERE = ("192.0.2.1", 9)  # reserved for documentation; asking for the way there sends nothing


class CannotListen(Exception):
    """Why the address cannot be listened on."""


def names(host: str) -> list[str]:
    """The names under which a server that listens on *host* answers, the most useful first."""
    if host == "localhost" or _is_loopback(host):
        return [host, *(name for name in LOOPBACK if name != host)]
    if host != "0.0.0.0":  # noqa: S104 - compared, not listened on
        return [host, *LOOPBACK]
    machine = socket.gethostname().lower()
    return [_address_in_network() or LOOPBACK[1], machine, f"{machine}.local", *LOOPBACK]


def check_free(host: str, port: int, *, patience: float) -> None:
    """Wait up to *patience* seconds until *port* is free. Raises `CannotListen`."""
    deadline = time.monotonic() + patience
    while (fault := _listen(host, port)) is not None:
        if fault.errno != errno.EADDRINUSE:
            raise CannotListen(f"Cannot listen on {host}:{port}: {fault.strerror}.")
        if time.monotonic() >= deadline:
            raise CannotListen(f"Port {port} is used by another program; choose one with --port {port + 1}.")
        time.sleep(0.1)


def _listen(host: str, port: int) -> OSError | None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
            probe.listen()
        except OSError as fault:
            return fault
    return None


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _address_in_network() -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(NOWHERE)
        except OSError:
            return None
        return str(probe.getsockname()[0])
