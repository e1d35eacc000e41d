"""Looking about in a tree of nodes, for the tests of what is drawn."""

from collections.abc import Iterator

from ui.nodes import Node


def every(tree: Node) -> Iterator[Node]:
    """All elements, the outermost first."""
    yield tree
    for child in tree.children:
        if isinstance(child, Node):
            yield from every(child)


def found(tree: Node, name: str, value: str | None = None) -> list[Node]:
    """Every element with this attribute; for `class`, with this among its classes."""
    return [
        element
        for element in every(tree)
        if name in element.attributes
        and (value is None or value in str(element.attributes[name]).split(" " if name == "class" else "\n"))
    ]


def words(tree: Node | str) -> str:
    """All its words, one space between two elements."""
    if isinstance(tree, str):
        return tree
    told = (child if isinstance(child, str) else f" {words(child)} " for child in tree.children)
    return " ".join("".join(told).split())
