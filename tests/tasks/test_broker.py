import pytest
from django.db import connection


@pytest.mark.django_db
def test_the_database_can_be_the_broker():
    with connection.cursor() as cursor:
        cursor.execute("SELECT pgmq.create('letters'), pgmq.send('letters', '{\"to\": 7}')")
        cursor.execute("SELECT message FROM pgmq.read('letters', 30, 1)")

        assert cursor.fetchall() == [('{"to": 7}',)]
