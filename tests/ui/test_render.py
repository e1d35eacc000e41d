"""The renderer against a document of plain Python objects: after every patch it shows just the tree."""

import sys
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.nodes import Node, node


class Element:
    """As much of a DOM element or text as the renderer touches."""

    made = 0

    def __init__(self, tag: str | None, data: str = "", namespace: str | None = None) -> None:
        self.tag, self.data, self.namespace = tag, data, namespace
        self.attributes: dict[str, str] = {}
        self.children: list[Element] = []
        self.parent: Element | None = None
        Element.made += 1

    def setAttribute(self, name: str, value: str) -> None:  # noqa: N802
        self.attributes[name] = value

    def removeAttribute(self, name: str) -> None:  # noqa: N802
        del self.attributes[name]

    def insertBefore(self, child: "Element", before: "Element | None") -> None:  # noqa: N802
        child.remove()
        self.children.insert(self.children.index(before) if before else len(self.children), child)
        child.parent = self

    def remove(self) -> None:
        if self.parent:
            self.parent.children.remove(self)
            self.parent = None

    def shown(self) -> Node | str:
        if self.tag is None:
            return self.data
        return Node(self.tag, self.attributes, tuple(child.shown() for child in self.children))


class Document:
    def createElement(self, tag: str) -> Element:  # noqa: N802
        return Element(tag)

    def createElementNS(self, namespace: str, tag: str) -> Element:  # noqa: N802
        return Element(tag, namespace=namespace)

    def createTextNode(self, data: str) -> Element:  # noqa: N802
        return Element(None, data)


@pytest.fixture(scope="module")
def renderer_class() -> object:
    browser = ModuleType("js")
    browser.document = Document()
    sys.modules["js"] = browser
    try:
        from ui.render import Renderer

        yield Renderer
    finally:
        del sys.modules["js"]
        sys.modules.pop("ui.render", None)


def plain(tree: Node | str) -> object:
    """A tree that can be compared, whatever the order of its attributes."""
    return tree if isinstance(tree, str) else (tree.tag, dict(tree.attributes), [*map(plain, tree.children)])


def keyed(keys: list[int]) -> Node:
    return node("ol", {}, *(node("li", {"n": key}, f"item {key}", key=str(key)) for key in keys))


trees = st.recursive(
    st.text("ab", min_size=1, max_size=2),
    lambda children: st.builds(
        lambda tag, attributes, inside, key: node(tag, attributes, *inside, key=key),
        st.sampled_from(["p", "b", "svg", "g"]),
        st.dictionaries(st.sampled_from(["class", "id"]), st.sampled_from(["x", "y"]), max_size=2),
        st.lists(children, max_size=4),
        st.sampled_from([None, "1", "2", "3"]),
    ),
    max_leaves=12,
)


@given(st.lists(trees.filter(lambda tree: isinstance(tree, Node)), min_size=1, max_size=5))
def test_whatever_was_drawn_before_the_page_shows_the_tree(renderer_class, drawn: list[Node]):
    root = Element("root")
    renderer = renderer_class(root)
    for tree in drawn:
        renderer.draw(tree)
        assert [plain(child.shown()) for child in root.children] == [plain(tree)]


@given(st.lists(st.lists(st.integers(0, 9), unique=True), min_size=1, max_size=6))
def test_an_element_stays_the_same_as_long_as_its_key_does(renderer_class, lists: list[list[int]]):
    root = Element("root")
    renderer = renderer_class(root)
    before: dict[str, Element] = {}
    for keys in lists:
        renderer.draw(keyed(keys))
        items = {item.attributes["n"]: item for item in root.children[0].children}
        assert list(items) == [str(key) for key in keys]
        assert all(item is before[n] for n, item in items.items() if n in before)
        before = items


def test_the_same_node_again_touches_nothing(renderer_class):
    root = Element("root")
    renderer = renderer_class(root)
    tree = keyed([1, 2, 3])
    renderer.draw(tree)
    made = Element.made
    renderer.draw(tree)
    renderer.draw(keyed([1, 2, 3]))
    assert Element.made == made


def test_what_is_inside_svg_is_svg(renderer_class):
    root = Element("root")
    renderer_class(root).draw(node("p", {}, node("svg", {}, node("g", {}, node("path")))))
    paragraph = root.children[0]
    picture = paragraph.children[0]
    assert paragraph.namespace is None
    assert picture.namespace.endswith("svg")
    assert picture.children[0].children[0].namespace == picture.namespace


def test_what_a_control_holds_is_set_as_its_property(renderer_class):
    root = Element("root")
    renderer = renderer_class(root)
    renderer.draw(node("input", {"type": "checkbox", "checked": True}))
    assert root.children[0].checked is True
    renderer.draw(node("input", {"type": "checkbox", "checked": False}))
    assert root.children[0].checked is False
