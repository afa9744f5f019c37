"""The flow of Fette Autos: one row for every sentence that moves the game on.

It is the index of the game, in the order of the booklet: preparation, then the three phases of a
section and the end. Every moment has a module of its own with its asks, its decisions, its guards
and effects; tempo cards and chips that move in several of them stand in `pile` and `chips`. Five
of the twelve rules of FAP change the table, below; the other seven change numbers and decisions in
their moments (the clauses name them).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from referee.game import AUTO, Flow, Options, Row, State, replaced
from referee.games.fette_autos import (
    age,
    end,
    hands,
    hase,
    limit,
    lineup,
    manoeuvre,
    overtaking,
    pile,
    planning,
    poker,
    sign,
    teams,
    track,
)
from referee.games.fette_autos.position import Race

Rows = list[Row[Race]]

STATES: Final[tuple[State[Race], ...]] = (
    # preparation
    State("teams"),
    State("guest", teams.guest_asks, ("guest", "lot")),
    State("guest_lot", teams.guest_lot_asks, ("drawn",)),
    State("partner", teams.partner_asks, ("partner", "lot")),
    State("partner_lot", teams.partner_lot_asks, ("drawn",)),
    State("start"),
    State("age", age.age_asks, ("youngest",)),
    State("prepare"),
    State("track"),
    State("lay", track.lay_asks, ("lay",), draw=track.draw_section),
    State("plan", planning.plan_asks, ("choose", "half_form", "half_sign")),
    State("plan_sure", planning.plan_sure_asks, ("anyway", "other")),
    State("deal", hands.deal_asks, ("deal", "dealt"), draw=hands.draw_deal),
    State("grid"),
    State("lot"),
    State("bid", lineup.bid_asks, ("reveal", "lowest", "tie")),
    State("bids"),
    State("swaps"),
    State("swap", lineup.swap_asks, ("swap", "keep", "swapped")),
    State("open", hands.open_asks, ("lay",)),
    State("opened"),
    # phase 1
    State("section"),
    State("sign", sign.sign_asks, ("turn_up",), draw=sign.draw_sign),
    State("slot", sign.slot_asks, ("pick",)),
    State("signed"),
    # phase 2
    State("turn"),
    State(
        "manoeuvre",
        manoeuvre.manoeuvre_asks,
        ("keep", "exchange", "optimise"),
        draw=manoeuvre.draw_manoeuvre,
    ),
    State("refill"),
    State("draw", pile.draw_asks, ("draw",), draw=pile.draw_cards),
    State("limit"),
    State("speeding", limit.speeding_asks, ("pay", "brake"), draw=limit.draw_speeding),
    State("braking"),
    State("brake_slot", limit.brake_slot_asks, ("pick",)),
    State("brake", limit.brake_asks, ("replace", "stopped"), draw=limit.draw_brake),
    # phase 3
    State("act"),
    State("attack", overtaking.attack_asks, ("attack", "pass")),
    State("again", overtaking.again_asks, ("slow", "done"), draw=overtaking.draw_again),
    State("poker"),
    State("hase", hase.hase_asks, ("turn_up",), draw=hase.draw_hase),
    State("stake", poker.stake_asks, ("stake", "none"), draw=poker.draw_stake),
    State("staked"),
    State("duel"),
    State("hase_more", hase.hase_asks, ("turn_up",), draw=hase.draw_hase),
    State("won"),
    State("section_end"),
    State("over", final=True),
)

PREPARATION: Final[tuple[Row[Race], ...]] = (
    # who is the youngest
    Row(AUTO, "start", "start", age.recall_ages, (age.ages_known,), ("FA-SET-5",)),
    Row(AUTO, "start", "age", None, (age.ages_missing,), ("FA-SET-5",)),
    Row(AUTO, "start", "prepare", age.greet, (),
        ("FA-SET-1", "FAP-GEN-1", "FAP-HIDE-2", "FAP-EQUAL-3", "X-17")),
    Row("youngest", "age", "start", age.note_age, (), ("FA-SET-5", "FA-SET-6")),
    # track, hands, grid
    Row(AUTO, "prepare", "track", None, (track.track_first,), ("FA-SET-3", "FAP-PLAN-2")),
    Row(AUTO, "prepare", "deal", None, (hands.hands_due,), ("FA-SET-4",)),
    Row(AUTO, "prepare", "track", None, (track.track_missing,), ("FA-SET-3",)),
    Row(AUTO, "prepare", "grid", None, (), ("FA-SET-5",)),
    Row(AUTO, "track", "lay", None, (track.section_missing,), ("FA-SET-3", "FAP-FOG-1")),
    Row(AUTO, "track", "section", None, (track.racing,), ("FA-RND-3", "FAP-FOG-2")),
    Row(AUTO, "track", "prepare", None, (), ("FA-SET-3",)),
    Row("lay", "lay", "track", track.lay_section, (), ("FA-SET-3", "FAP-START-2")),
    Row("deal", "deal", "prepare", hands.deal_hand, (), ("FA-SET-4",)),
    Row("dealt", "deal", "prepare", hands.take_hands, (), ("FA-SET-4",)),
    Row(AUTO, "grid", "open", lineup.line_up, (), ("FA-SET-5", "FA-SET-6", "FA-SET-7")),
    # three cards each
    Row("lay", "open", "opened", hands.lay_down, (), ("FA-SET-8",)),
    Row(AUTO, "opened", "open", None, (hands.cards_missing,), ("FA-SET-8",)),
    Row(AUTO, "opened", "section", hands.turn_up_all, (), ("FA-SET-8", "FAP-LANE-7")),
)  # fmt: skip

SECTION: Final[tuple[Row[Race], ...]] = (
    # phase 1: warning sign
    Row(AUTO, "section", "sign", sign.begin_section, (), ("FA-RND-1", "FA-RND-2")),
    Row("turn_up", "sign", "slot", sign.hold_card, (sign.undecided,), ("FA-SIGN-8",)),
    Row("turn_up", "sign", "signed", sign.exchange_sign, (),
        ("FA-SIGN-1", "FA-SIGN-2", "FA-SIGN-3", "FA-SIGN-4", "FA-SIGN-5", "FA-SIGN-6",
         "FA-SIGN-7", "FA-SIGN-9")),
    Row("pick", "slot", "signed", sign.pick_slot, (), ("FA-SIGN-8", "FA-SIGN-9")),
    Row(AUTO, "signed", "sign", None, (sign.signs_missing,), ("FA-RND-2",)),
    Row(AUTO, "signed", "turn", sign.begin_manoeuvres, (), ("FA-RND-2",)),
    # phase 2: manoeuvre, then the limit
    Row(AUTO, "turn", "manoeuvre", None, (manoeuvre.movers_left,), ("FA-RND-2", "FA-RND-4")),
    Row(AUTO, "turn", "act", overtaking.begin_overtaking, (), ("FA-RND-2", "FA-OVT-1")),
    Row("keep", "manoeuvre", "limit", None, (), ("FA-MAN-4",)),
    Row("exchange", "manoeuvre", "refill", manoeuvre.exchange_card, (), ("FA-MAN-2", "FAP-LANE-1")),
    Row("optimise", "manoeuvre", "refill", manoeuvre.optimise, (), ("FA-MAN-3", "FAP-LANE-6")),
    Row(AUTO, "limit", "speeding", None, (limit.too_fast,), ("FA-MAN-5",)),
    Row(AUTO, "limit", "turn", manoeuvre.moved, (), ("FA-MAN-5",)),
    Row("pay", "speeding", "limit", limit.pay_overspeed, (), ("FA-MAN-6", "FA-MAN-8")),
    Row("brake", "speeding", "braking", limit.lose_card, (), ("FA-MAN-7", "FA-MAN-9")),
    Row(AUTO, "braking", "turn", limit.end_brake, (limit.braked,), ("FA-MAN-7",)),
    Row(AUTO, "braking", "brake_slot", None, (limit.several_highest,), ("FA-MAN-7",)),
    Row(AUTO, "braking", "brake", None, (), ("FA-MAN-7",)),
    Row("pick", "brake_slot", "brake", limit.pick_highest, (), ("FA-MAN-7",)),
    Row("replace", "brake", "braking", limit.replace_highest, (), ("FA-MAN-7",)),
    Row("stopped", "brake", "braking", limit.note_stopped, (), ("FA-MAN-7",)),
    # cards drawn to the hand: in phase 2 after a manoeuvre, in phase 3 after slowing down
    Row(AUTO, "refill", "draw", None, (pile.cards_due,), ("FA-MAN-2", "FA-MAN-3", "FA-MAN-9")),
    Row(AUTO, "refill", "limit", None, (pile.manoeuvring,), ("FA-MAN-5",)),
    Row(AUTO, "refill", "poker", None, (), ("FA-OVT-9",)),
    Row("draw", "draw", "refill", pile.take_cards, (), ("FA-MAN-2", "FA-SET-10")),
)  # fmt: skip

OVERTAKING: Final[tuple[Row[Race], ...]] = (
    # phase 3: from the last car to the front
    Row(AUTO, "act", "section_end", None, (overtaking.front_reached,), ("FA-OVT-11", "FA-OVT-13")),
    Row(AUTO, "act", "poker", overtaking.begin_hase_poker, (hase.hase_attacks,), ("FA-HASE-4",)),
    Row(AUTO, "act", "act", overtaking.next_car, (overtaking.idle,),
        ("FA-OVT-8", "FA-OVT-12", "FA-HASE-4")),
    Row(AUTO, "act", "attack", None, (), ("FA-OVT-1",)),
    Row("attack", "attack", "poker", overtaking.attack, (), ("FA-OVT-1", "FA-OVT-10")),
    Row("pass", "attack", "act", overtaking.next_car, (), ("FA-OVT-2", "FA-OVT-12")),
    # the poker
    Row(AUTO, "poker", "hase", None, (hase.first_cards_due,), ("FA-HASE-3", "FAP-INDIV-2")),
    Row(AUTO, "poker", "stake", None, (), ("FA-OVT-3",)),
    Row("turn_up", "hase", "poker", hase.add_hase_card, (), ("FA-HASE-1", "FA-HASE-6")),
    Row("stake", "stake", "staked", poker.note_stake, (), ("FA-OVT-3",)),
    Row("none", "stake", "staked", poker.note_stake, (), ("FA-OVT-3",)),
    Row(AUTO, "staked", "stake", None, (poker.stakes_missing,), ("FA-OVT-3",)),
    Row(AUTO, "staked", "duel", poker.show_stakes, (), ("FA-OVT-3", "FA-OVT-6")),
    Row(AUTO, "duel", "hase_more", None, (hase.more_cards_due,),
        ("FA-HASE-1", "FA-HASE-2", "FA-HASE-3", "FAP-DANGER-1", "FAP-DANGER-3")),
    Row("turn_up", "hase_more", "duel", hase.add_hase_card, (), ("FA-HASE-1", "FA-HASE-2")),
    Row(AUTO, "duel", "won", poker.overtake, (poker.faster,),
        ("FA-OVT-4", "FA-OVT-7", "FA-OVT-8")),
    Row(AUTO, "duel", "act", poker.hold_off, (), ("FA-OVT-4", "FA-OVT-5", "FA-OVT-8")),
    # after a success: again, as long as somebody is ahead
    Row(AUTO, "won", "section_end", None, (overtaking.front_reached,), ("FA-OVT-11", "FA-OVT-13")),
    Row(AUTO, "won", "act", overtaking.next_car, (hase.hase_acts,), ("FA-HASE-5", "FA-OVT-12")),
    Row(AUTO, "won", "again", None, (), ("FA-OVT-9",)),
    Row("slow", "again", "refill", overtaking.slow_down, (),
        ("FA-OVT-9", "FA-OVT-10", "FAP-LANE-1")),
    Row("done", "again", "act", overtaking.next_car, (), ("FA-OVT-2", "FA-OVT-12")),
    # the end of the section, and of the race
    Row(AUTO, "section_end", "over", end.finish, (end.last_section,),
        ("FA-RND-1", "FA-END-1", "FA-END-2", "FA-END-3", "FA-END-4", "FAP-FOG-4")),
    Row(AUTO, "section_end", "track", end.turn_face_down, (), ("FA-RND-3",)),
)  # fmt: skip


# -- what rules of FAP change ----------------------------------------------------------------


def team(rows: Rows) -> Rows:
    """Teambildung comes before everything else."""
    found: Rows = [
        Row(AUTO, "teams", "teams", teams.winner_joins, (teams.winner_known,),
            ("FAP-TEAM-3",)),
        Row(AUTO, "teams", "guest", None, (teams.guest_unknown,), ("FAP-TEAM-3", "I-2")),
        Row(AUTO, "teams", "start", teams.recall_teams, (teams.teams_known,),
            ("FAP-TEAM-2", "FAP-TEAM-4")),
        Row(AUTO, "teams", "partner", teams.open_team, (teams.partners_missing,),
            ("FAP-TEAM-4",)),
        Row(AUTO, "teams", "start", teams.teams_made, (), ("FAP-TEAM-2",)),
        Row("guest", "guest", "teams", teams.join_hasen, (), ("FAP-TEAM-3",)),
        Row("lot", "guest", "guest_lot", None, (), ("I-2",)),
        Row("drawn", "guest_lot", "teams", teams.join_hasen, (), ("I-2",)),
        Row("partner", "partner", "teams", teams.add_partner, (), ("FAP-TEAM-4",)),
        Row("lot", "partner", "partner_lot", None, (), ("FAP-TEAM-4",)),
        Row("drawn", "partner_lot", "teams", teams.add_partner, (), ("FAP-TEAM-4",)),
    ]  # fmt: skip
    return [*found, *rows]


def plan(rows: Rows) -> Rows:
    """Streckenplanung: sections are chosen, or half left to chance."""
    rows = replaced(
        rows,
        "track.auto[section_missing]",
        Row(AUTO, "track", "lay", None, (planning.wish_to_lay,), ("FAP-PLAN-5", "X-6", "X-8")),
        Row(AUTO, "track", "plan", None, (planning.plan_missing,), ("FAP-PLAN-1", "FAP-PLAN-2")),
    )
    planned: Rows = [
        Row("choose", "plan", "plan_sure", planning.warn, (planning.advised_against,),
            ("FAP-PLAN-3", "FAP-PLAN-4")),
        Row("choose", "plan", "track", planning.plan_section, (), ("FAP-PLAN-1",)),
        Row("half_form", "plan", "plan_sure", planning.warn, (planning.advised_against,),
            ("FAP-PLAN-3", "FAP-PLAN-4")),
        Row("half_form", "plan", "track", planning.plan_section, (), ("FAP-PLAN-5",)),
        Row("half_sign", "plan", "plan_sure", planning.warn, (planning.advised_against,),
            ("FAP-PLAN-3", "FAP-PLAN-4")),
        Row("half_sign", "plan", "track", planning.plan_section, (), ("FAP-PLAN-5",)),
        Row("anyway", "plan_sure", "track", planning.plan_anyway, (), ("FAP-PLAN-3", "FAP-PLAN-4")),
        Row("other", "plan_sure", "plan", planning.plan_other, (), ("FAP-PLAN-3", "FAP-PLAN-4")),
    ]  # fmt: skip
    return [*rows, *planned]


def grid(rows: Rows) -> Rows:
    """Taktische Startaufstellung: an auction instead of the order of age."""
    auction: Rows = [
        Row(AUTO, "grid", "lot", lineup.open_auction, (), ("FAP-GRID-1",)),
        Row(AUTO, "lot", "swaps", lineup.place_last, (lineup.one_left,), ("FAP-GRID-12",)),
        Row(AUTO, "lot", "bid", lineup.open_lot, (), ("FAP-GRID-1", "FAP-GRID-5")),
        Row("reveal", "bid", "bids", lineup.show_card, (), ("FAP-GRID-2",)),
        Row("lowest", "bid", "swaps", lineup.settle_told, (), ("FAP-GRID-3",)),
        Row("tie", "bid", "swaps", lineup.settle_told, (), ("FAP-GRID-7",)),
        Row(AUTO, "bids", "bid", None, (lineup.bids_missing,), ("FAP-GRID-2",)),
        Row(AUTO, "bids", "refill", lineup.settle_bids, (),
            ("FAP-GRID-3", "FAP-GRID-4", "FAP-GRID-7")),
        Row(AUTO, "swaps", "swap", None, (lineup.swapping_left,),
            ("FAP-GRID-6", "FAP-GRID-10", "FAP-GRID-11")),
        Row(AUTO, "swaps", "open", lineup.grid_done, (lineup.all_placed,),
            ("FAP-GRID-13", "FAP-GRID-14")),
        Row(AUTO, "swaps", "bid", None, (lineup.tied,), ("FAP-GRID-8",)),
        Row(AUTO, "swaps", "lot", None, (), ("FAP-GRID-5",)),
        Row("swap", "swap", "refill", lineup.swap_card, (), ("FAP-GRID-6",)),
        Row("keep", "swap", "swaps", lineup.keep_cards, (), ("FAP-GRID-6",)),
        Row("swapped", "swap", "swaps", lineup.all_swapped, (), ("FAP-GRID-6",)),
    ]  # fmt: skip
    rows = replaced(rows, "grid.auto", *auction)
    back: Row[Race] = Row(AUTO, "refill", "swaps", None, (pile.preparing,), ("FAP-GRID-4",))
    due = next(row for row in rows if row.name == "refill.auto[cards_due]")
    return replaced(rows, due.name, due, back)


def fast(rows: Rows) -> Rows:
    """Schneller! Schneller!: a further attack takes no slowing down, and no card changes."""
    again: Row[Race] = Row(
        "attack", "again", "poker", overtaking.attack_fast, (),
        ("FAP-FAST-2", "FAP-FAST-3", "FAP-FAST-4", "FAP-FAST-5"),
    )  # fmt: skip
    return replaced(rows, "again.slow", again)


def equal(rows: Rows) -> Rows:
    """Gleichberechtigung: a Hase attacks on, as long as a player is ahead of it, and pays nothing
    (X-15)."""
    on: Row[Race] = Row(
        AUTO, "won", "poker", overtaking.begin_hase_poker, (hase.hase_attacks,),
        ("FAP-EQUAL-1", "FAP-EQUAL-2"),
    )  # fmt: skip
    rest: Row[Race] = Row(
        AUTO, "won", "act", overtaking.next_car, (hase.hase_acts,), ("FAP-EQUAL-2",)
    )
    return replaced(rows, "won.auto[hase_acts]", on, rest)


#: The rules of FAP that change the table, in the order in which they do.
EDITS: Final[dict[str, Callable[[Rows], Rows]]] = {
    "team": team, "plan": plan, "grid": grid, "fast": fast, "equal": equal,
}  # fmt: skip


def flow(options: Options) -> Flow[Race]:
    """The flow under these options; it depends on five switches only, so there are 32."""
    return _built(tuple(name for name in EDITS if options[name]))


@cache
def _built(switches: tuple[str, ...]) -> Flow[Race]:
    rows: Rows = [*PREPARATION, *SECTION, *OVERTAKING]
    states = {state.name: state for state in STATES}
    for name in switches:
        rows = EDITS[name](rows)
    if "fast" in switches:
        states["again"] = State("again", overtaking.fast_again_asks, ("attack", "done"))
    initial = "teams" if "team" in switches else "start"
    used = {initial, *(row.dest for row in rows)}
    return Flow("fette-autos", initial, [s for s in states.values() if s.name in used], rows)
