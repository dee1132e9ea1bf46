"""Allowed and refused addresses of webhooks."""

import pytest

from league.webhooks.errors import BadWebhook
from league.webhooks.subscriptions import Target, may_receive, parse_target

INTERNAL = [
    *("0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "127.0.0.1", "127.8.8.8", "169.254.169.254", "172.16.0.1"),
    *("192.0.0.8", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1", "203.0.113.9", "224.0.0.1", "240.0.0.1"),
    *("255.255.255.255", "::", "::1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:0:7f00:1"),
    *("64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::808:808", "100::1", "2001::1", "2001:db8::1"),
    *("2002:7f00:1::", "2002:808:808::", "fc00::1", "fd12::1", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1"),
    *("", "localhost", "2130706433", "0x7f000001", "127.1", "017700000001"),
]
PUBLIC = ["8.8.8.8", "93.184.216.34", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"]


@pytest.mark.parametrize("address", INTERNAL)
def test_internal_addresses_are_not_contacted(address):
    assert may_receive(address) is False


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_are_contacted(address):
    assert may_receive(address) is True


@pytest.mark.parametrize(
    ("address", "found"),
    [("127.0.0.1", True), ("::1", True), ("::ffff:127.0.0.1", True), ("10.0.0.1", False), ("169.254.169.254", False)],
)
def test_development_mode_allows_loopback_and_no_other_internal_address(address, found):
    assert may_receive(address, to_loopback=True) is found


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://club.example/", "it must start with https://"),
        ("ftp://club.example/", "it must start with https://"),
        ("//club.example/", "it must start with https://"),
        ("https://anna:secret@club.example/", "it must not contain a user name or password"),
        ("https://club.example@127.0.0.1/", "it must not contain a user name or password"),
        ("https://@club.example/", "it must not contain a user name or password"),
        ("https:///hook", "it is not a valid URL"),
        ("https://[::1/", "it is not a valid URL"),
        ("https://club.example:x/", "it is not a valid URL"),
        ("https://club.example:8443/", "only port 443 is allowed"),
        ("https://club.example:80/", "only port 443 is allowed"),
        ("https://club.example/#top", "it must not contain a part after #"),
        ("https://localhost/", "it does not point to the public internet"),
        ("https://ludex.local/", "it does not point to the public internet"),
        ("https://metadata.google.internal./", "it does not point to the public internet"),
        ("https://intranet/", "it does not point to the public internet"),
        ("https://127.0.0.1/", "it does not point to the public internet"),
        ("https://127.1/", "it does not point to the public internet"),
        ("https://2130706433/", "it does not point to the public internet"),
        ("https://0x7f000001/", "it does not point to the public internet"),
        ("https://0x7f.1/", "it does not point to the public internet"),
        ("https://0177.0.0.1/", "it does not point to the public internet"),
        ("https://[::1]/", "it does not point to the public internet"),
        ("https://[::ffff:169.254.169.254]/", "it does not point to the public internet"),
        ("https://клуб.рф/", "it is too long or contains characters that a URL cannot have"),
        ("https://club.example/a b", "it is too long or contains characters that a URL cannot have"),
        ("https://club.example\\@127.0.0.1/", "it is too long or contains characters that a URL cannot have"),
        ("https://club.example/\r\nHost: x", "it is too long or contains characters that a URL cannot have"),
        ("https://club.example/" + "a" * 500, "it is too long or contains characters that a URL cannot have"),
    ],
)
def test_unusable_addresses_are_refused_with_the_reason(url, why):
    with pytest.raises(BadWebhook) as refused:
        parse_target(url)

    assert str(refused.value.params["why"]) == why


def test_an_address_is_split_into_its_parts():
    assert parse_target("https://Club.Example:443/hook?a=1") == Target(True, "club.example", 443, "/hook?a=1")
    assert parse_target("https://8.8.8.8").authority == "8.8.8.8"
    assert parse_target("http://127.0.0.1:8000/", to_loopback=True).authority == "127.0.0.1:8000"
