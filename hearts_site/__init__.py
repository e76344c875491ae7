"""The wiring: settings, addresses, Celery, WSGI. No rule of the game and no proof lives here."""
