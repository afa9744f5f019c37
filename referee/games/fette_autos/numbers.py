"""Fette Autos' printed numbers (and those of FAP), read from `components.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from referee.games.fette_autos.cards import KINDS, SIDES, SIGNS, STRAIGHT, Card, Section, curve
from referee.kernel.components import Components
from referee.kernel.errors import ComponentsError

TARGETS = ("lowest", "highest", "left", "middle", "right")


@dataclass(frozen=True, slots=True)
class Numbers:
    """The data table of docs/rules/fette-autos.md, under the same names."""

    players_max: int
    cars: int
    sections: int
    hand_start: int
    open_cards: int
    chips_start: int
    chip_kmh: int
    tempo_values: tuple[int, ...]
    tempo_per_value: int
    tempo_per_value_class: int
    track_cards: int
    track_per_sign: int
    curve_limits: tuple[int, ...]
    track_mix: Mapping[str, int]
    sign_target: Mapping[str, str]
    slope_four_cards: bool
    chips_per_match: int
    overspeed_step: int
    partial_overspeed_payment: bool
    overspeed_counts_in_poker: bool
    first_attack_pays_again: bool
    ebrake_guard: int
    attack_optional: bool
    tie_to_defender: bool
    slowdown_min: int
    hase_first_cards: int
    hase_straight_cards: int
    hase_curve_max: int
    points: tuple[int, ...]
    chip_points: int
    chips_supply: int
    bank_limited: bool
    track_before_hands: bool
    lead_chips: int
    danger_line: int
    danger_cards: int
    fog_window: int
    start_limit: int
    stickers: tuple[int, ...]
    lane_bonus: int
    fast_chip: int

    @classmethod
    def of(cls, parts: Components) -> Numbers:
        """Raises `ComponentsError` for numbers that do not go together."""
        made = cls(**{field.name: _frozen(parts[field.name]) for field in fields(cls)})
        made._check()
        return made

    def tempo_deck(self) -> list[Card]:
        """All tempo cards (FA-SET-2)."""
        copies = range(self.tempo_per_value_class)
        return [Card(value, kind) for value in self.tempo_values for kind in KINDS for _ in copies]

    def track_deck(self) -> list[Section]:
        """All track cards (FA-SET-3): left and right curves in turn, over the whole deck."""
        found = []
        sides = [0] * len(self.curve_limits)
        for sign in SIGNS:
            found += [Section(STRAIGHT, sign)] * self.track_mix[STRAIGHT]
            for number, limit in enumerate(self.curve_limits):
                for _ in range(self.track_mix[f"curve{limit}"]):
                    found.append(Section(curve(SIDES[sides[number] % 2], limit), sign))
                    sides[number] += 1
        return sorted(found)

    def forms(self) -> tuple[str, ...]:
        """All forms of track cards, the commonest first."""
        curves = (curve(side, limit) for limit in self.curve_limits for side in SIDES)
        return (*curves, STRAIGHT)

    def _check(self) -> None:
        """The parts add up to the whole, and nothing is missing."""
        kinds = len(KINDS) * self.tempo_per_value_class
        _agree("tempo_per_value", self.tempo_per_value, kinds, "cards of a value")
        mix = {STRAIGHT, *(f"curve{limit}" for limit in self.curve_limits)}
        if set(self.track_mix) != mix:
            raise _wrong("track_mix", f"wants {', '.join(sorted(mix))}")
        _agree("track_per_sign", self.track_per_sign, sum(self.track_mix.values()), "track_mix")
        _agree("track_cards", self.track_cards, self.track_per_sign * len(SIGNS), "track_per_sign")
        if set(self.sign_target) != set(SIGNS) or set(self.sign_target.values()) - set(TARGETS):
            raise _wrong("sign_target", f"every sign has one of {', '.join(TARGETS)}")
        if self.players_max != self.cars:
            raise _wrong("players_max", "every player has one of the cars, and seven is the most")
        if self.start_limit not in self.curve_limits:
            raise _wrong("start_limit", "is one of curve_limits")
        self._check_sizes()

    def _check_sizes(self) -> None:
        """There are enough cards, points and stickers for everybody."""
        if len(self.points) < self.cars:
            raise _wrong("points", f"wants one number for each of {self.cars} places")
        if len(self.stickers) < self.cars - 1:
            raise _wrong("stickers", f"wants one number for each of {self.cars - 1} Hasen")
        if self.open_cards != 3:
            raise _wrong("open_cards", "this referee knows three: left, middle, right")
        if not self.open_cards <= self.hand_start:
            raise _wrong("hand_start", f"is at least {self.open_cards}")
        deck = self.tempo_per_value * len(self.tempo_values)
        if deck <= self.cars * self.hand_start + self.cars:
            raise _wrong("tempo_per_value", f"{deck} cards are too few for {self.cars} hands")
        if not self.sections <= self.track_mix[STRAIGHT] * len(SIGNS) or self.fog_window < 1:
            raise _wrong("sections", "is at most the number of straights")
        if min(self.overspeed_step, self.chip_kmh, self.hase_first_cards) < 1:
            raise _wrong("overspeed_step", "steps, chips and first cards are at least 1")


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _agree(name: str, whole: int, parts: int, what: str) -> None:
    if whole != parts:
        raise _wrong(name, f"says {whole}, {what} add up to {parts}")


def _wrong(name: str, detail: str) -> ComponentsError:
    key = "error.components.type"
    return ComponentsError(key, file="components.toml", line=0, key=name, detail=detail)
