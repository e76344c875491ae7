"""Commands of the site: serve, demo, test."""
