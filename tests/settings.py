"""The service's settings, changed for tests: no pool, no broker, fast password hashing."""

from pathlib import Path

from deploy.settings import *  # noqa: F403 - a settings module is its names

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
CELERY_BROKER_URL = "memory://"
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = {}
FOUND_CLUBS = "anyone"
LATE_ROWS = 3600.0  # no worker runs, and a busy machine takes its time
PUSH_KEY = ""
CHECKPOINT_KEY_FILE = CHECKPOINT_WITNESS_FILE = Path("/nonexistent/no-test-signs-by-accident")
