"""The table of how games on the ring go."""

from tools.ring_report import TABLES, report


def test_every_company_has_its_row_and_the_same_seed_gives_the_same_table():
    lines = list(report(2 * len(TABLES), "7"))
    assert len(lines) == 2 + len(TABLES)
    assert len({line.count("|") for line in lines}) == 1
    assert [line.split(" | ")[1] for line in lines[2:]] == ["2"] * len(TABLES)
    assert lines == list(report(2 * len(TABLES), "7"))


def test_the_endings_and_the_wins_add_up_to_all_games():
    *_, row = report(20, "7", TABLES[:1])
    *_, last, captured, turns, order, _ = row.strip("| ").split(" | ")
    assert sum(int(share.rstrip("%")) for share in (last, captured, turns)) == 100
    assert sum(int(share.rstrip("%")) for share in order.split(" · ")) == 100
