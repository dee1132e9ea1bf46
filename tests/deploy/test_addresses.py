import socket

import pytest

from deploy import addresses


def test_loopback_answers_only_to_its_own_names():
    assert addresses.names("127.0.0.1") == ["127.0.0.1", "localhost", "[::1]"]


def test_a_network_address_answers_to_itself_first():
    assert addresses.names("192.168.1.5") == ["192.168.1.5", "localhost", "127.0.0.1", "[::1]"]


def test_every_address_also_answers_to_the_name_of_the_machine():
    assert f"{socket.gethostname().lower()}.local" in addresses.names("0.0.0.0")


def test_the_refusal_names_a_foreign_address():
    with pytest.raises(addresses.CannotListen, match=r"^Cannot listen on 192\.0\.2\.7:8000: "):
        addresses.check_free("192.0.2.7", 8000, patience=0)
