"""Settings: what the code decides, and what the environment says. No secret has a default."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django_guid.integrations.celery import CeleryIntegration
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from whitenoise.compress import Compressor

from api.docs.settings import ANSWERED_HEADERS, SCHEMA_SETTINGS, SENT_HEADERS
from deploy.data_folder import data_folder, setup_code
from deploy.observability.logs import logging_settings
from deploy.secret_files import read_secret_files
from verify.signed_notes import NoteFault, PublicKey
from verify.witness.cosignatures import WitnessKey

P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
ROOT = Path(__file__).resolve().parent.parent
read_secret_files()
env = environ.Env()

SECRET_KEY = env.str("SECRET_KEY")
DEBUG = False
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

# Pages of other origins may read through the API what is open to all, and those named here may do all that a token
# lets them. None of them gets cookies.
CORS_URLS_REGEX = "^/api/"
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOWED_ORIGINS = env.list("CORS_ORIGINS", default=[])
for _origin in CORS_ALLOWED_ORIGINS:
    if re.fullmatch(r"https?://[^/\s*]+", _origin) is None:
        raise ImproperlyConfigured(f"CORS_ORIGINS has origins, such as https://app.example.org, not {_origin}.")
CORS_ALLOW_HEADERS = SENT_HEADERS
CORS_EXPOSE_HEADERS = ANSWERED_HEADERS

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "corsheaders",
    "rest_framework",
    "csp",
    "django_guid",
    "knox",
    "axes",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "league.apps.LeagueConfig",
    "api.apps.ApiConfig",
    "web.apps.WebConfig",
    "tasks.apps.TasksConfig",
    "deploy.apps.DeployConfig",
]
MIDDLEWARE = [
    "django_guid.middleware.guid_middleware",
    "deploy.middleware.Timing",
    "deploy.middleware.BodylessHead",
    "deploy.middleware.Monitoring",
    "django.middleware.security.SecurityMiddleware",
    "deploy.middleware.ContentPolicy",
    "deploy.middleware.CrossOrigin",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "deploy.middleware.Compression",
    "deploy.middleware.ReadReplica",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "deploy.middleware.SmallBodies",
    "deploy.sign_in.RememberDevice",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "deploy.urls"
WSGI_APPLICATION = "deploy.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

# Database. psycopg reads the address itself, since it knows unix sockets in it.
_PARTS = ("dbname", "user", "password", "host", "port")
DB_POOLER = env.bool("DB_POOLER", default=False)  # PgBouncer or the like lends a connection for a transaction only


def _database(address: str, patience: int) -> dict[str, Any]:
    """A database, of which a request gets a connection within so many seconds."""
    dsn = conninfo_to_dict(address)
    name, *parts = (str(dsn.pop(part, "")) for part in _PARTS)
    # From the second use on a statement is prepared; not at once, as a migration may be several commands in one.
    options: dict[str, object] = {
        "server_side_binding": True,
        "prepare_threshold": None if DB_POOLER else 1,
    }
    if env.bool("DB_POOL", default=True):
        options["pool"] = {
            "min_size": 1,
            "max_size": env.int("DB_POOL_SIZE", default=16),
            "timeout": patience,
            "reconnect_timeout": patience,  # then tries begin again: pauses double, and a server is to be seen soon
        }
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        **dict(zip(("USER", "PASSWORD", "HOST", "PORT"), parts, strict=True)),
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": True,  # a connection that died with the server is replaced before it is used
        "DISABLE_SERVER_SIDE_CURSORS": DB_POOLER,
        "OPTIONS": dsn | options,
    }


DATABASES = {"default": _database(env.str("DATABASE_URL"), env.int("DB_POOL_TIMEOUT", default=10))}
LISTEN_URL = env.str("LISTEN_URL", default="")  # what the database announces is heard past a pooler
if DB_POOLER and not LISTEN_URL:
    raise ImproperlyConfigured("With DB_POOLER, LISTEN_URL names the database itself, past the pooler.")
if env.str("REPLICA_URL", default=""):
    if not env.str("CACHE_URL", default=""):
        raise ImproperlyConfigured("With REPLICA_URL, CACHE_URL names a cache elsewhere, such as redis://….")
    DATABASES["replica"] = _database(env.str("REPLICA_URL"), patience=1)
LOG_PARTITIONS = env.int("LOG_PARTITIONS", default=8)  # read once, by the migration that makes them
LUDEX_SHARDS = env.int("LUDEX_SHARDS", default=1)  # among which new clubs are spread
if not 1 <= LUDEX_SHARDS <= 64:
    raise ImproperlyConfigured(f"LUDEX_SHARDS: {LUDEX_SHARDS} is not a number from 1 to 64.")
_first_shards = env.list("WORKER_SHARDS", default=[])  # which a worker follows before the others
for _shard in _first_shards:
    if re.fullmatch("[0-9]|[1-5][0-9]|6[0-3]", _shard) is None:
        raise ImproperlyConfigured(f"WORKER_SHARDS: {_shard!r} is not a number from 0 to 63.")
WORKER_SHARDS = [*map(int, _first_shards)]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# What all web processes count together, like sign-ins. The table's rows may be lost at any time.
CACHES = {
    "default": env.cache_url("CACHE_URL", default="dbcache://shared_cache?max_entries=100000"),
    "process": {  # what a process counts for itself, because it happens too often to ask another one
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "process",
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    },
}

AUTH_USER_MODEL = "league.User"
AUTHENTICATION_BACKENDS = ["deploy.sign_in.Backend"]
AXES_HANDLER = "deploy.sign_in.Counts"
AXES_FAILURE_LIMIT = 10  # wrong passwords for one name from one address
AXES_COOLOFF_TIME = timedelta(hours=1)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_USERNAME_CALLABLE = "deploy.sign_in.client_name"
AXES_CLIENT_IP_CALLABLE = "deploy.sign_in.client_address"
AXES_RESET_ON_SUCCESS = True
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_DISABLE_ACCESS_LOG = True
AXES_ENABLE_ADMIN = False
SILENCED_SYSTEM_CHECKS = ["axes.W002"]  # its middleware: the views tell who is locked out
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{validator}"}
    for validator in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

# Background work. pgmq is a queue in the same database; any other broker is named by its address.
CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", default="pgmq://localhost")
if CELERY_BROKER_URL.startswith("pgmq:"):
    _direct = conninfo_to_dict(LISTEN_URL or env.str("DATABASE_URL"))
    # The defaults' long poll lets one idle queue hold up the others. So the database notifies workers of messages
    # (`use_notify`, which tasks.log sets for them alone, as others would change tables of queues at the same time).
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "conn_string": make_conninfo(**{part: str(_direct[part]) for part in _PARTS if part in _direct}),
        "init_extension": False,
        "visibility_timeout": 300,
        "wait_time_seconds": 0,
        "polling_interval": 1.0,  # seconds, if it didn't tell
        "notify_throttle_interval_ms": 0,
    }
elif CELERY_BROKER_URL.startswith(("redis:", "rediss:")):
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "visibility_timeout": 300
    }  # seconds; then what a dead worker had is done by another
elif CELERY_BROKER_URL.startswith(("amqp:", "amqps:")):
    # A node of a cluster may be away: the other nodes have these queues, too.
    CELERY_TASK_DEFAULT_QUEUE_TYPE = CELERY_TASK_CREATE_MISSING_QUEUE_TYPE = "quorum"
CELERY_WORKER_ENABLE_REMOTE_CONTROL = not CELERY_BROKER_URL.startswith("pgmq:")  # it finds names of queues too long
CELERY_WORKER_PREFETCH_MULTIPLIER = 4
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULER = "tasks.beat:SteadyScheduler"

# Checkpoints of the log are signed by whoever has this key: the worker alone needs it. Without the file none is signed.
CHECKPOINT_KEY_FILE = Path(env.str("CHECKPOINT_KEY_FILE", default=str(data_folder() / "checkpoint_key")))
CHECKPOINT_WITNESS_FILE = Path(env.str("CHECKPOINT_WITNESS_FILE", default=str(data_folder() / "checkpoint_witness")))


def _witness(given: str) -> tuple[str, str]:
    """The address and the public key of a witness."""
    url, _, key = given.partition(" ")
    try:
        return url, str(WitnessKey.read(key.strip()))
    except NoteFault as fault:
        raise ImproperlyConfigured(f"WITNESSES has URL KEY for each witness, not {given}: {fault}") from None


def _log_key(given: str) -> str:
    try:
        return str(PublicKey.read(given))
    except NoteFault as fault:
        raise ImproperlyConfigured(f"WITNESS_LOGS has the public keys of logs: {fault}") from None


# Who cosigns checkpoints, and the public keys of the logs whose checkpoints are cosigned here.
WITNESSES = [_witness(each.strip()) for each in env.list("WITNESSES", default=[])]
WITNESS_LOGS = [_log_key(each.strip()) for each in env.list("WITNESS_LOGS", default=[])]
WITNESS_KEY_FILE = Path(env.str("WITNESS_KEY_FILE", default=str(data_folder() / "witness_key")))


def _rate(given: str) -> str:
    """A limit that an operator may change: how many in which time."""
    if re.fullmatch(r"[1-9][0-9]{0,8}/(min|hour|day)", given) is None:
        raise ImproperlyConfigured(f"A quota is a number and a time, such as 20000/hour or 10/day, not {given}.")
    return given


REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "api.authentication.Tokens",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_PARSER_CLASSES": ["api.parsers.JsonParser"],
    "DEFAULT_RENDERER_CLASSES": ["api.renderers.JsonRenderer"],
    "DEFAULT_SCHEMA_CLASS": "api.openapi.DocstringSchema",
    "DEFAULT_THROTTLE_CLASSES": ["deploy.sign_in.Limit", "deploy.sign_in.Writes"],
    "NUM_PROXIES": env.int("TRUSTED_PROXIES", default=0),  # how many before us tell honestly whom they speak for
    "DEFAULT_THROTTLE_RATES": {
        "sign_in": "60/min",
        "confirm": "30/min",  # set-up codes, and one's own password once more
        "sign_up": "30/hour",
        "invited": "240/hour",
        "invitation": "30/hour",  # by the same one
        "table": "240/min",
        "device": "60/hour",  # programs that ask to be signed in
        "device_token": "300/min",  # each asks every 5 seconds
        "address": "10/hour",  # e-mail addresses that are to be confirmed
        # Of one account. An evening of 120 people, all of it sent by one, is 1,000 writes.
        "write": _rate(env.str("QUOTA_WRITES", default="20000/hour")),
        "clubs": _rate(env.str("QUOTA_CLUBS", default="10/day")),
        "tournaments": _rate(env.str("QUOTA_TOURNAMENTS", default="200/day")),
        "matches": _rate(env.str("QUOTA_MATCHES", default="2000/day")),  # opened one by one, without those of rounds
    },
    "URL_FORMAT_OVERRIDE": None,  # Accept alone says what is wanted
    "EXCEPTION_HANDLER": "api.problems.handle",
}
# Who may found a club once there is one: nobody but the operator, whoever has been invited to a club, or anyone.
FOUND_CLUBS = env.str("FOUND_CLUBS", default="invited")
if FOUND_CLUBS not in ("first", "invited", "anyone"):
    raise ImproperlyConfigured(f"FOUND_CLUBS is first, invited or anyone, not {FOUND_CLUBS}.")
LATE_ROWS = env.float("LATE_ROWS", default=5)  # seconds; pages say so if lists and standings are older
CLUB_PLAYERS = env.int("CLUB_PLAYERS", default=20_000)  # that a club may have
CLUB_TOURNAMENTS = env.int("CLUB_TOURNAMENTS", default=20_000)
SETUP_CODE = setup_code(SECRET_KEY)  # asked for while there is no account
SETUP_FROM_LOOPBACK = env.bool("SETUP_FROM_LOOPBACK", default=False)  # a browser on this machine needs no code
WEBHOOKS_TO_LOOPBACK = env.bool("WEBHOOKS_TO_LOOPBACK", default=False)  # for development and tests alone
FEED_RENEWAL = env.float("FEED_RENEWAL", default=30)  # seconds after which a feed asks again who listens
FEED_LISTENERS = env.int("FEED_LISTENERS", default=4000)  # connections that listen to one web server process
FEED_LISTENERS_OF_ACCOUNT = env.int("FEED_LISTENERS_OF_ACCOUNT", default=100)  # of those, also of all its devices
FEED_LISTENERS_OF_ADDRESS = env.int("FEED_LISTENERS_OF_ADDRESS", default=1000)  # of a hall with all who look on
# Where `manage.py alert` reports failures: a webhook, or an address of mail, which EMAIL_URL sends.
ALERT_URL = env.str("ALERT_URL", default="")
ALERT_MAIL = env.str("ALERT_MAIL", default="")
_mail_server = env.str("EMAIL_URL", default="")
if ALERT_MAIL and not _mail_server:
    raise ImproperlyConfigured("ALERT_MAIL needs EMAIL_URL, such as smtp+tls://USER:PASSWORD@mail.example.org:587.")
globals().update(env.email_url_config(_mail_server or "dummymail://"))
EMAIL_TIMEOUT = 10  # seconds for each answer of the mail server
DEFAULT_FROM_EMAIL = env.str("EMAIL_FROM", default="") or "ludex@localhost"
PUBLIC_URL = env.str("PUBLIC_URL", default="").rstrip("/")  # where links in mail and push messages lead
if PUBLIC_URL and re.fullmatch(r"https?://[^\s/?#@]+", PUBLIC_URL) is None:
    raise ImproperlyConfigured(f"PUBLIC_URL is an address such as https://ludex.example.org, not {PUBLIC_URL}.")
PUSH_KEY = env.str("PUSH_KEY", default="").lower()  # by which push services know this installation
if PUSH_KEY and (re.fullmatch("[0-9a-f]{64}", PUSH_KEY) is None or not 0 < int(PUSH_KEY, 16) < P256_ORDER):
    raise ImproperlyConfigured("PUSH_KEY is 64 random hexadecimal digits.")
NOTICES_BY_MAIL = bool(PUBLIC_URL and _mail_server and env.str("EMAIL_FROM", default=""))
SPECTACULAR_SETTINGS = SCHEMA_SETTINGS
REST_KNOX = {"TOKEN_TTL": timedelta(days=90), "AUTO_REFRESH": False}
DATA_UPLOAD_MAX_MEMORY_SIZE = 9 * 1024 * 1024  # bytes of a request's body; a record may have 8 MiB
DATA_UPLOAD_MAX_NUMBER_FIELDS = 4200  # a draft of 2,000 entrants comes back with each's table, and the one before
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]  # what is larger is not kept at all
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("ru", "Русский")]
LOCALE_PATHS = [ROOT / "web" / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True
FORMAT_MODULE_PATH = ["web.formats"]

STATIC_URL = "static/"
STATIC_ROOT = env.str("STATIC_ROOT", default=None)  # where collectstatic puts files; without it they are found in place
WHITENOISE_USE_FINDERS = STATIC_ROOT is None
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = (*Compressor.SKIP_COMPRESS_EXTENSIONS, "map")
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},  # nothing is uploaded to files
    "staticfiles": {
        "BACKEND": "deploy.static_files.HashedFiles"
        if STATIC_ROOT
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],  # the API's pages draw their arrows so
        "font-src": [SELF],
        "connect-src": [SELF],
        "worker-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
CSRF_FAILURE_VIEW = "web.page.forbidden"
LOGIN_URL = "web:sign-in"
if env.bool("HTTPS_ONLY", default=False):
    SECURE_SSL_REDIRECT = True
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 30 * 24 * 3600
    # Whether all that the domain has speaks https is not ours to promise.
    SILENCED_SYSTEM_CHECKS += ["security.W005", "security.W021"]
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True

LOG_FORMAT = env.str("LOG_FORMAT", default="plain")
if LOG_FORMAT not in ("plain", "json"):
    raise ImproperlyConfigured(f"LOG_FORMAT is plain or json, not {LOG_FORMAT}.")
LOGGING = logging_settings(
    LOG_FORMAT, env.str("LOG_LEVEL", default="INFO" if LOG_FORMAT == "json" else "WARNING").upper()
)
DJANGO_GUID = {
    "GUID_HEADER_NAME": "X-Request-ID",  # taken over from whoever is in front if it is a UUID, and told in the answer
    "EXPOSE_HEADER": False,
    "INTEGRATIONS": [CeleryIntegration()],  # a task has the id of the request that sent it
}
METRICS_TOKEN = env.str("METRICS_TOKEN", default=None)  # who shows it may read /metrics; without it nobody may
