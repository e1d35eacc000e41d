"""Where the page begins: index.html calls `start` once Python runs and our modules are unpacked."""

from js import deltilleBoot, document

import engine  # noqa: F401


def start() -> None:
    paragraph = document.createElement("p")
    paragraph.textContent = "The table is being built."
    document.getElementById("app").append(paragraph)
    deltilleBoot.ready()
