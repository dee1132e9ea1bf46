"""What beat sends, and how often: the net under every announcement that may get lost."""

from tasks.app import app

app.conf.beat_schedule = {}
