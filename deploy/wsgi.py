"""What the web server serves."""

import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from deploy.observability import memory

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

application = get_wsgi_application()
memory.pause_collector()
_ = get_resolver().url_patterns  # loads every page, before the first request waits for them
memory.keep_loaded()
