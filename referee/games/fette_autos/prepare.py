"""Preparation: teams, age, the track."""

from __future__ import annotations

from referee.game import Entry, Say, Who
from referee.games.fette_autos import rules
from referee.games.fette_autos.cards import Section, sections_of
from referee.games.fette_autos.position import Race

# -- teams -----------------------------------------------------------------------------------


def winner_known(p: Race, entry: Entry) -> bool:
    """Somebody must side with the Hasen, and it is known who won the last game (FAP-TEAM-3)."""
    return _guest_missing(p) and p.before.winner > 0


def guest_unknown(p: Race, entry: Entry) -> bool:
    """Somebody must side with the Hasen, and the players say who (I-2)."""
    return _guest_missing(p)


def _guest_missing(p: Race) -> bool:
    return len(p.drivers) % 2 == 1 and not p.guest


def winner_joins(p: Race, entry: Entry, say: Say) -> None:
    """Whoever won the last game sides with the Hasen (FAP-TEAM-3)."""
    _join(p, p.before.winner, say)


def join_hasen(p: Race, entry: Entry, say: Say) -> None:
    """This player sides with the Hasen (FAP-TEAM-3, I-2)."""
    _join(p, entry.number("seat"), say)


def _join(p: Race, seat: int, say: Say) -> None:
    p.guest = seat
    say("fa.team.guest", "FAP-TEAM-3", seat, who=Who(seat))
    if not p.hasen:
        say("fa.team.no-hasen", "X-12", seat, stop=True, who=Who(seat))


def teams_known(p: Race, entry: Entry) -> bool:
    """In a series the teams are those of the race before, if they are still as they must be: the
    same player, or nobody, sides with the Hasen, and the sizes are right (FAP-TEAM-4)."""
    teams = p.before.teams if p.on("series") and not p.teams else ()
    sizes = {len(team) for team in teams}
    members = sum(map(len, teams)) + bool(p.guest)
    guests = any(p.guest in team for team in teams)
    return sizes == {rules.team_size(p)} and members == len(p.drivers) and not guests


def recall_teams(p: Race, entry: Entry, say: Say) -> None:
    """The teams of the race before drive on together (FAP-TEAM-4)."""
    p.teams = [list(team) for team in p.before.teams]
    for team in p.teams:
        _tell_team(team, say)


def partners_missing(p: Race, entry: Entry) -> bool:
    """There is still a choice of partners (FAP-TEAM-4)."""
    return len(rules.unteamed(p)) > _open_places(p)


def _open_places(p: Race) -> int:
    size = rules.team_size(p)
    members = len(p.teams[-1]) if p.teams else size
    return size - members or size


def open_team(p: Race, entry: Entry, say: Say) -> None:
    """The first player without a team looks for a partner (FAP-TEAM-4)."""
    if _open_places(p) == rules.team_size(p):
        p.teams.append(rules.unteamed(p)[:1])


def add_partner(p: Race, entry: Entry, say: Say) -> None:
    """A partner is found, or drawn by lot (FAP-TEAM-4)."""
    p.teams[-1].append(entry.number("seat"))
    if len(p.teams[-1]) == rules.team_size(p):
        _tell_team(p.teams[-1], say)


def teams_made(p: Race, entry: Entry, say: Say) -> None:
    """Who is left over makes the last team (FAP-TEAM-2)."""
    rest = rules.unteamed(p)
    if _open_places(p) == rules.team_size(p):
        p.teams.append([])
    p.teams[-1] += rest
    _tell_team(p.teams[-1], say)


def _tell_team(team: list[int], say: Say) -> None:
    say("fa.team.made", "FAP-TEAM-2", team[0], who=tuple(map(Who, team)))


# -- age and hints ---------------------------------------------------------------------------


def ages_known(p: Race, entry: Entry) -> bool:
    """The same players have told their order before (FA-SET-5)."""
    return not p.ages and bool(p.before.ages)


def ages_missing(p: Race, entry: Entry) -> bool:
    """Who is youngest matters for the grid or for planning, and is not known (FA-SET-5)."""
    matters = p.on("plan") or not p.on("grid")
    return matters and len(p.ages) < len(p.drivers) - 1


def recall_ages(p: Race, entry: Entry, say: Say) -> None:
    """The order of age is that of the last race (FA-SET-5)."""
    p.ages = list(p.before.ages)


def note_age(p: Race, entry: Entry, say: Say) -> None:
    """The next youngest player is named (FA-SET-5)."""
    p.ages.append(entry.number("seat"))


def greet(p: Race, entry: Entry, say: Say) -> None:
    """The oldest is who is left; what players should know before the start is said."""
    if len(p.ages) == len(p.drivers) - 1:
        p.ages += [seat for seat in p.seats if seat not in p.ages]
    if p.on("hide"):
        say("fa.hint.screens", "FAP-HIDE-2", stop=True)
    if not p.hasen and any(p.on(name) for name in ("danger", "indiv", "equal")):
        say("fa.hint.no-hasen", "X-17")
    elif p.on("danger") and p.on("equal"):
        say("fa.hint.luck", "FAP-EQUAL-3")


# -- the track -------------------------------------------------------------------------------


def track_first(p: Race, entry: Entry) -> bool:
    """The track comes before the hands (FA-SET-3, FAP-PLAN-2)."""
    return (p.numbers.track_before_hands or p.on("plan")) and _unplanned(p)


def _unplanned(p: Race) -> bool:
    if p.on("plan"):
        return len(p.track) + len(p.wishes) < p.numbers.sections
    return len(p.track) < rules.sections_due(p)


def track_missing(p: Race, entry: Entry) -> bool:
    """The track comes after the hands, as printed (FA-SET-3)."""
    return _unplanned(p)


def section_missing(p: Race, entry: Entry) -> bool:
    """A section must still be laid (FA-SET-3, FAP-FOG-1, FAP-FOG-2)."""
    return len(p.track) < rules.sections_due(p)


def wish_to_lay(p: Race, entry: Entry) -> bool:
    """A section whose property is fixed is due (FAP-PLAN-5, X-6); in fog the first one (X-7)."""
    first = p.on("start") and p.on("fog") and not p.track
    return len(p.track) < rules.sections_due(p) and (bool(p.wishes) or first)


def plan_missing(p: Race, entry: Entry) -> bool:
    """Sections must still be planned (FAP-PLAN-2)."""
    return _unplanned(p)


def racing(p: Race, entry: Entry) -> bool:
    """The race is under way: a section was added at the end of the track (FAP-FOG-2)."""
    return p.section > 0


def lay_section(p: Race, entry: Entry, say: Say) -> None:
    """A section is laid; out of the deck only if it fits, else another is drawn (FAP-PLAN-5)."""
    if entry.has("section"):
        (section,) = sections_of(entry.items("section"))
        p.roads.remove(section)
    else:
        section = Section(entry.word("form"), entry.word("sign"))
    if not rules.fits(section, rules.wish(p) or section.sign):
        p.odd.append(section)
        return
    _put(p, section, rules.lay_clause(p), say)
    p.wishes = p.wishes[1:]
    p.roads = sorted(p.roads + p.odd)
    p.odd = []


def _put(p: Race, section: Section, clause: str, say: Say) -> None:
    p.track.append(section)
    if p.dealt and not p.section and not p.on("plan"):
        return  # all eight at once: the page with the track tells them
    say(
        "fa.track.laid", clause, number=len(p.track), form=section.form, sign=section.sign,
        limit=section.limit,
    )  # fmt: skip


def advised_against(p: Race, entry: Entry) -> bool:
    """The choice goes against the advice for solo games or for the finish (FAP-PLAN-3, 4)."""
    return bool(_advice(p, entry))


def _advice(p: Race, entry: Entry) -> str:
    form = entry.word("form", "")
    if form and form not in ("straight", "curve"):
        form = "curve"
    return rules.advice(p, form, entry.word("sign", ""))


def warn(p: Race, entry: Entry, say: Say) -> None:
    """The players are asked whether they want it anyway (I-10)."""
    p.push("plan", entry.seat, clause=_advice(p, entry), **entry.args)


def plan_section(p: Race, entry: Entry, say: Say) -> None:
    """A section is chosen, or one property of it fixed (FAP-PLAN-1, FAP-PLAN-5)."""
    _plan(p, entry.word("form", ""), entry.word("sign", ""), say)


def plan_anyway(p: Race, entry: Entry, say: Say) -> None:
    """The choice stands against the advice, and that is noted (I-10)."""
    item = p.pop()
    say("fa.plan.anyway", item.word("clause"))
    _plan(p, item.word("form", ""), item.word("sign", ""), say)


def plan_other(p: Race, entry: Entry, say: Say) -> None:
    """The players follow the advice and choose again (I-10)."""
    p.pop()


def _plan(p: Race, form: str, sign: str, say: Say) -> None:
    if not (form and sign):
        p.wishes.append(form or sign)
        return
    section = Section(form, sign)
    if p.dealt:
        p.roads.remove(section)
    _put(p, section, "FAP-PLAN-1", say)
