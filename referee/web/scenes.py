"""A scene as plain data with its sentences, as pages read it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from referee.kernel.scene import Dice, Grid, Map, Picture, Scene, Streets, Table, Tile
from referee.kernel.text import Text
from referee.table.catalogue import ON_PAGE, Catalogue

#: A JSON object.
Data = dict[str, Any]


def paged(message: Text, words: Catalogue) -> str:
    """A sentence as pages say it: ``on-page.<key>`` where the panel's own names its buttons, or is
    shortened to its width; empty where a page needs none. So are the sentences in it."""
    args = {
        name: paged(part, words) if isinstance(part, Text) else part
        for name, part in message.args.items()
    }
    own = f"{ON_PAGE}{message.key}"
    return words.text(Text(own if words.has(own) else message.key, args))


def scene_data(scene: Scene, words: Catalogue) -> Data:
    """All that a scene says; its widgets by ``type``, its texts as sentences."""
    return {
        "big": scene.big,
        "unit": words.text(scene.unit) if scene.unit is not None else "",
        "lines": [said for line in scene.lines if (said := paged(line, words))],
        "body": _things(scene.body, words),
        "pages": {
            words.spare(f"page.{name}") or name: _things(page, words)
            for name, page in scene.pages.items()
        },
        "players": {
            words.spare(f"page.{name}") or name: {
                str(seat): _things(page, words) for seat, page in pages.items()
            }
            for name, pages in scene.player_pages.items()
        },
        "marks": {str(seat): words.spare(f"mark.{m}") or m for seat, m in scene.marks.items()},
        "badges": {str(seat): badge for seat, badge in scene.badges.items()},
        "brings": [[it.verb, dict(it.args), words.text(it.said)] for it in scene.brings],
        "sheets": {str(seat): _things(sheet, words) for seat, sheet in scene.sheets.items()},
    }


def _things(things: Iterable[object], words: Catalogue) -> list[Data]:
    return [_thing(thing, words) for thing in things]


def _thing(thing: object, words: Catalogue) -> Data:
    if isinstance(thing, Text):
        return {"type": "text", "text": words.text(thing)}
    if isinstance(thing, Dice):
        return {"type": "dice", "faces": list(thing.faces)}
    if isinstance(thing, Grid):
        return _grid(thing, words)
    if isinstance(thing, Table):
        return {
            "type": "table",
            "heads": [_said(head, words) for head in thing.heads],
            "rows": [[_said(cell, words) for cell in row] for row in thing.rows],
            "marked": sorted(thing.marked),
        }
    if isinstance(thing, Map):
        return _map(thing)
    if isinstance(thing, Streets):
        return _streets(thing, words)
    assert isinstance(thing, Picture)
    return {"type": "picture", "pixels": list(thing.pixels)}


def _grid(grid: Grid, words: Catalogue) -> Data:
    return {
        "type": "grid",
        "cells": [list(row) for row in words.cells(grid)],
        "left": list(grid.left),
        "right": list(grid.right),
        "above": list(grid.above),
        "corners": list(grid.corners),
        "marked": sorted(map(list, grid.marked)),
        "previews": [[*cell, words.text(said)] for cell, said in sorted(grid.previews.items())],
    }


def _map(area: Map) -> Data:
    return {
        "type": "map",
        "columns": area.columns,
        "rows": area.rows,
        "lying": area.lying,
        "tiles": _places(area.tiles),
        "tokens": _places(area.tokens),
        "focus": list(area.focus),
        "closed": sorted(area.closed),
        "aims": {verb: list(place) for verb, place in area.aims.items()},
    }


def _streets(town: Streets, words: Catalogue) -> Data:
    return {
        "type": "streets",
        "tiles": [
            [*tile.cell, tile.name, tile.arms, tile.joined, tile.barred, _covers(tile, words)]
            for tile in town.tiles
        ],
        "cars": [[*car.field, car.sign, car.facing, car.upset, car.outside] for car in town.cars],
        "spacing": town.spacing,
        "focus": list(town.focus),
        "whole": town.whole,
        "cells": town.cells,
        "empty": [list(cell) for cell in town.empty],
        "previews": [
            [*at, said]
            for at, text in sorted(town.previews.items())
            if (said := paged(text, words))
        ],
        "laying": _places(town.laying),
        "notable": [list(cell) for cell in town.notable],
    }


def _covers(tile: Tile, words: Catalogue) -> list[list[str]]:
    """``[name, joined sides]`` of every card on a tile, the topmost last."""
    return [[words.text(card.name), card.joins] for card in tile.covers]


def _places(named: Mapping[tuple[int, int], str]) -> list[list[Any]]:
    """``[column, row, name]`` of everything that lies somewhere."""
    return [[*place, name] for place, name in sorted(named.items())]


def _said(cell: Text | str, words: Catalogue) -> str:
    return words.text(cell) if isinstance(cell, Text) else cell
