"""Ports of this machine: one that nobody uses, and whether a web server answers at one."""

import socket
import urllib.request


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def answers(url):
    """Whether a process of Ludex answers there."""
    try:
        urllib.request.urlopen(f"{url}/healthz", timeout=5).close()
    except OSError:
        return False
    return True
