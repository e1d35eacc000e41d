"""Patches the document from a tree of nodes, touching only what changed.

The trees drawn last are kept beside their elements; the document itself is never read back. An element
stays the same one, with its focus and its running transitions, as long as its tag and key do.
"""

from collections.abc import Hashable, Sequence
from typing import Any

from js import document

from ui.nodes import Node

SVG = "http://www.w3.org/2000/svg"
# Attributes that only say how a control begins; what it holds later is the property of that name.
PROPERTIES = frozenset({"value", "checked", "selected"})


class Mounted:
    """A node of the tree together with its element."""

    __slots__ = ("tree", "element", "children", "namespace")

    def __init__(self, tree: Node | str, element: Any, namespace: str | None) -> None:
        self.tree, self.element, self.namespace = tree, element, namespace
        self.children: list[Mounted] = []


class Renderer:
    def __init__(self, root: Any) -> None:
        self._root = Mounted(Node("root", {}, ()), root, None)

    def draw(self, tree: Node) -> None:
        _patch_children(self._root, (tree,))


def _mount(tree: Node | str, namespace: str | None) -> Mounted:
    if isinstance(tree, str):
        return Mounted(tree, document.createTextNode(tree), namespace)
    if tree.tag == "svg":
        namespace = SVG
    element = document.createElementNS(namespace, tree.tag) if namespace else document.createElement(tree.tag)
    mounted = Mounted(Node(tree.tag, {}, ()), element, namespace)
    _patch(mounted, tree)
    return mounted


def _patch(mounted: Mounted, tree: Node | str) -> None:
    old = mounted.tree
    if tree is old:
        return
    mounted.tree = tree
    if isinstance(tree, str):
        if tree != old:
            mounted.element.data = tree
        return
    if tree.attributes != old.attributes:
        _patch_attributes(mounted.element, old.attributes, tree.attributes)
    if tree.children or mounted.children:
        _patch_children(mounted, tree.children)
    # A select knows its value only once its options are there.
    if tree.tag == "select" and "value" in tree.attributes:
        mounted.element.value = tree.attributes["value"]


def _patch_attributes(element: Any, old: dict[str, str], new: dict[str, str]) -> None:
    for name in old:
        if name not in new:
            element.removeAttribute(name)
            if name in PROPERTIES:
                setattr(element, name, "" if name == "value" else False)
    for name, value in new.items():
        if old.get(name) != value:
            element.setAttribute(name, value)
            if name in PROPERTIES:
                setattr(element, name, value if name == "value" else True)


def _patch_children(parent: Mounted, trees: Sequence[Node | str]) -> None:
    """What is the same at both ends stays as it is, which is nearly everything; the rest is sorted out."""
    old = parent.children
    shorter = min(len(old), len(trees))
    start = 0
    while start < shorter and _is_for(old[start], trees[start]):
        start += 1
    end = 0
    while end < shorter - start and _is_for(old[-1 - end], trees[-1 - end]):
        end += 1
    for child, tree in zip(old[:start], trees[:start], strict=True):
        _patch(child, tree)
    for child, tree in zip(old[len(old) - end :], trees[len(trees) - end :], strict=True):
        _patch(child, tree)
    if len(old) == len(trees) == start + end:
        return
    before = old[len(old) - end].element if end else None
    middle = _sorted_out(parent, old[start : len(old) - end], trees[start : len(trees) - end], before)
    parent.children = [*old[:start], *middle, *old[len(old) - end :]]


def _sorted_out(
    parent: Mounted, old: Sequence[Mounted], trees: Sequence[Node | str], before: Any
) -> list[Mounted]:
    """Keep, make, remove and move children until they stand for these trees, in front of `before`."""
    there: dict[Hashable, list[Mounted]] = {}
    for child in reversed(old):
        there.setdefault(_identity(child.tree), []).append(child)
    wanted = []
    for tree in trees:
        same = there.get(_identity(tree))
        if same:
            wanted.append(same.pop())
            _patch(wanted[-1], tree)
        else:
            wanted.append(_mount(tree, None if parent.tree.tag == "foreignObject" else parent.namespace))
    for unwanted in there.values():
        for child in unwanted:
            child.element.remove()
    staying = set(wanted)
    in_place = [child for child in old if child in staying]
    in_place.reverse()
    for child in wanted:
        if in_place and in_place[-1] is child:
            in_place.pop()
            continue
        parent.element.insertBefore(child.element, in_place[-1].element if in_place else before)
        if child in in_place:
            in_place.remove(child)
    return wanted


def _is_for(child: Mounted, tree: Node | str) -> bool:
    return child.tree is tree or _identity(child.tree) == _identity(tree)


def _identity(tree: Node | str) -> Hashable:
    """Nodes of the same identity are drawn by the same element."""
    return None if isinstance(tree, str) else (tree.tag, tree.key)
