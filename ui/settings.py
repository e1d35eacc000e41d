"""How this player likes the page; kept on this device only."""

from dataclasses import asdict, dataclass, fields, replace

from ui.nodes import Node, node
from ui.words import N_, _

CHOICES: dict[str, tuple[str, dict[str, str]]] = {
    "theme": (N_("Theme"), {"auto": N_("As the system"), "light": N_("Light"), "dark": N_("Dark")}),
    "confirm": (
        N_("Confirm before laying"),
        {"auto": N_("On touch"), "always": N_("Always"), "never": N_("Never")},
    ),
    "pace": (
        N_("The computer's pace"),
        {"slow": N_("Slow"), "normal": N_("Normal"), "fast": N_("Fast"), "off": N_("At once")},
    ),
    "coach": (
        N_("Coach: warn before a move that gives away"),
        {"off": N_("Nothing"), "large": N_("Very much"), "small": N_("More than a little")},
    ),
    "keys": (N_("Single-letter keys"), {"on": N_("On"), "off": N_("Off")}),
}
"""Every setting with its heading and what it can be, each as it is shown."""

COACH_POINTS = {"off": None, "large": 20.0, "small": 8.0}
"""What a move may give away unwarned, in points or in land."""
BOT_SECONDS = {"slow": 1.8, "normal": 0.9, "fast": 0.35, "off": 0.0}


@dataclass(frozen=True, slots=True)
class Settings:
    theme: str = "auto"
    confirm: str = "auto"
    pace: str = "normal"
    coach: str = "off"
    keys: str = "on"

    def with_choice(self, name: str, value: str) -> "Settings":
        return replace(self, **{name: value}) if value in CHOICES[name][1] else self

    def confirms(self, pointer: str) -> bool:
        """Whether a tap on a place only shows the tile there at first."""
        return self.confirm == "always" or (self.confirm == "auto" and pointer == "touch")

    def as_json(self) -> dict[str, str]:
        return asdict(self)

    @classmethod
    def from_json(cls, given: object) -> "Settings":
        """What was kept; whatever is not a choice any more has its default."""
        settings = cls()
        for field in fields(cls) if isinstance(given, dict) else ():
            value = given.get(field.name)
            settings = settings.with_choice(field.name, value) if isinstance(value, str) else settings
        return settings


def settings_view(settings: Settings) -> Node:
    return node(
        "form",
        {"class": "settings"},
        *(
            node(
                "fieldset",
                {"class": "choices"},
                node("legend", {}, _(heading)),
                *(
                    node(
                        "label",
                        {},
                        node(
                            "input",
                            {
                                "type": "radio",
                                "name": name,
                                "value": value,
                                "data-field": f"setting-{name}",
                                "checked": getattr(settings, name) == value,
                            },
                        ),
                        _(label),
                    )
                    for value, label in offered.items()
                ),
            )
            for name, (heading, offered) in CHOICES.items()
        ),
    )
