"""Trees of nodes: text stays text."""

from ui.nodes import node, to_text


def test_what_is_not_there_is_left_out():
    tree = node("p", {"a": None, "b": False, "c": True, "d": 0}, None, "", "text")
    assert to_text(tree) == '<p c="" d="0">text</p>'


def test_nothing_a_person_typed_becomes_markup():
    name = '<img src=x onerror="alert(1)">&'
    written = to_text(node("b", {"title": name}, name))
    assert "<img" not in written
    assert written.count("&lt;img") == 2


def test_void_elements_have_no_end_tag():
    assert to_text(node("input", {"type": "radio"})) == '<input type="radio">'
