"""Second opinions: why an answer is refused, by the rule books alone.

An umpire sees what the asked player sees - the position's view as plain data, the state, the
options - and says which clause forbids an answer. He shares no code with the games. Where a whole
board must be walked (Knight Rider's drives and tableaus, Victory's moves in the box) the second
models in the games' own tests are the umpires; he answers None there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from referee.kernel.text import Plain

Data = Mapping[str, Any]


@dataclass(frozen=True)
class Moment:
    """``view``: the asked seat's; ``before``: what everybody saw before the last roll."""

    state: str
    seat: int
    options: Mapping[str, Plain]
    numbers: Data
    view: Data
    before: Data

    def on(self, option: str) -> bool:
        return bool(self.options.get(option, False))


Umpire = Callable[[Moment, str, Data], str | None]


# -- Knister ---------------------------------------------------------------------------------


def knister(m: Moment, verb: str, args: Data) -> str | None:
    view = m.view
    times = view["sums"].count(args.get("number"))
    match verb, m.state:
        case "roll", "count":
            return "KNI-RND-1"  # 25 times and no more
        case "roll", _:
            thrower = (view["youngest"] - 1 + len(view["sums"]) - 1) % len(view["sheets"]) + 1
            return "KNI-RND-2" if m.seat == thrower else "KNI-RND-4"
        case "place", "roll":
            return "KNI-RND-2"  # first both dice
        case "place", _:
            return "KNI-RND-8" if "cell" in args else "KNI-RND-6"
        case "pass", _:
            return "KNI-RND-4"
        case "hint", _:
            return "INT-KNI-12"
        case "number", _:
            return "KNI-RND-4" if times else "KNI-RND-6"
    return "KNI-END-2" if verb in ("sheet", "total") else None


# -- Victory ---------------------------------------------------------------------------------


def _moves(m: Moment) -> int:
    """So many were thrown: three lead once round from the start, two more each further time."""
    return sum(throw.count(face) for throw in m.view["throws"] for face in "RB")


def victory(m: Moment, verb: str, args: Data) -> str | None:
    if m.state in ("choose", "second"):  # both throws come first, and the second is no choice
        return "VIC-TURN-2" if verb == "end" else "VIC-TURN-6"
    if verb == "move":
        return None  # tests/victory/test_checks.py walks the circuit
    said = {
        "red": "VIC-MOVE-7", "blue": "VIC-MOVE-7", "end": "VIC-MOVE-9", "throw": "VIC-TURN-2",
        "line": "VIC-LAP-3", "jump": "VIC-MOVE-5", "share": "VIC-MOVE-6", "bend": "VIC-MOVE-3",
        "between": "VIC-MOVE-2", "reverse": "VIC-MOVE-12", "put": "VIC-SET-6", "lay": "VIC-SET-1",
        "close": "VIC-SET-1", "car": "VIC-SET-3",
    }  # fmt: skip
    holds = {
        "red": lambda: not m.view["due"]["R"], "blue": lambda: not m.view["due"]["B"],
        "end": lambda: sum(m.view["due"].values()) > 0,
        "car": lambda: args["car"] in m.view["cars"],
        "reverse": lambda: not m.on("allow_backward"),
        "line": lambda: _moves(m) < 3 + 2 * sum(m.view["turn"] in row for row in m.view["pad"]),
    }  # fmt: skip
    assert holds.get(verb, lambda: True)(), f"{verb} may be done"
    return said.get(verb)


# -- D'raf -----------------------------------------------------------------------------------


def draf(m: Moment, verb: str, args: Data) -> str | None:
    if m.state in ("lay", "joker", "joker_with") and ("place" in args or verb in ("swap", "with")):
        return _draf_place(m, verb, args)
    match verb:
        case "left" | "right":
            return _draf_aside(m, verb)
        case "play":
            return "DRF-SPD-2" if args["card"] in _driver(m, m.seat)["hand"] else "DRF-CARD-1"
        case "lose":
            assert [_driver(m, m.seat)["played"]] == args["cards"]
        case "regain":
            assert args["card"] not in _driver(m, m.seat)["lost"]
        case "colour":
            assert args["colour"] in [driver["colour"] for driver in m.view["drivers"]]
        case "halt":
            assert m.view["now"]["points"]
        case "forward":
            return "DRF-WAT-1" if m.state == "water" else "DRF-ACT-3"
    return {
        "back": "DRF-DRV-3", "halt": "DRF-DRV-4", "pass": "DRF-SPD-4", "lay": "DRF-LAY-2",
        "lose": "DRF-CARD-2", "regain": "DRF-SVC-1", "colour": "DRF-SET-3",
    }.get(verb)  # fmt: skip


def _driver(m: Moment, seat: int) -> Data:
    found: Data = m.view["drivers"][seat - 1]
    return found


def _draf_aside(m: Moment, way: str) -> str:
    now, car = m.view["now"], _driver(m, m.view["turn"])
    if now["due"]:
        return "DRF-LC-2"
    if not now["curves"]:
        return "DRF-LC-3"
    lane = str(car["row"])
    beside = car["lane"] + (-1 if way == "left" else 1)
    lanes = m.view["road"]["lanes"]
    police = 0 < beside <= len(lanes) and lanes[beside - 1].get(lane) == "police"
    if now["points"] == 3 and police and not m.on("police_aside"):
        return "DRF-POL-3"
    assert now["points"] == 1
    return "DRF-LC-2"


def _draf_place(m: Moment, verb: str, args: Data) -> str:
    road, place = m.view["road"], args.get("place")
    cars = [[d["lane"], d["row"]] for d in m.view["drivers"] if not d["out"]]
    tile = road["lanes"][place[0] - 1].get(str(place[1])) if place else None
    if verb != "lay":
        if place in cars or tile == "joker":
            return "DRF-JOK-2"
        return "DRF-JOK-3" if tile is None else "DRF-JOK-1"
    assert place is not None
    lane = place[0]
    if str(lane) in road["ends"] or lane in road["ends"]:
        return "DRF-LANE-1"
    fronts = [max(map(int, tiles), default=0) for tiles in road["lanes"]]
    if fronts[lane - 1] >= int(str(m.options["length"])) * 10 // m.numbers["row_mm"]:
        return "DRF-LAY-10"
    if any(str(n) not in road["lanes"][lane - 1] for n in range(road["base"], fronts[lane - 1])):
        return "DRF-LAY-9"
    open_ = [front for n, front in enumerate(fronts, 1) if str(n) not in road["ends"]]
    assert fronts[lane - 1] == max(open_)
    assert max(open_) - min(open_) >= m.numbers["too_far"]
    return "DRF-LAY-4"


# -- Fette Autos -----------------------------------------------------------------------------


def fette_autos(m: Moment, verb: str, args: Data) -> str | None:
    by = {
        "stopped": _of("FA-MAN-7"), "pay": _fa_pay, "stake": _fa_stake, "choose": _fa_choose,
        "half_form": _fa_half, "half_sign": _fa_half, "slow": _fa_slow, "attack": _fa_attack,
        "lowest": _fa_lowest, "partner": _fa_partner, "pick": _fa_pick, "turn_up": _fa_slot,
        "lay": _fa_lay,
    }.get(verb)  # fmt: skip
    return by(m, args) if by is not None else None


def _of(clause: str) -> Callable[[Moment, Data], str]:
    return lambda m, args: clause


def _speed(m: Moment, seat: int) -> int:
    return sum(value for value, *_ in m.view["drivers"][seat - 1]["open"])


def _limit(m: Moment) -> int:
    form = str(m.view["track"][m.view["section"] - 1][0])
    return 70 if form.endswith("70") else 90 if form.endswith("90") else 0


def _dear(m: Moment, seat: int, speed: int) -> bool:
    """Whether a chip for every started 10 km/h above the limit is more than he has."""
    stock = m.view["drivers"][seat - 1]["stock"]
    over = max(0, speed - _limit(m)) if _limit(m) else 0
    chips = -(-over // 10)
    return stock is None or (min(chips, 1) if m.on("fast") else chips) > stock


def _fa_pay(m: Moment, args: Data) -> str:
    return "FA-MAN-8"


def _fa_stake(m: Moment, args: Data) -> str:
    if m.state != "hase_more":
        return "FA-OVT-3"
    straight = not _limit(m) and len(m.view["poker"]["cards"]) >= 3 - m.on("indiv")
    return "FAP-DANGER-3" if m.on("danger") and straight else "FA-HASE-3"


def _fa_choose(m: Moment, args: Data) -> str:
    if m.on("fog"):
        return "X-6"
    if "sign" in args:
        assert [args["form"], args["sign"]] not in m.view["roads"]
        return "FAP-PLAN-1"
    assert m.on("start")
    assert not m.view["track"]
    return "FAP-START-1"


def _fa_half(m: Moment, args: Data) -> str:
    if m.on("start") and not m.view["track"] and not m.view["wishes"]:
        return "X-8"
    return "FAP-PLAN-6" if args else "FAP-PLAN-5"


def _fa_slow(m: Moment, args: Data) -> str:
    if m.on("fast"):
        return "FAP-FAST-3"
    now, mine = _speed(m, m.seat), m.view["drivers"][m.seat - 1]
    if not args:
        lower = (now - old[0] + new[0] for old in mine["open"] for new in mine["hand"] or ())
        return "FA-OVT-10" if any(then <= now - 10 for then in lower) else "FA-OVT-9"
    slot = ("left", "middle", "right").index(args["slot"])
    card = args["card"][0] if isinstance(args["card"], list) else args["card"]
    then = now - mine["open"][slot][0] + card
    if then > now - 10:
        return "FA-OVT-9"
    assert _dear(m, m.seat, then)
    return "FA-OVT-10"


def _fa_attack(m: Moment, args: Data) -> str:
    if m.on("fast"):
        assert _dear(m, m.seat, _speed(m, m.seat))
        return "FAP-FAST-5"
    return "FA-OVT-9"


def _fa_lowest(m: Moment, args: Data) -> str:
    return "FAP-GRID-5" if args["seat"] in m.view["auction"]["placed"] else "FAP-GRID-9"


def _fa_partner(m: Moment, args: Data) -> str:
    if args["seat"] == m.view["guest"]:
        return "FAP-TEAM-3"  # he sides with the Hasen
    assert any(args["seat"] in team for team in m.view["teams"])
    return "FAP-TEAM-4"


def _fa_pick(m: Moment, args: Data) -> str:
    return "FA-MAN-7" if m.state == "brake_slot" else "FA-SIGN-8"


def _fa_slot(m: Moment, args: Data) -> str:
    return "FA-SIGN-8"


def _fa_lay(m: Moment, args: Data) -> str:
    if m.on("start") and not m.view["track"]:
        return "FAP-START-1"
    return "FAP-PLAN-5" if m.view["wishes"] else "FAP-PLAN-4"


# -- Knight Rider ----------------------------------------------------------------------------

#: What the umpire of tests/knight_rider/test_reasons.py judges, with a board of his own.
WALKED: Final = ("go", "catch", "ram", "step", "laid")


def knight_rider(m: Moment, verb: str, args: Data) -> str | None:
    by = {
        "kitt": _kr_kitt, "divert": _kr_divert, "passed": _kr_passed, "reached": _kr_reached,
        "ticked": _kr_ticked, "one": _kr_hit, "both": _kr_hit, "hit": _kr_hit, "turn": _kr_turn,
        "uturn": _kr_turn, "behind": _kr_behind, "turn_over": _kr_turn_over, "start": _kr_start,
    }.get(verb)  # fmt: skip
    if verb == "step" and not _in_box(m):
        by = _kr_turn
    elif verb in WALKED:
        return None
    if by is not None:
        return by(m, verb, args)
    return {
        "driven": "KR-MOV-1", "flip": "KR-MOV-1", "back": "KR-MOV-6", "closed": "KR-MOV-13",
        "roll": "KR-RAM-10", "absent": "KR-TRK-15", "no_fit": "KR-TRK-12",
    }.get(verb)  # fmt: skip


def _in_box(m: Moment) -> bool:
    return m.options["board"] == "device"


def _car(m: Moment, seat: int) -> Data:
    found: Data = m.view["cars"][seat - 1]
    return found


def _counted(m: Moment) -> bool:
    return m.on("strict") or _in_box(m)


def _kr_window(m: Moment, clause: str) -> str:
    """Why no card at all may be played now."""
    if m.view["now"]["righting"] or m.state == "right":
        return "KR-RAM-10"
    return clause if m.view["now"]["arrow"] else ""


def _kr_kitt(m: Moment, verb: str, args: Data) -> str | None:
    now, kind = m.view["now"], args.get("card")
    if kind is None:  # of the cards in the hand, the first one says why
        kinds = ("shield", "turbo1", "turbo2", "jump")
        kind = next((k for k in kinds if not _gone(m, "kitt", k)), kinds[0])
    if no := _kr_window(m, "KR-KIT-2"):
        return no
    if "kitt" in now["played"]:
        return "KR-TRN-9"
    if _gone(m, "kitt", kind):
        return _why_gone(m, "kitt", "KR-KIT-13")
    if kind == "turbo2" and now["roll"] != 1:
        return "KR-KIT-7"
    if now["over"]:
        return "KR-INT-30"
    if _in_box(m):
        return None if now["points"] else "KR-KIT-9"
    barred = any("roadblock" in stack for stack in m.view["stacks"].values())
    cars = sum(not _car(m, seat)["outside"] for seat in _others(m)) + m.on("red_counts_as_car")
    return "KR-KIT-9" if barred or cars >= 2 else "KR-KIT-8"


def _gone(m: Moment, sort: str, kind: str) -> bool:
    hand = _car(m, m.view["turn"])["hands"][sort]
    return not hand["known"][kind] and not (hand["blind"] and m.view["pool"][sort][kind])


def _why_gone(m: Moment, sort: str, used: str) -> str:
    if m.on("luck") and _in_box(m):
        return "KR-VAR-4"
    blind = _car(m, m.view["turn"])["hands"][sort]["blind"]
    return "KR-CMP-7" if m.on("luck") and not blind else used


def _kr_divert(m: Moment, verb: str, args: Data) -> str:
    if no := _kr_window(m, "KR-DIV-3"):
        return no
    if "diversion" in m.view["now"]["played"]:
        return "KR-DIV-2"
    if "tableau" in args:
        tens, ones = divmod(args["tableau"], 10)
        if not {tens, ones} <= {*range(1, 7)}:
            return "KR-CMP-9"
        return "KR-DIV-7" if len(m.view["stacks"].get(str(args["tableau"]), ())) > 2 else "KR-POS-1"
    return _why_gone(m, "diversion", "KR-DIV-5")


def _kr_passed(m: Moment, verb: str, args: Data) -> str:
    now, trail = m.view["now"], m.view["now"]["trail"]
    if now["over"]:
        return "KR-RMT-6"
    came = next((v for v in reversed(trail) if v in ("step", "jump", "ram")), "ram")
    if _counted(m) and came == "ram":
        return "KR-RAM-2"
    if now["points"] < (1 if _counted(m) else 2 + trail.count("ram")):
        return "KR-RAM-4"
    seat = args.get("target") or next(s for s in _others(m))
    car = _car(m, seat)
    return "KR-RAM-2" if car["outside"] else "KR-RAM-7" if car["roof"] else "KR-RAM-8"


def _others(m: Moment) -> list[int]:
    return [seat for seat in range(1, len(m.view["cars"]) + 1) if seat != m.view["turn"]]


def _kr_hit(m: Moment, verb: str, args: Data) -> str:
    seat = args.get("target") or args.get("other") or m.view["turn"]
    car = _car(m, seat)
    if car["outside"]:
        return "KR-ESC-7"
    if car["roof"]:
        return "KR-ESC-10"
    assert car["shield"]
    assert m.on("shield_stops_red")
    return "KR-ESC-11"


def _kr_turn(m: Moment, verb: str, args: Data) -> str:
    now = m.view["now"]
    if now["over"]:
        return "KR-RMT-6"
    if now["points"] < (2 if verb == "uturn" else 1):
        return "KR-MOV-5" if verb == "uturn" else "KR-MOV-1"
    return "KR-MOV-10" if _car(m, m.view["turn"])["outside"] else "KR-INT-11"


def _kr_behind(m: Moment, verb: str, args: Data) -> str:
    turned = not m.on("quarter_turn_anywhere") and not _car(m, m.view["turn"])["outside"]
    if m.on("strict") and m.view["now"]["points"] > turned:
        return "KR-MOV-1"
    assert all(_car(m, seat)["outside"] for seat in _others(m))
    return "KR-OIL-3"


def _kr_turn_over(m: Moment, verb: str, args: Data) -> str:
    return "KR-ESC-14" if m.state == "right" else "KR-TRN-4"


def _kr_start(m: Moment, verb: str, args: Data) -> str:
    tens, ones = divmod(args["tableau"], 10)
    if not {tens, ones} <= {*range(1, 7)}:
        return "KR-CMP-9"
    return "KR-POS-3" if args["tableau"] == m.view["red"] else "KR-POS-1"


def _kr_reached(m: Moment, verb: str, args: Data) -> str:
    now, trail = m.view["now"], m.view["now"]["trail"]
    if _car(m, m.view["turn"])["open_targets"]:
        return "KR-VAR-2"
    if now["over"]:
        return "KR-INT-45"
    if not _counted(m):
        return _too_far(m)
    if now["points"]:
        return "KR-END-8"
    came = [verb for verb in trail if verb != "ram"]
    last = came[-1:] and came[-1] in ("step", "jump")
    drove = last if m.options["goal_arrival"] == "last_step" else {"step", "jump"} & {*came}
    return _too_far(m) if drove else "KR-END-4"


def _kr_ticked(m: Moment, verb: str, args: Data) -> str:
    drove = {"step", "jump"} & {*m.view["now"]["trail"]}
    return _too_far(m) if drove or not m.on("strict") else "KR-INT-38"


def _too_far(m: Moment) -> str:
    """From outside, the half field costs a point first."""
    outside = m.before.get("cars") and m.before["cars"][m.view["turn"] - 1]["outside"]
    return "KR-MOV-10" if outside else "KR-POS-2"


UMPIRES: Final[Mapping[str, Umpire]] = {
    "draf": draf, "fette-autos": fette_autos, "knight-rider": knight_rider, "knister": knister,
    "victory": victory,
}  # fmt: skip
