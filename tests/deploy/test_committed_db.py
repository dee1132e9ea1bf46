import os
import threading
import urllib.request

import psycopg
from django.contrib.auth import get_user_model
from django.db import connection, transaction

from tests.processes import python

COUNT = "from league.models import User; print(User.objects.count())"


def add(name):
    get_user_model().objects.create_user(name)
    connection.close()


def test_commits_are_visible_to_threads_other_processes_and_the_server(committed_db, committed_server):
    threads = [threading.Thread(target=add, args=[name]) for name in ("anna", "boris")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    seen = python("manage.py", "shell", "--no-imports", "-c", COUNT)
    with psycopg.connect(committed_db) as other, urllib.request.urlopen(f"{committed_server.url}/healthz") as health:
        assert other.execute("SELECT count(*) FROM league_user").fetchone() == (2,)
        assert health.status == 200
    assert (seen.stdout, os.environ["DATABASE_URL"]) == ("2\n", committed_db)


def test_callbacks_run_after_a_real_commit(committed_db):
    order = []

    with transaction.atomic():
        transaction.on_commit(lambda: order.append("after"))
        order.append("inside")

    assert order == ["inside", "after"]


def test_each_test_begins_with_an_empty_database(committed_db):
    assert get_user_model().objects.count() == 0
