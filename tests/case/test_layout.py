"""The front plate: everything has its hole, nothing overlaps, and the template says so."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from case.layout import MEASURES, Measures, display_screws, holes, problems
from case.template import template
from hal.config import parse
from tests.conftest import ROOT


def test_every_part_of_the_reference_panel_has_its_place() -> None:
    config = parse("")
    names = {hole.name for hole in holes(config)}
    assert names == {"screw", *config.buttons, *(f"lamp {name}" for name in config.lamps)}
    assert list(problems(config)) == []


def test_what_the_panel_has_not_is_not_drilled() -> None:
    config = parse('schema = 2\n[buttons]\nseat7 = "none"\n[lamps]\nseat7 = "none"\n')
    assert not any("seat7" in hole.name for hole in holes(config))


def test_a_seat_of_the_seat_box_has_no_place_on_the_plate() -> None:
    config = parse("schema = 2\n[buttons]\nseat8 = 14\n")
    assert list(problems(config)) == []
    assert not any("seat8" in hole.name for hole in holes(config))


@pytest.mark.parametrize(
    ("measures", "said"),
    [
        (replace(MEASURES, button_rim=30), "seat1 and seat2 overlap"),
        (replace(MEASURES, board=(110, 44)), "up overlaps the display"),
        (replace(MEASURES, width=190), "roll reaches over the edge"),
        (replace(MEASURES, window=(80, 30)), "the window is larger than the display's glass"),
        (
            replace(MEASURES, spacer=2),
            "the display's spacers are thinner than its glass: its board bends",
        ),
        (replace(MEASURES, display_screw=8), "the display's screws are 1.6 mm too short"),
    ],
)
def test_what_does_not_fit_is_said(measures: Measures, said: str) -> None:
    assert said in list(problems(parse(""), measures))


def test_the_template_has_every_hole_at_its_size_in_millimetres() -> None:
    config = parse("")
    root = ElementTree.fromstring(template(config))
    assert root.attrib["width"] == f"{float(root.attrib['viewBox'].split()[2]):g}mm"
    circles = {
        (float(element.attrib["cx"]), float(element.attrib["r"]) * 2)
        for element in root.iter() if element.tag.endswith("circle")
    }  # fmt: skip
    for hole in (*holes(config), *display_screws()):
        assert (hole.x + 10, hole.diameter) in circles
    assert len(list(display_screws())) == 4


def test_what_the_shopping_list_names_is_what_the_case_is_made_for() -> None:
    parts = (ROOT / "docs" / "build-it.md").read_text("utf-8")
    assert f"for a {MEASURES.lamp_hole} mm hole" in parts
    assert f"at most {MEASURES.roll_depth:.0f} mm deep" in parts
    assert f"M2.5 x {MEASURES.display_screw:.0f}" in parts
    assert f"spacers M2.5 x {MEASURES.spacer:.0f}" in parts
