"""The small tree of nodes that views return.

`ui.render` patches the page from it, `to_text` writes it as SVG or HTML text. Text is only ever text:
there is no way to put markup into a node.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

Value: TypeAlias = str | int | float | bool | None


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """An element. Among its siblings a `key` keeps it the same element from one drawing to the next."""

    tag: str
    attributes: Mapping[str, str]
    children: tuple["Node | str", ...]
    key: str | None = None


Child: TypeAlias = Node | str | None


def node(
    tag: str, attributes: Mapping[str, Value] | None = None, /, *children: Child, key: str | None = None
) -> Node:
    """An element; attributes that are None or False and children that are None or "" are left out."""
    written = {
        name: "" if value is True else str(value)
        for name, value in (attributes or {}).items()
        if value is not None and value is not False
    }
    return Node(tag, written, tuple(child for child in children if child), key)


# Elements of HTML that have no end tag; those of SVG may always be written out.
VOID = frozenset({"br", "hr", "img", "input", "link", "meta"})


_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def to_text(tree: Node | str) -> str:
    """The tree as markup, for exports, thumbnails and diagrams."""
    if isinstance(tree, str):
        return tree.translate(_ENTITIES)
    attributes = "".join(f' {name}="{value.translate(_ENTITIES)}"' for name, value in tree.attributes.items())
    if tree.tag in VOID:
        return f"<{tree.tag}{attributes}>"
    return f"<{tree.tag}{attributes}>{''.join(map(to_text, tree.children))}</{tree.tag}>"
