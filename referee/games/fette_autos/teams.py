"""Teambildung: who sides with the Hasen, and the teams (FAP-TEAM)."""

from __future__ import annotations

from referee.game import Ask, Entry, Kind, Menu, No, OneOf, Say, Text, Who, option, text
from referee.games.fette_autos.asking import Asks
from referee.games.fette_autos.position import Race

# -- who sides with the Hasen ----------------------------------------------------------------


def winner_known(p: Race, entry: Entry) -> bool:
    """Somebody must side with the Hasen, and it is known who won the last game (FAP-TEAM-3)."""
    return _guest_missing(p) and p.before.winner > 0


def guest_unknown(p: Race, entry: Entry) -> bool:
    """Somebody must side with the Hasen, and the players say who (I-2)."""
    return _guest_missing(p)


def _guest_missing(p: Race) -> bool:
    return len(p.drivers) % 2 == 1 and not p.guest


def guest_asks(p: Race) -> Asks:
    """Who sides with the Hasen, if the last game does not say it (I-2): the best placed first."""
    last = p.before.players
    seats = OneOf(last or tuple(p.seats), "seat")
    choose, lot = option("guest", seat=seats), option("lot")
    menu = Menu(choose, lot) if last else Menu(lot, choose)
    return menu.asks(p.seats, Kind.DECISION, text("fa.guest.prompt"), "FAP-TEAM-3")


def guest_lot_asks(p: Race) -> Asks:
    return (_lot(p, text("fa.lot.guest"), "I-2", p.seats),)


def _lot(p: Race, prompt: Text, clause: str, seats: range | list[int]) -> Ask:
    """One of these players by lot."""
    menu = Menu(option("drawn", seat=OneOf(tuple(seats), "seat")))
    return menu.ask(p.seats, Kind.CHANCE, prompt, clause, "dice")


def winner_joins(p: Race, entry: Entry, say: Say) -> None:
    """Whoever won the last game sides with the Hasen (FAP-TEAM-3)."""
    _join(p, p.before.winner, say)


def join_hasen(p: Race, entry: Entry, say: Say) -> None:
    """This player sides with the Hasen (FAP-TEAM-3, I-2)."""
    _join(p, entry.number("seat"), say)


def _join(p: Race, seat: int, say: Say) -> None:
    """Without Hasen the player has his own points alone, and is told so (X-12, I-3)."""
    p.guest = seat
    say("fa.team.guest", "FAP-TEAM-3", seat, who=Who(seat))
    if not p.hasen:
        say("fa.team.no-hasen", "X-12", seat, stop=True, who=Who(seat))


# -- who drives together ---------------------------------------------------------------------


def _team_size(p: Race) -> int:
    """Players in a team (FAP-TEAM-2); three by the English text (I-4)."""
    return 3 if len(p.drivers) == 6 and p.options["teams_of_six"] == "three" else 2


def _unteamed(p: Race) -> list[int]:
    """Players without a team who are to get one, the first is looked for a partner."""
    members = {seat for team in p.teams for seat in team}
    return [seat for seat in p.seats if seat not in members and seat != p.guest]


def _open_places(p: Race) -> int:
    size = _team_size(p)
    members = len(p.teams[-1]) if p.teams else size
    return size - members or size


def teams_known(p: Race, entry: Entry) -> bool:
    """In a series the teams are those of the race before, if they are still as they must be: the
    same player, or nobody, sides with the Hasen, and the sizes are right (FAP-TEAM-4)."""
    teams = p.before.teams if p.on("series") and not p.teams else ()
    sizes = {len(team) for team in teams}
    members = sum(map(len, teams)) + bool(p.guest)
    guests = any(p.guest in team for team in teams)
    return sizes == {_team_size(p)} and members == len(p.drivers) and not guests


def recall_teams(p: Race, entry: Entry, say: Say) -> None:
    """The teams of the race before drive on together (FAP-TEAM-4)."""
    p.teams = [list(team) for team in p.before.teams]
    for team in p.teams:
        _tell_team(team, say)


def partners_missing(p: Race, entry: Entry) -> bool:
    """There is still a choice of partners (FAP-TEAM-4)."""
    return len(_unteamed(p)) > _open_places(p)


def open_team(p: Race, entry: Entry, say: Say) -> None:
    """The first player without a team looks for a partner (FAP-TEAM-4)."""
    if _open_places(p) == _team_size(p):
        p.teams.append(_unteamed(p)[:1])


def partner_asks(p: Race) -> Asks:
    """A partner for the player whose team is open (FAP-TEAM-4)."""
    free = _unteamed(p)
    menu = Menu(option("partner", seat=OneOf(tuple(free), "seat")), option("lot"))
    for seat in p.seats:
        if seat not in free:
            menu.refuse("partner", _why_no_partner(p, seat), seat=seat)
    prompt = text("fa.partner.prompt", who=Who(p.teams[-1][0]))
    return menu.asks(p.seats, Kind.DECISION, prompt, "FAP-TEAM-4")


def _why_no_partner(p: Race, seat: int) -> No:
    """Who sides with the Hasen is in no team; others are in one already."""
    if seat == p.guest:
        return No("fa.why.with-hasen", "FAP-TEAM-3", {"who": Who(seat)})
    return No("fa.why.teamed", "FAP-TEAM-4", {"who": Who(seat)})


def partner_lot_asks(p: Race) -> Asks:
    return (_lot(p, text("fa.lot.partner"), "FAP-TEAM-4", _unteamed(p)),)


def add_partner(p: Race, entry: Entry, say: Say) -> None:
    """A partner is found, or drawn by lot (FAP-TEAM-4)."""
    p.teams[-1].append(entry.number("seat"))
    if len(p.teams[-1]) == _team_size(p):
        _tell_team(p.teams[-1], say)


def teams_made(p: Race, entry: Entry, say: Say) -> None:
    """Who is left over makes the last team (FAP-TEAM-2)."""
    rest = _unteamed(p)
    if _open_places(p) == _team_size(p):
        p.teams.append([])
    p.teams[-1] += rest
    _tell_team(p.teams[-1], say)


def _tell_team(team: list[int], say: Say) -> None:
    say("fa.team.made", "FAP-TEAM-2", team[0], who=tuple(map(Who, team)))
