"""Fette Autos' printed numbers (and those of FAP), read from `components.toml`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any

from referee.game import Components
from referee.games.fette_autos.cards import KINDS, SIDES, SIGNS, STRAIGHT, Card, Section, curve

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
        for name, detail in made._faults():
            raise parts.wrong(name, detail)
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

    def _faults(self) -> Iterator[tuple[str, str]]:
        """Numbers that do not add up: which one, and what is wrong with it."""
        kinds = len(KINDS) * self.tempo_per_value_class
        if self.tempo_per_value != kinds:
            yield "tempo_per_value", f"says {self.tempo_per_value}, its kinds add up to {kinds}"
        forms = {STRAIGHT, *(f"curve{limit}" for limit in self.curve_limits)}
        if set(self.track_mix) != forms:
            yield "track_mix", f"wants {', '.join(sorted(forms))}"
            return
        mix, whole = sum(self.track_mix.values()), self.track_per_sign * len(SIGNS)
        if self.track_per_sign != mix:
            yield "track_per_sign", f"says {self.track_per_sign}, track_mix adds up to {mix}"
        if self.track_cards != whole:
            yield "track_cards", f"says {self.track_cards}, track_per_sign makes {whole}"
        if set(self.sign_target) != set(SIGNS) or set(self.sign_target.values()) - set(TARGETS):
            yield "sign_target", f"every sign has one of {', '.join(TARGETS)}"
        if self.start_limit not in self.curve_limits:
            yield "start_limit", "is one of curve_limits"
        yield from self._short()

    def _short(self) -> Iterator[tuple[str, str]]:
        """Numbers that leave too few cards, points or stickers for everybody."""
        if self.players_max != self.cars:
            yield "players_max", "every player has one of the cars, and seven is the most"
        if len(self.points) < self.cars:
            yield "points", f"wants one number for each of {self.cars} places"
        if len(self.stickers) < self.cars - 1:
            yield "stickers", f"wants one number for each of {self.cars - 1} Hasen"
        if self.open_cards != 3:
            yield "open_cards", "this referee knows three: left, middle, right"
        if self.hand_start < self.open_cards:
            yield "hand_start", f"is at least {self.open_cards}"
        deck = self.tempo_per_value * len(self.tempo_values)
        if deck <= self.cars * (self.hand_start + 1):
            yield "tempo_per_value", f"{deck} cards are too few for {self.cars} hands"
        if self.sections > self.track_mix[STRAIGHT] * len(SIGNS):
            yield "sections", "is at most the number of straights"
        for name in ("fog_window", "overspeed_step", "chip_kmh", "hase_first_cards"):
            if getattr(self, name) < 1:
                yield name, "is at least 1"


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
