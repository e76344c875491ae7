"""The web application as a WSGI server wants it."""

import gc
import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hearts_site.settings")
django_application = get_wsgi_application()

# What follows reads the settings as it is imported.
from games.services.announcing import announce_in_batches  # noqa: E402
from hearts_site.fast_lane import FastLane  # noqa: E402

announce_in_batches()
application = FastLane(django_application)

# What stands now stands for good, and a request leaves few cycles: the collector need not look at
# the one, nor as often for the others.
gc.freeze()
gc.set_threshold(10_000, 20, 20)
