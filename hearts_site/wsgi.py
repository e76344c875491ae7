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
gc.freeze()  # what stands now stands for good: no collection need look at it again
