"""All that can be read: every address of the service, with what is to be asked of each.

An address that answers GET and has no row here fails `test_every_address_that_is_read_has_a_row`:
whoever adds one says by its row that these tests look at it.
"""

from __future__ import annotations

from itertools import product

from django.urls import URLPattern, get_resolver

ROWS = {
    "": [""],
    "verify": [""],
    "play": [""],
    "fairness": [""],
    "rules": [""],
    "documents/<slug:name>": [""],
    "public-log": ["", "?state=void", "?after=0"],
    "deals/<count:number>": [""],
    "games": ["", "?verdict=ok"],
    "games/<uuid:game>": ["", "?at=0", "?at=6", "?at=16", "?at=999"],
    "games/<uuid:game>/sheet": [""],
    "sheet": [""],
    "sheet/empty": ["?players=3"],
    "audits/<uuid:audit>": [""],
    "leagues": [""],
    "account": ["", "?next=/clubs"],
    "clubs": [""],
    "clubs/<uuid:club>": [""],
    "clubs/<uuid:club>/join": [""],
    "clubs/<uuid:club>/tokens": [""],
    "clubs/<uuid:club>/leagues/new": [""],
    "leagues/<uuid:league>": ["", "?at=1"],
    "leagues/<uuid:league>/history": [""],
    "leagues/<uuid:league>/cards": ["", "?of=tables"],
    "leagues/<uuid:league>/rounds/<count:number>": [""],
    "leagues/<uuid:league>/rounds/<count:number>/slips": [""],
    "leagues/<uuid:league>/rounds/<count:number>/boards/<count:board>": [""],
    "desk/<uuid:league>": [""],
    "deals/<count:number>/slips": [""],
    "metrics": [""],
    "healthz": [""],
    "readyz": [""],
    "errors/": [""],
    "errors/<slug:code>": [""],
    "verifier/hearts-verify.pyz": [""],
    "log/checkpoint": [""],
    "log/proof/<index:index>": [""],
    "log/handover/<count:number>": [""],
    "^log/(?P<name>tile/.+)\\Z": [""],
    "api/v1/docs/": [""],
    "api/v1/docs/<slug:name>": [""],
    "api/v1/openapi.json": [""],
    "api/v1/games": ["", "?limit=1"],
    "api/v1/games/<uuid:game>": [""],
    "api/v1/games/<uuid:game>/seats/<seat:seat>": [""],
    "api/v1/games/<uuid:game>/moon-choice": [""],
    "api/v1/games/<uuid:game>/scoresheet": ["", "?format=csv"],
    "api/v1/games/<uuid:game>/events": ["?limit=1000", "?after=5&limit=2", "?limit=1001"],
    "api/v1/games/<uuid:game>/view": ["", "?at=0", "?at=6", "?at=16", "?at=999"],
    "api/v1/games/<uuid:game>/record": [""],
    "api/v1/games/<uuid:game>/bundle": ["", "?size=3"],
    "api/v1/deals": ["", "?state=void"],
    "api/v1/deals/<count:number>": [""],
    "api/v1/deals/<count:number>/proof": [""],
    "api/v1/deals/<count:number>/slips/<seat:place>": [""],
    "api/v1/audits/<uuid:audit>": [""],
    "api/v1/audits/<uuid:audit>/findings": [""],
    "api/v1/accounts/<uuid:account>": [""],
    "api/v1/tokens": [""],
    "api/v1/clubs": [""],
    "api/v1/clubs/<uuid:club>": [""],
    "api/v1/clubs/<uuid:club>/members": [""],
    "api/v1/clubs/<uuid:club>/members/<uuid:account>": [""],
    "api/v1/clubs/<uuid:club>/invitations": [""],
    "api/v1/clubs/<uuid:club>/tokens": [""],
    "api/v1/imports/<uuid:file>": [""],
    "api/v1/imports/<uuid:file>/lines": [""],
    "api/v1/exports/<uuid:export>": [""],
    "api/v1/exports/<uuid:export>/file": [""],
    "api/v1/leagues": [""],
    "api/v1/leagues/<uuid:league>": [""],
    "api/v1/leagues/<uuid:league>/entrants": [""],
    "api/v1/leagues/<uuid:league>/events": [""],
    "api/v1/leagues/<uuid:league>/rounds": [""],
    "api/v1/leagues/<uuid:league>/rounds/proof": [""],
    "api/v1/leagues/<uuid:league>/rounds/<count:number>": [""],
    "api/v1/leagues/<uuid:league>/rounds/<count:number>/boards/<count:board>": [""],
    "api/v1/leagues/<uuid:league>/standings": [""],
    "api/v1/leagues/<uuid:league>/cards": [""],
}
"""By address as the URL conf has it: the queries to ask."""

NOBODY = "00000000-0000-4000-8000-000000000000"
OF_OTHERS = [f"<uuid:{what}>" for what in ("account", "club", "file", "export", "league")]
"""Parts that name nothing of a table; boards and their leagues have tests of their own."""

OF_TABLES = ("api/v1/games", "api/v1/deals", "api/v1/audits")

LINES = {"Accept": "application/x-ndjson"}


def read_addresses():
    """The addresses of the URL conf that answer GET; the admin pages are for the superuser."""
    for address, view in _patterns(get_resolver().url_patterns):
        view_class = getattr(view, "cls", None)
        if not address.startswith("admin/") and (view_class is None or hasattr(view_class, "get")):
            yield address


def _patterns(patterns, before=""):
    for pattern in patterns:
        address = before + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield address, pattern.callback
        else:
            yield from _patterns(pattern.url_patterns, address)


def questions(*, tables_only=False, **known):
    """Every path with its query; `known` are the values that stand for the parts of addresses.

    Each is a list: `games=[…]`, `seats`, `numbers`, `audits`. A part that is not known fails.
    `tables_only` leaves out what belongs to no game and looks at nobody's token.
    """
    parts = {
        "<uuid:game>": known["games"],
        "<seat:seat>": known["seats"],
        "<count:number>": known["numbers"],
        "<count:board>": [1],
        "<uuid:audit>": known["audits"],
        "<seat:place>": known["seats"],
        **{part: [NOBODY] for part in OF_OTHERS},
        "<index:index>": [0, 3],
        "<slug:code>": ["illegal-play"],
        "<slug:name>": ["fair-deal"],
        "^log/(?P<name>tile/.+)\\Z": ["log/tile/entries/000.p/3", "log/tile/0/000.p/3"],
    }
    for address, queries in ROWS.items():
        if tables_only and not address.startswith(OF_TABLES):
            continue
        for path in _filled(address, parts):
            for query in queries:
                yield f"/{path}{query}"


def _filled(address, parts):
    there = [part for part in parts if part in address]
    for values in product(*(parts[part] for part in there)):
        path = address
        for part, value in zip(there, values, strict=True):
            path = path.replace(part, str(value))
        assert "<" not in path, f"no value is known for a part of {address}"
        yield path
