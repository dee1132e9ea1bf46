"""Monitoring may use an IP address and plain http. All other requests need a host name and https."""

import pytest
from django.test import Client


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/healthz", "/readyz"])
def test_monitoring_needs_neither_host_name_nor_https(client, settings, address):
    settings.SECURE_SSL_REDIRECT = True

    answer = client.get(address, headers={"Host": "10.0.0.7:8000"})

    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/json")


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/healthz/", "/api/v1/games/"])
def test_everything_else_needs_host_name_and_https(client, settings, address):
    unnamed = client.get(address, headers={"Host": "10.0.0.7:8000"})
    settings.SECURE_SSL_REDIRECT = True
    plain = Client().get(address)

    assert (unnamed.status_code, "The request could not be read." in unnamed.text) == (400, True)
    assert (plain.status_code, plain.headers["Location"]) == (301, f"https://testserver{address}")
