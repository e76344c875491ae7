"""The form of a new league: its terms, the rules that tables change most, the others as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Final

from django import forms

from api.body import parse_json
from api.codes import Code
from api.pages.leagues.words import KINDS
from api.pages.people.forms import OnceForm
from api.problems import Problem
from games.leagues.services.terms import LONGEST_NAME, MOST_GAMES, LeagueTerms
from games.rules.passing import CYCLES
from games.rules.presets import PRESETS
from games.rules.ruleset import Moon, Tie

Choices = list[tuple[str, str]]

_SAME_DEAL: Final = "same-deal"
_AS_PRESET: Final = ("", "as in the preset")
_SIZES: Final[Choices] = [("3", "three"), ("4", "four"), ("5", "five"), ("6", "six")]
_PLAYS: Final[Choices] = [
    ("cards", "here: this service deals, and people play in their browsers"),
    ("sheet", "at real tables, with real cards: only what they came to is written down"),
]
_SOURCES: Final[Choices] = [
    ("", "the usual: every seat adds randomness; boards are drawn by this service"),
    ("seats", "seats: every seat adds randomness of its own"),
    ("beacon", "beacon: a public source, which comes after the deal is fixed"),
    ("server", "server: this service alone"),
]
_LOTS: Final[Choices] = [("server", "by this service"), ("beacon", "from a public beacon")]
_WAITS: Final[Choices] = [
    ("60", "a minute"),
    ("600", "ten minutes"),
    ("3600", "an hour"),
    ("86400", "a day"),
    ("604800", "a week"),
]
_MOONS: Final = {
    Moon.ADD: "add: the others get it",
    Moon.SUBTRACT: "subtract: it is taken off the shooter",
    Moon.CHOICE: "choice: the shooter says which",
    Moon.AUTO: "auto: whichever is better for the shooter",
    Moon.OFF: "off: points stand",
}
_TIES: Final = {
    Tie.PLAY_ON: "play_on: until one is ahead",
    Tie.SHARE: "share: they share the win",
}
_GROUPS: Final = (
    ("The season", ("name", "kind", "play")),
    ("Tables", ("players", "games", "also")),
    ("Rules", ("preset", "hands", "target", "passing", "moon", "jack", "tie", "more")),
    ("Draws", ("sources", "lots", "wait")),
)
_OVERRIDES: Final = ("hands", "target", "passing", "moon", "jack", "tie")


def _preset(name: str) -> tuple[str, str]:
    """Return a preset with what differs from the standard, in words."""
    differs = [
        f"{key.replace('_', ' ')} {_said(value)}"
        for key, value in PRESETS[name].items()
        if key != "spades"
    ]
    return name, f"{name}: {', '.join(differs)}" if differs else name


def _said(value: object) -> str:
    """Return the value of a setting as people say it."""
    if isinstance(value, tuple | list):
        return " ".join(map(str, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value).replace("_", " ")


class LeagueForm(OnceForm):
    """The terms of a new league."""

    blames: ClassVar[dict[Code, str]] = {
        Code.INVALID_RULES: "more",
        Code.INVALID_LEAGUE: "more",
    }
    name = forms.CharField(
        label="Name",
        max_length=LONGEST_NAME,
        help_text="as everybody will see it",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    kind = forms.ChoiceField(
        label="Format",
        choices=[
            (kind, f"{kind}: {meaning[0].lower()}{meaning[1:]}") for kind, meaning in KINDS.items()
        ],
        widget=forms.RadioSelect,
    )
    play = forms.ChoiceField(label="Played", choices=_PLAYS, widget=forms.RadioSelect)
    games = forms.IntegerField(
        label="Games of a round",
        min_value=1,
        max_value=MOST_GAMES,
        help_text="or boards, at each table",
    )
    players = forms.ChoiceField(label="Tables of", choices=_SIZES)
    also = forms.MultipleChoiceField(
        label="Where that does not come out even, also tables of",
        choices=_SIZES,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    preset = forms.ChoiceField(label="Rules", choices=[_preset(name) for name in PRESETS])
    hands = forms.IntegerField(
        label="Hands of a game",
        min_value=1,
        max_value=100,
        required=False,
        help_text="empty: as in the preset",
    )
    target = forms.IntegerField(
        label="Ends at a total of",
        min_value=0,
        max_value=500,
        required=False,
        help_text="25 to 500 in fives; 0: no such end; empty: as in the preset",
    )
    passing = forms.ChoiceField(
        label="Passing",
        required=False,
        choices=[
            _AS_PRESET,
            *((name, f"{name}: {', '.join(cycle)}") for name, cycle in CYCLES.items()),
        ],
    )
    moon = forms.ChoiceField(
        label="Shooting the moon", required=False, choices=[_AS_PRESET, *_MOONS.items()]
    )
    jack = forms.ChoiceField(
        label="Bonus card",
        required=False,
        choices=[_AS_PRESET, ("-", "none"), ("JD", "jack of diamonds"), ("TD", "ten of diamonds")],
    )
    tie = forms.ChoiceField(label="A tie", required=False, choices=[_AS_PRESET, *_TIES.items()])
    more = forms.CharField(
        label="All other settings",
        required=False,
        max_length=4000,
        help_text='as JSON, e.g. {"opening": "any_club", "queen_may_lead": false}',
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false", "autocapitalize": "none"}),
    )
    sources = forms.ChoiceField(label="Deals are drawn", choices=_SOURCES, required=False)
    lots = forms.ChoiceField(label="Who meets whom is drawn", choices=_LOTS)
    wait = forms.ChoiceField(
        label="A player may be silent for",
        choices=_WAITS,
        help_text="then another may ask that a computer player takes the seat",
    )

    def groups(self) -> Iterator[tuple[str, list[forms.BoundField]]]:
        """Return the fields in groups, each with its title."""
        for title, names in _GROUPS:
            yield title, [self[name] for name in names]

    def clean_target(self) -> int | None:
        """Check that the total can be reached in fives."""
        target: int | None = self.cleaned_data["target"]
        if target and (target % 5 or target < 25):
            raise forms.ValidationError("Take 25 to 500, a multiple of five; or 0 for no such end.")
        return target

    def clean_more(self) -> dict[str, object]:
        """Return the other settings."""
        text = self.cleaned_data["more"].strip()
        try:
            value = parse_json(text.encode()) if text else {}
        except Problem as problem:
            hint = 'Write it as {"opening": "any_club"}'
            raise forms.ValidationError(f"{hint}: this is {problem}.") from None
        if not isinstance(value, dict):
            raise forms.ValidationError('Write an object of settings, as {"opening": "any_club"}.')
        return value

    def clean(self) -> dict[str, Any]:
        """Check what does not go together, where it is known what helps."""
        given = self.cleaned_data
        twice = [name for name in self._set(given) if name in given.get("more", {})]
        for name in twice:
            self.add_error("more", f"{name} has a field of its own above: set it there alone.")
        if given.get("kind") in {"swiss", _SAME_DEAL} and (
            given.get("players", "4") != "4" or given.get("also")
        ):
            detail = "A league of this format has tables of four: choose four, and no others."
            self.add_error("players", detail)
        if given.get("kind") == _SAME_DEAL:
            self._check_boards(given)
        return given

    def _set(self, given: Mapping[str, Any]) -> list[str]:
        own = [name for name in _OVERRIDES if given.get(name) not in {None, ""}]
        return ["preset", "players", *own]

    def _check_boards(self, given: Mapping[str, Any]) -> None:
        if given.get("play") == "sheet":
            self.add_error("play", "All tables play the same deals: let this service deal them.")
        if given.get("sources") == "seats":
            self.add_error("sources", "Many tables share a deal: take beacon, server or the usual.")
        if given.get("moon") in {Moon.CHOICE, Moon.AUTO}:
            self.add_error("moon", "For boards take add, subtract or off: nobody is asked.")

    def terms(self) -> LeagueTerms:
        """Return what the league is to be like."""
        given = self.cleaned_data
        sizes = [given["players"], *(size for size in given["also"] if size != given["players"])]
        names = ("name", "kind", "play", "lots", "games")
        return LeagueTerms(
            rules=[self._rules(int(size)) for size in sizes],
            sources=self._sources(given),
            wait=int(given["wait"]),
            **{name: given[name] for name in names},
        )

    def _rules(self, players: int) -> dict[str, object]:
        given = self.cleaned_data
        own: dict[str, object] = {
            name: given[name] for name in _OVERRIDES if given[name] not in {None, ""}
        }
        if own.get("target") == 0:
            own["target"] = None
        if own.get("jack") == "-":
            own["jack"] = None
        return {"preset": given["preset"], "players": players, **own, **given["more"]}

    def _sources(self, given: Mapping[str, Any]) -> str:
        if given["play"] == "sheet":
            return "-"
        usual = "server" if given["kind"] == _SAME_DEAL else "seats"
        return str(given["sources"] or usual)
