"""Played matches keep the promises of `Match`, whatever the game."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from dataclasses import replace

import pytest

from referee.game import DEVICE, Ask, Entry, Kind, OneOf, Plain, Refused
from referee.kernel.ask import LISTED
from referee.kernel.chance import cheap
from referee.kernel.errors import BadEntry, RefereeError
from referee.kernel.fold import Fold
from referee.kernel.journal import Line
from referee.kernel.match import Match
from referee.kernel.players import RANDOM, find_player, random_bot
from referee.kernel.playout import Endless, Playout
from referee.testing.cases import MANY, Case, Playthrough
from sim.simulate import play_out, setup_of

#: Places of a match that are looked at closely; where more than `MANY` play, so many.
PLACES, FEWER = 5, 2

#: Answers of a match that are corrected, and the lines after each that may stand.
MISTYPED, LATER = 10, 30

#: Entries of a match by random players.
LONG = 3000


class Plays:
    """What a match promises to screens, bots and programs."""

    def test_a_match_ends_with_a_result(self, case: Case) -> None:
        match = case.played.match
        result = match.result
        assert result is not None
        seats = set(range(1, case.seats + 1))
        placed = [seat for place in result.ranking for seat in place]
        assert set(result.winners) <= seats
        assert len(placed) == len(set(placed))
        assert set(placed) <= seats
        assert result.clause
        json.dumps(result.plain())
        with pytest.raises(Refused):
            match.answer(Entry(1, "anything"))

    def test_an_ask_has_seats_clause_and_options_each_listed_once(self, case: Case) -> None:
        for asks in case.played.asks:
            for ask in asks:
                assert ask.clause
                assert ask.seats
                assert set(ask.seats) <= set(range(1, case.seats + 1))
                assert all(option.size() > 0 for option in ask.options), ask
                if ask.size() <= LISTED:
                    listed = [json.dumps(answer, sort_keys=True) for answer in ask.listed()]
                    assert len(listed) == len(set(listed)), ask

    def test_only_whole_numbers_are_tapped(self, case: Case) -> None:
        """What may be tapped on a seat button can be counted."""
        options = (option for asks in case.played.asks for ask in asks for option in ask.options)
        fields = (field for option in options for field in option.fields.values())
        for field in fields:
            if isinstance(field, OneOf) and field.taps:
                whole = all(type(n) is int and n >= 0 for n in field.values)
                assert whole, f"{field.values} can't be tapped: wants whole numbers from 0"

    def test_a_state_offers_only_the_verbs_that_it_names(self, case: Case) -> None:
        record = case.played
        flow = record.match.flow
        for position in record.positions():
            offered = {option.verb for ask in flow.asks(position) for option in ask.options}
            assert offered <= set(flow.states[position.state].verbs), position.state

    def test_somebody_is_always_asked_until_the_end(self, case: Case) -> None:
        record = case.played
        asked = [number for number, asks in enumerate(record.asks) if asks]
        device = [number for number, line in enumerate(record.match.lines) if line.auto]
        assert sorted({*asked, *device}) == list(range(len(record.match.lines)))

    def test_every_prefix_folds_to_the_position_that_was_played(self, case: Case) -> None:
        record = case.played
        match = record.match
        fold = Fold(match.game, match.header, record.components)
        for line, digest in zip(match.lines, record.digests, strict=False):
            assert digest in ("", fold.digest)
            fold.judge(line)
            fold.apply(line)
            assert not match.game.invariants(fold.position)
        assert fold.digest == match.digest

    def test_both_runners_fire_the_same_rows(self, case: Case) -> None:
        """`transitions`, as at the table, and the plain dict of replay and simulation."""
        record = case.played
        match = record.match
        plain = Fold(match.game, match.header, record.components)
        live = Fold(match.game, match.header, record.components)
        for line in match.lines:
            plain.apply(line)
            live.apply(line, match.flow.machinery)
            assert plain.log[-1].rows == live.log[-1].rows
            assert plain.log[-1].rulings == live.log[-1].rulings
            assert plain.digest == live.digest

    def test_a_playout_ends_as_the_match_does(self, case: Case) -> None:
        """Random players, once through asks and `Match`, once as studies play (`Draw`); of a match
        that takes very long, its beginning."""
        setup = setup_of(case.game, case.seats, case.options)
        match = Match.new(case.game, case.seats, case.options, case.seed)
        rngs = [random.Random(case.seed) for _ in range(2)]
        players = dict.fromkeys(range(1, case.seats + 1), find_player(case.game, RANDOM))
        bots = dict.fromkeys(players, random_bot)
        playout = Playout(case.game, setup, case.seed, players, cheap(rngs[1]))
        with suppress(Endless):
            play_out(match, bots, rngs[0], check=False, cap=LONG)
        with suppress(Endless):
            playout.play(match.length)
        assert playout.rows == [row for logged in match.log for row in logged.rows]
        assert (playout.digest, playout.result) == (match.digest, match.result)

    def test_going_back_leads_where_the_match_was(self, case: Case) -> None:
        """Whatever copies of the position a fold keeps: they are never a truth of their own."""
        record = case.played
        match = record.match
        fold = Fold(match.game, match.header, record.components)
        fold.replay(match.lines)
        for number in sorted({0, *record.places(8), len(match.lines) // 2}, reverse=True):
            other = fold.branch(number)
            fold.rewind(number)
            assert record.digests[number] in ("", fold.digest)
            assert other.digest == fold.digest
            assert fold.drawn == sum(n.chance and n.device for n in match.lines[:number])
        fold.become(match.lines)
        assert fold.digest == match.digest

    def test_a_journal_survives_json_and_is_not_changed_by_play(self, case: Case) -> None:
        record = case.played
        lines = record.match.lines
        assert [Line.parse(json.loads(text)) for text in record.written] == list(lines)
        assert [json.dumps(line.plain()) for line in lines] == record.written
        for number, given in record.given.items():
            entry = lines[number].entry
            assert entry is not None
            assert json.dumps(entry.plain()) == given, "an effect has written into the entry"

    def test_exactly_what_is_listed_is_accepted(self, case: Case) -> None:
        rng = random.Random(str(case))
        for record, number in places(case):
            match = record.at(number)
            every = [(ask.seats, answers(ask)) for ask in match.asks]
            for entry in probes(match, rng):
                said = as_json(entry)
                listed = any(entry.seat in seats and said in found for seats, found in every)
                assert accepted(match, entry) == listed, entry

    def test_an_undo_leads_back_and_the_same_answer_forth(self, case: Case) -> None:
        for record, number in places(case):
            match = record.at(number)
            before, asks = match.digest, match.asks
            entry = as_given(record.match.lines[number])
            match.answer(entry)
            after, lines = match.digest, match.lines[number:]
            plan = match.undo()
            assert plan is not None
            assert [line.entry for line in lines] == list(plan.entries)
            assert (match.digest, match.asks) == (before, asks)
            match.answer(entry)
            assert match.digest == after, "the same answer has led elsewhere: the dice have changed"

    def test_what_the_box_reports_is_all_that_its_ask_offers(self, case: Case) -> None:
        """Where the board is in the box, nothing can be answered but what is true there."""
        record = case.played
        game, options = record.match.game, record.match.header.options
        for position in record.positions():
            for ask in record.match.flow.asks(position):
                if ask.kind is Kind.REPORT and options.get(ask.source) == DEVICE:
                    report = game.report(position, ask)
                    assert list(ask.listed()) == [(report.verb, report.args)], ask.prompt

    def test_a_correction_leaves_the_match_in_which_nothing_was_mistyped(self, case: Case) -> None:
        """What the box itself adds after an answer that was mistyped is worked out anew."""
        rng = random.Random(str(case))
        record = case.played
        for number in record.by_hand(MISTYPED, rng):
            match = record.at(min(number + LATER, len(record.match.lines)))
            entry, ask = match.lines[number].entry, match.asked(number)[1]
            assert entry is not None
            assert ask is not None
            ways = [choice for choice in ask.options if choice.verb == entry.verb]
            match.correct(number, rng.choice(ways).sample(rng.randrange))
            again = record.at(number)
            for line in [logged.line for logged in match.log[number:]]:
                if not line.auto:
                    again.answer(as_given(line))
            assert [logged.line for logged in again.log] == [logged.line for logged in match.log]
            assert again.digest == match.digest

    def test_everything_can_be_taken_back(self, case: Case) -> None:
        record = case.played
        match = record.at(min(40, len(record.match.lines)))
        while match.undo() is not None:
            pass
        start = len(match.log)  # what the device adds before anybody is asked stays
        assert all(logged.line.auto for logged in match.log)
        assert match.digest == record.digests[start]


def places(case: Case) -> list[tuple[Playthrough, int]]:
    record, count = case.played, PLACES if case.seats <= MANY else FEWER
    return [(record, number) for number in record.places(count)]


def as_given(line: Line) -> Entry:
    """The entry as it was given: for what the device knows, only the press."""
    assert line.entry is not None
    return replace(line.entry, args={}) if line.device else line.entry


def answers(ask: Ask) -> set[str]:
    """All answers to an ask, or for a large set those of its options without fields."""
    if ask.size() <= LISTED:
        return {as_json(Entry(0, verb, args)) for verb, args in ask.listed()}
    return {as_json(Entry(0, o.verb, {})) for o in ask.options if not o.fields}


def as_json(entry: Entry) -> str:
    return json.dumps([entry.verb, entry.args], sort_keys=True)


def accepted(match: Match, entry: Entry) -> bool:
    """Whether the entry is accepted; a refusal names its clause and changes nothing."""
    lines, digest = match.lines, match.digest
    refusal: RefereeError | None = None
    try:
        match.answer(entry)
    except RefereeError as error:
        refusal = error
    if refusal is None:
        match.undo()
        assert match.digest == digest
        return True
    assert (match.lines, match.digest) == (lines, digest), entry
    assert isinstance(refusal, BadEntry) or (isinstance(refusal, Refused) and refusal.clause)
    return False


def probes(match: Match, rng: random.Random) -> list[Entry]:
    """Entries close to legal ones, and entries that a hand on the wrong button makes."""
    found = [Entry(seat, verb) for seat in (1, match.header.seats) for verb in ("fly", "auto")]
    for ask in match.asks:
        if ask.size() > LISTED:
            continue
        every = list(ask.listed())
        for verb, args in rng.sample(every, min(3, len(every))):
            found += [Entry(seat, verb, args) for seat in range(1, match.header.seats + 1)]
            found += [Entry(ask.seats[0], verb, near) for near in neighbours(args)]
        found += [Entry(ask.seats[0], r.verb, dict(r.args)) for r in ask.refusals[:5]]
    return found


def neighbours(args: dict[str, Plain]) -> list[dict[str, Plain]]:
    """Arguments that differ in one thing."""
    found: list[dict[str, Plain]] = [{**args, "more": 1}]
    for name, value in args.items():
        others: list[Plain] = [None, True, 0, -1, 7, 99, 1.5, "", [], [value], {}]
        if isinstance(value, int):
            others += [value + 1, value - 1, float(value), str(value)]
        if isinstance(value, list):
            others += [value[:-1], [*value, *value[-1:]], [*value[:-1], 0]]
        found += [{**args, name: other} for other in others]
        found.append({key: kept for key, kept in args.items() if key != name})
    return found
