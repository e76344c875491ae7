"""All settings, read from the environment, each with a safe default.

HEARTS_DATA      directory of what is kept outside the database (static files, keys)
HEARTS_KEYS      directory of the key files; HEARTS_ORIGIN names the log they sign
DATABASE_URL     whom web and workers connect as; DATABASE_OWNER_URL who migrates
CELERY_BROKER_URL, SECRET_KEY or SECRET_KEY_FILE, ALLOWED_HOSTS, DEBUG
HEARTS_BEACONS   addresses of drand nodes; HEARTS_WITNESSES who cosigns the log's checkpoints
HEARTS_INSECURE_HTTP=1 allows plain HTTP on other hosts than this one
"""

import os
import secrets
from pathlib import Path

from hearts_site.broker import DEFAULT_BROKER, broker_options
from hearts_site.database_url import parse_database_url

BASE_DIR = Path(__file__).resolve().parent.parent
LOOPBACK = ["localhost", "127.0.0.1", "[::1]"]


def _is_on(name: str) -> bool:
    return os.environ.get(name, "").lower() in {"1", "true", "yes", "on"}


def _listed(name: str) -> list[str]:
    return [word for word in os.environ.get(name, "").replace(",", " ").split() if word]


def _secret_key() -> str:
    """Take the key given or named; else make one that lasts as long as this process."""
    if named := os.environ.get("SECRET_KEY_FILE"):
        return Path(named).read_text(encoding="ascii").strip()
    return os.environ.get("SECRET_KEY") or secrets.token_urlsafe(64)


# -- Hearts -----------------------------------------------------------------------------------
HEARTS_DATA = Path(os.environ.get("HEARTS_DATA") or BASE_DIR / "build" / "data")
HEARTS_KEYS = Path(os.environ.get("HEARTS_KEYS") or HEARTS_DATA / "keys")
HEARTS_ORIGIN = os.environ.get("HEARTS_ORIGIN", "hearts.localhost/log")
HEARTS_COMPUTER_DELAY = int(os.environ.get("HEARTS_COMPUTER_DELAY", "1000"))  # milliseconds
HEARTS_LEASE = int(os.environ.get("HEARTS_LEASE", "120"))  # seconds a worker may take for a job
HEARTS_AUDIT_HOUR = int(os.environ.get("HEARTS_AUDIT_HOUR", "2"))  # UTC; 24: never by itself
HEARTS_AUDIT_CHUNK = int(os.environ.get("HEARTS_AUDIT_CHUNK", "100"))  # games of a worker's share
HEARTS_AUDIT_SPREAD = int(os.environ.get("HEARTS_AUDIT_SPREAD", "7200"))  # seconds it may take
HEARTS_THREADS = int(os.environ.get("HEARTS_THREADS", "64"))  # of a web process, waiters included
HEARTS_RATE = int(os.environ.get("HEARTS_RATE", "200"))  # calls a second, per token or address
HEARTS_GUESSES = int(os.environ.get("HEARTS_GUESSES", "10"))  # passwords in ten minutes
HEARTS_NEW_ACCOUNTS = int(os.environ.get("HEARTS_NEW_ACCOUNTS", "20"))  # an hour, per address
HEARTS_IMPORT_LIMIT = int(os.environ.get("HEARTS_IMPORT_LIMIT", "33554432"))  # bytes, as sent
HEARTS_WAITERS = int(os.environ.get("HEARTS_WAITERS", "32"))  # long polls of a web process

HEARTS_VERIFIER = HEARTS_DATA / "verifier" / "hearts-verify.pyz"  # offered when it stands there
HEARTS_BEACONS = _listed("HEARTS_BEACONS") or [
    "https://api.drand.sh",
    "https://api2.drand.sh",
    "https://api3.drand.sh",
    "https://drand.cloudflare.com",
]
HEARTS_WITNESSES = _listed("HEARTS_WITNESSES")  # each <address>=<vkey of the witness>
HEARTS_FETCH_TIMEOUT = float(os.environ.get("HEARTS_FETCH_TIMEOUT", "5"))  # seconds an answer takes

# -- Django -----------------------------------------------------------------------------------
SECRET_KEY = _secret_key()
DEBUG = _is_on("DEBUG")
ALLOWED_HOSTS = _listed("ALLOWED_HOSTS") or LOOPBACK
CSRF_TRUSTED_ORIGINS = _listed("CSRF_TRUSTED_ORIGINS")
ROOT_URLCONF = "hearts_site.urls"
WSGI_APPLICATION = "hearts_site.wsgi.application"
AUTH_USER_MODEL = "games.Account"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
APPEND_SLASH = False

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "hearts_site",
    "deals",
    "games",
    "games.leagues",
    "api",
]

MIDDLEWARE = [
    "hearts_site.logs.RequestLogMiddleware",
    "api.middleware.CorsMiddleware",
    "api.pages.refusals.RefusalsForPeople",
    "django.middleware.security.SecurityMiddleware",
    "api.middleware.SessionsOfPages",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "api.middleware.AccountsOfPages",
    "api.middleware.MessagesOfPages",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "api.middleware.ProblemMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "api" / "pages" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
    )
]

USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"
USE_I18N = False
CSRF_FAILURE_VIEW = "api.problems.csrf_failed"

STATIC_URL = "/static/"
STATIC_ROOT = HEARTS_DATA / "static"
STATICFILES_DIRS = [path for path in [BASE_DIR / "api" / "pages" / "static"] if path.is_dir()]

# -- Database ---------------------------------------------------------------------------------
DATABASE_URL = os.environ.get("DATABASE_URL", "postgres:///hearts")
DATABASE_OWNER_URL = os.environ.get("DATABASE_OWNER_URL", "")
_as_owner = DATABASE_OWNER_URL and _is_on("HEARTS_AS_OWNER")  # manage.py says when
_database = parse_database_url(DATABASE_OWNER_URL if _as_owner else DATABASE_URL)
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": _database.name,
        "USER": _database.user,
        "PASSWORD": _database.password,
        "HOST": _database.host,
        "PORT": _database.port,
        "ATOMIC_REQUESTS": False,
        "OPTIONS": {
            **_database.options,
            "pool": {
                "min_size": 1,
                "max_size": int(os.environ.get("HEARTS_POOL", "16")),
                "timeout": 10,
            },
            "server_side_binding": True,  # or nothing could be prepared
            "prepare_threshold": 5,
        },
    }
}

# -- The edge ---------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["api.auth.TokenAuthentication"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "api.problems.problem_response",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Hearts",
    "DESCRIPTION": "Provably fair deals, games and their replay.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,  # the choices stand in the type
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "AUTHENTICATION_WHITELIST": [],
    "APPEND_COMPONENTS": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
    "POSTPROCESSING_HOOKS": [],
    "PATH_CONVERTER_OVERRIDES": {"count": int, "seat": int, "index": int},
}

# -- HTTPS: everywhere but on this machine, unless said ---------------------------------------
_HTTPS = not _is_on("HEARTS_INSECURE_HTTP") and not set(ALLOWED_HOSTS) <= set(LOOPBACK)
SECURE_SSL_REDIRECT = _HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_HSTS_SECONDS = 31_536_000 if _HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = _HTTPS
SECURE_HSTS_PRELOAD = _HTTPS
SECURE_PROXY_SSL_HEADER = (
    ("HTTP_X_FORWARDED_PROTO", "https") if _is_on("HEARTS_BEHIND_PROXY") else None
)
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = _HTTPS
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
X_FRAME_OPTIONS = "DENY"

# -- Work in the background: the broker is only a hint, the Job rows are the truth ------------
CELERY_BROKER_URL = os.environ.get("CELERY_BROKER_URL", DEFAULT_BROKER)
CELERY_BROKER_TRANSPORT_OPTIONS = broker_options(CELERY_BROKER_URL, _database.conninfo())
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_POOL_LIMIT = 4
CELERY_TASK_DEFAULT_QUEUE = os.environ.get("HEARTS_QUEUE", "celery")
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TIME_LIMIT = 600
CELERY_TASK_SOFT_TIME_LIMIT = 540
CELERY_WORKER_PREFETCH_MULTIPLIER = 2
CELERY_WORKER_LOST_WAIT = 1.0  # seconds a killed child's place stays empty; no result can come
# While a worker holds a task that is due later, its timer sleeps so many seconds at a time, and
# looks at no task that came meanwhile, however soon that is due: a computer player's move is.
CELERY_WORKER_TIMER_PRECISION = 0.05
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_MAX_LOOP_INTERVAL = 0.5  # as long takes the schedule to notice that it should end
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "games.tasks.sweep", "schedule": 5.0, "options": {"expires": 5.0}},
    "forget": {"task": "api.tasks.forget_old", "schedule": 3600.0, "options": {"expires": 60.0}},
}

# -- Logs -------------------------------------------------------------------------------------
LOGGING_LEVEL = os.environ.get("HEARTS_LOG_LEVEL", "INFO").upper()
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "hearts_site.logs.JsonFormatter"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"handlers": ["stderr"], "level": LOGGING_LEVEL},
    "loggers": {
        "django": {"handlers": [], "level": LOGGING_LEVEL, "propagate": True},
        "django.server": {"handlers": [], "propagate": True},
        "django.request": {"level": "ERROR"},  # each request has its own line already
        "celery": {"level": "WARNING"},  # the sweep alone would write three lines every 5 s
        "celery.apps.worker": {"level": "INFO"},  # it says when it is ready
    },
}
