"""What lights up after a move: the tiles that make a figure, or the shape that was claimed."""

from collections.abc import Collection

from engine.board import HEXAGONS, Figure
from engine.game import Claimed, Event, Laid
from engine.lattice import Cell
from ui.cover_view import middle
from ui.geometry import centre, distance
from ui.tile_scene import Glow


def glow_of(done: Event | None, laid: Collection[Cell]) -> Glow | None:
    """The glow that goes with what an action did, on a board with these cells taken."""
    if isinstance(done, Laid) and done.figure:
        return Glow(_figure_cells(done, laid), done.placement.cell, done.gain)
    if isinstance(done, Claimed):
        inmost = min(done.shape.cells, key=lambda cell: distance(centre(cell), middle(done.shape)))
        return Glow(frozenset(done.shape.cells), inmost, done.points)
    return None


def _figure_cells(done: Laid, laid: Collection[Cell]) -> frozenset[Cell]:
    """The tiles that make up the figure just completed."""
    cell = done.placement.cell
    beside = [(n, c) for n, c in enumerate(cell.neighbours()) if c in laid]
    if done.figure in HEXAGONS:
        return frozenset(around for corner in done.hexagons for around in corner.cells())
    if done.figure is Figure.BRIDGE:
        # The tile spans from the one beside it to whatever shows the number at the far corner.
        far = cell.corners()[beside[0][0]].cells()
        return frozenset({cell, beside[0][1], *(c for c in far if c in laid)})
    return frozenset({cell, *(c for _n, c in beside)})
