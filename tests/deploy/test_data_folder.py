import os
import stat

import pytest

from deploy.data_folder import DataFolderInUse, address, keep_address, only_user, push_key, secret_key
from deploy.postgres.temporary import prepare_environment
from league.management.commands.demo import Command


@pytest.mark.parametrize(("key", "name", "characters"), [(secret_key, "secret_key", 86), (push_key, "push_key", 64)])
def test_a_key_is_created_once_and_only_its_owner_can_read_it(tmp_path, key, name, characters):
    first = key(tmp_path)

    assert len(first) == characters
    assert key(tmp_path) == first
    assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600


def test_a_folder_has_one_user_at_a_time(tmp_path):
    with only_user(tmp_path), pytest.raises(DataFolderInUse) as refusal, only_user(tmp_path):
        pass

    assert str(refusal.value) == f"Ludex is already running on {tmp_path} (process {os.getpid()})."


def test_the_next_user_learns_whether_the_last_one_was_killed(tmp_path):
    with only_user(tmp_path) as after_nobody:
        pass
    with only_user(tmp_path) as after_a_clean_end:
        pass
    (tmp_path / "lock").write_text("4711")
    with only_user(tmp_path) as after_a_kill:
        pass

    assert (after_nobody, after_a_clean_end, after_a_kill) == (False, False, True)


def test_commands_know_the_address_of_the_service_on_their_folder(tmp_path, monkeypatch):
    unknown = address(tmp_path)
    keep_address(tmp_path, "http://127.0.0.1:8123")
    monkeypatch.setattr(os, "environ", {"LUDEX_VAR": str(tmp_path), "DATABASE_URL": "postgresql://of.ones.own/x"})

    prepare_environment()

    assert (unknown, address(tmp_path)) == (None, "http://127.0.0.1:8123")
    assert Command().create_parser("manage.py", "demo").parse_args([]).address == "http://127.0.0.1:8123"
