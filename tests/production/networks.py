"""Machines of their own on this one: network namespaces, each with a cable to here."""

import contextlib
import os
import socket
import subprocess
import threading
from urllib.parse import urlsplit

import pytest

NAME = f"lx{os.getpid()}"  # other tests may run beside these
PREFIX = f"10.213.{os.getpid() % 256}"  # ours is .1, and those of the machines follow


@contextlib.contextmanager
def machines(count):
    """Network namespaces: their addresses by name. They reach us at `PREFIX`.1 and nothing else."""
    with contextlib.ExitStack() as stack:
        _root("ip", "link", "add", NAME, "type", "bridge")
        stack.callback(_root, "ip", "link", "del", NAME)
        _root("ip", "addr", "add", f"{PREFIX}.1/24", "dev", NAME)
        _root("ip", "link", "set", NAME, "up")
        addresses = {f"{NAME}-{number}": f"{PREFIX}.{number}" for number in range(2, 2 + count)}
        for name, address in addresses.items():
            _root("ip", "netns", "add", name)
            stack.callback(_root, "ip", "netns", "del", name)
            _root("ip", "link", "add", f"{name}a", "type", "veth", "peer", "name", f"{name}b", "netns", name)
            stack.callback(_root, "ip", "link", "del", f"{name}a")
            _root("ip", "link", "set", f"{name}a", "master", NAME, "up")
            _root("ip", "-n", name, "addr", "add", f"{address}/24", "dev", f"{name}b")
            for device in ("lo", f"{name}b"):
                _root("ip", "-n", name, "link", "set", device, "up")
        yield addresses


def reachable(stack, url):
    """The URL by which machines reach a server that listens on this machine's own address only."""
    port = urlsplit(url).port
    listening = stack.enter_context(socket.create_server((f"{PREFIX}.1", port)))
    threading.Thread(target=_accept, args=(listening, port), daemon=True).start()
    return url.replace("127.0.0.1", f"{PREFIX}.1")


def _accept(listening, port):
    with contextlib.suppress(OSError):  # until it is closed
        while True:
            far, _ = listening.accept()
            threading.Thread(target=_connect, args=(far, port), daemon=True).start()


def _connect(far, port):
    with far, socket.create_connection(("127.0.0.1", port)) as near:
        back = threading.Thread(target=_pass_on, args=(near, far))
        back.start()
        _pass_on(far, near)
        back.join()


def _pass_on(source, sink):
    with contextlib.suppress(OSError):
        while some := source.recv(65536):
            sink.sendall(some)
    with contextlib.suppress(OSError):
        sink.shutdown(socket.SHUT_WR)


def _root(*words):
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if "not permitted" in done.stderr:
        pytest.skip("This machine lets nobody make network namespaces.")
    assert done.returncode == 0, f"{words}: {done.stderr}"
