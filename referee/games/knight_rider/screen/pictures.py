"""Small drawings for the screen: who rams whom, an oil slick, how to turn an escape card, where red
drives."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from referee.game import Picture

#: A car from above, bonnet to the right.
_CAR: Final = (
    "  ###     ###   ",
    " #############  ",
    "#    #    #   # ",
    "#    #    #    #",
    "#    #    #    #",
    "#    #    #   # ",
    " #############  ",
    "  ###     ###   ",
)
_DROPS: Final = (
    "          ",
    "    ##    ",
    "   #### # ",
    " # ####   ",
    "   ###  # ",
    " #  #     ",
    "          ",
    "          ",
)

#: A car on the field behind another one, on its slick (KR-OIL-1, KR-OIL-3).
SLICK: Final = Picture(
    tuple(behind + oil + ahead for behind, oil, ahead in zip(_CAR, _DROPS, _CAR, strict=True))
)

#: An escape card is lifted at the edge with the bar and turned to the left (KR-ESC-2).
LIFT: Final = Picture(
    (
        "     ########     ",
        "   ##        ##   ",
        "#  #           #  ",
        "# #             # ",
        "##              # ",
        "####            # ",
        "                  ",
        *(("##################",)),
        *(("#            #####",) * 20),
        *(("##################",)),
    )
)

#: A car from the side, bonnet to the right; its number stands on the door.
_SIDE: Final = (
    "             ##############               ",
    "           ##      ##      ##             ",
    "          ##       ##        ##           ",
    "        ###        ##         ###         ",
    "  ####################################    ",
    " #######################################  ",
    "######################################### ",
    "##########################################",
    "######  ###  ################  ###  ######",
    "##### ####### ############## ####### #####",
    "####  #######  ############  #######  ####",
    "#### ###   ### ############ ###   ### ####",
    " ### ###   ### ############ ###   ### ### ",
    "     ###   ###              ###   ###     ",
    "      #######                #######      ",
    "      #######                #######      ",
    "        ###                    ###        ",
)
_BANG: Final = (
    "        #        ",
    "        #        ",
    "  ##   ###   ##  ",
    "  ###  ###  ###  ",
    "   ##### #####   ",
    "    # ## ## #    ",
    "    ## # # ##    ",
    "  #####   #####  ",
    "####         ####",
    "  #####   #####  ",
    "    ## # # ##    ",
    "    # ## ## #    ",
    "   ##### #####   ",
    "  ###  ###  ###  ",
    "  ##   ###   ##  ",
    "        #        ",
    "        #        ",
)

#: The numbers on the doors, dark; the red car has none.
_NUMBERS: Final[Mapping[str, tuple[str, ...]]] = {
    "1": ("  ## ", " ### ", "  ## ", "  ## ", "  ## ", "  ## ", " ####"),
    "2": (" ### ", "## ##", "   ##", "  ## ", " ##  ", "##   ", "#####"),
    "3": ("#### ", "   ##", "   ##", " ### ", "   ##", "   ##", "#### "),
    "4": ("   ##", "  ###", " # ##", "## ##", "#####", "   ##", "   ##"),
    "5": ("#####", "##   ", "#### ", "   ##", "   ##", "## ##", " ### "),
    "": (),
}

#: Where a number stands on a car: its first row and column.
_DOOR: Final = (5, 18)

#: Columns at the left of two cars, so that they stand in the middle.
_MARGIN: Final = "        "


@cache
def ramming(by: str, target: str) -> Picture:
    """The car with the first number rams the one with the second (KR-RAM-1, KR-ESC-7)."""
    cars = (_numbered(by), _BANG, _numbered(target))
    return Picture(tuple(_MARGIN + " ".join(row) for row in zip(*cars, strict=True)))


def _numbered(number: str) -> tuple[str, ...]:
    """A car with this number on its door."""
    top, left = _DOOR
    rows = list(_SIDE)
    for row, digit in enumerate(_NUMBERS[number], top):
        cut = "".join("# "[pixel == "#"] for pixel in digit)
        rows[row] = rows[row][:left] + cut + rows[row][left + len(cut) :]
    return tuple(rows)


#: Pixels from the frame of one pictured tableau to that of the next.
_STEP: Final = 6


def arrow(grid: tuple[int, int], way: tuple[int, int]) -> Picture:
    """An escape card's face: the middle tableau hollow, the one red drives to filled.

    ``grid``: columns and rows of pictured tableaus; ``way``: (east, north) from the middle.
    """
    columns, rows = grid
    width, height = columns * _STEP + 1, rows * _STEP + 1
    lit = {(x, y) for x in range(width) for y in range(height) if not (x % _STEP and y % _STEP)}
    middle = (columns // 2, rows // 2)
    goal = (middle[0] + way[0], middle[1] - way[1])
    inside = range(2, _STEP - 1)
    for across in inside:
        for down in inside:
            if across in (inside[0], inside[-1]) or down in (inside[0], inside[-1]):
                lit.add((middle[0] * _STEP + across, middle[1] * _STEP + down))
            lit.add((goal[0] * _STEP + across, goal[1] * _STEP + down))
    lit |= _line(middle, goal)
    return Picture(tuple("".join(" #"[(x, y) in lit] for x in range(width)) for y in range(height)))


def _line(start: tuple[int, int], goal: tuple[int, int]) -> set[tuple[int, int]]:
    """Pixels of a line between the middles of two pictured tableaus."""
    half = _STEP // 2
    (x, y), (to_x, to_y) = ((a * _STEP + half, b * _STEP + half) for a, b in (start, goal))
    steps = max(abs(to_x - x), abs(to_y - y), 1)
    return {
        (x + round((to_x - x) * n / steps), y + round((to_y - y) * n / steps))
        for n in range(steps + 1)
    }
