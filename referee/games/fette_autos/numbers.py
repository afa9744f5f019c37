"""Fette Autos' printed numbers (and those of FAP), read from `components.toml`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final, TypeAlias

from referee.game import Components, Text, text
from referee.games.fette_autos.cards import KINDS, SIDES, SIGNS, STRAIGHT, Card, Section, curve

TARGETS: Final = ("lowest", "highest", "left", "middle", "right")

#: Lists in which no number stands twice.
DIFFERENT: Final = ("tempo_values", "curve_limits")

#: What is wrong, with which number, and the numbers that may have made it wrong.
Fault: TypeAlias = tuple[Text, Sequence[str]]

#: Letters of a wrong word that are quoted.
WORD: Final = 20


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
        """Raises `ComponentsError` for numbers that make no sense, or do not go together."""
        made = cls(**{field.name: _read(parts, field.name) for field in fields(cls)})
        for said, (name, *others) in made._faults():
            raise parts.wrong(name, said, of=others)
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

    def _faults(self) -> Iterator[Fault]:
        """Numbers that do not add up: what is wrong, with which one, and what makes it wrong."""
        kinds = len(KINDS) * self.tempo_per_value_class
        if self.tempo_per_value != kinds:
            said = _sum(self.tempo_per_value, kinds)
            yield said, ("tempo_per_value", "tempo_per_value_class")
        if set(self.sign_target) != set(SIGNS):
            yield text("components.all-of", known=", ".join(SIGNS)), ("sign_target",)
        for target in self.sign_target.values():
            if target not in TARGETS:
                known = ", ".join(TARGETS)
                yield text("components.one-of", found=target[:WORD], known=known), ("sign_target",)
        if self.start_limit not in self.curve_limits:
            known = ", ".join(map(str, self.curve_limits))
            said = text("components.one-of", found=self.start_limit, known=known)
            yield said, ("start_limit", "curve_limits")
        yield from self._track_faults()
        yield from self._short()

    def _track_faults(self) -> Iterator[Fault]:
        """As `_faults`, of the track cards."""
        forms = [STRAIGHT, *(f"curve{limit}" for limit in self.curve_limits)]
        if sorted(self.track_mix) != sorted(forms):
            said = text("components.all-of", known=", ".join(forms))
            yield said, ("track_mix", "curve_limits")
            return
        mix, whole = sum(self.track_mix.values()), self.track_per_sign * len(SIGNS)
        if self.track_per_sign != mix:
            yield _sum(self.track_per_sign, mix), ("track_per_sign", "track_mix")
        if self.track_cards != whole:
            yield _sum(self.track_cards, whole), ("track_cards", "track_per_sign")
        straights = self.track_mix[STRAIGHT] * len(SIGNS)
        if self.sections > straights:
            said = text("components.many", found=self.sections, high=straights)
            yield said, ("sections", "track_mix")

    def _short(self) -> Iterator[Fault]:
        """Numbers that leave too few cards, points or stickers for everybody."""
        if self.players_max != self.cars:
            yield _sum(self.players_max, self.cars), ("players_max", "cars")
        for name, least in (("points", self.cars), ("stickers", self.cars - 1)):
            if (found := len(getattr(self, name))) < least:
                yield text("components.few", found=found, low=least), (name, "cars")
        deck, hands = self.tempo_per_value * len(self.tempo_values), self.cars * self.hand_start
        if deck <= hands + self.cars:
            said = text("fa.box.deck", n=deck, cars=self.cars)
            yield said, ("tempo_per_value", "tempo_values", "hand_start", "cars")


#: The lowest and the highest value of every number, or of those in a list or a table. A Hase turns
#: up no more cards than are left when all hands are full.
RANGES: Final = {
    "players_max": (7, 12), "cars": (7, 12), "sections": (1, 99), "hand_start": (3, 20),
    "open_cards": (3, 3), "chips_start": (0, 99), "chip_kmh": (1, 999), "tempo_values": (1, 999),
    "tempo_per_value": (1, 999), "tempo_per_value_class": (1, 99), "track_cards": (1, 999),
    "track_per_sign": (1, 99), "curve_limits": (1, 999), "track_mix": (0, 99),
    "chips_per_match": (0, 99), "overspeed_step": (1, 999), "ebrake_guard": (1, 999),
    "slowdown_min": (0, 999), "hase_first_cards": (1, 9), "hase_straight_cards": (1, 9),
    "hase_curve_max": (1, 9), "points": (0, 99), "chip_points": (0, 99), "chips_supply": (1, 999),
    "lead_chips": (0, 99), "danger_line": (0, 999), "danger_cards": (1, 9), "fog_window": (1, 99),
    "start_limit": (1, 999), "stickers": (1, 999), "lane_bonus": (0, 999), "fast_chip": (0, 99),
}  # fmt: skip


def _read(parts: Components, name: str) -> Any:
    """A number, a table of words, or a switch, as it stands there."""
    found = parts[name]
    if name not in RANGES:
        return found
    low, high = RANGES[name]
    if isinstance(found, dict):
        return parts.table(name, low, high)
    if not isinstance(found, list):
        return parts.number(name, low, high)
    made = parts.numbers(name, low, high)
    if name in DIFFERENT and len(set(made)) < len(made):
        raise parts.wrong(name, text("components.twice"))
    return made


def _sum(said: int, found: int) -> Text:
    return text("components.sum", said=said, found=found)
