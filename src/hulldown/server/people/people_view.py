"""What stands between the people of a game, as one of them sees it; a spectator with a delay sees no more
than what was agreed."""

from __future__ import annotations

from dataclasses import asdict

from hulldown.server.people import offers
from hulldown.server.people.agreement import by_link
from hulldown.server.play.session import Session
from hulldown.server.schemas.responses import ClockView, OfferView, PeopleView, TermsView

WATCHES = "Only the players may do that."
NO_OFFER = OfferView(None, False, WATCHES)


def people_view(session: Session, seat: int | None) -> PeopleView:
    """Terms, clocks, offers."""
    terms = TermsView(**asdict(session.terms), words=session.terms.words())
    swaps = by_link(session.seats) and not session.in_campaign
    if seat is None:
        clocks = [] if session.terms.delay and not session.over else _clocks(session)
        return PeopleView(terms, clocks, NO_OFFER, NO_OFFER, swaps, "", False)
    draw = offers.why_no_draw(session, seat)
    return PeopleView(
        terms=terms,
        clocks=_clocks(session),
        draw=OfferView(offers.offering_seat(session, "draw"), not draw, draw),
        again=OfferView(offers.offering_seat(session, "again"), session.over and not session.in_campaign, ""),
        swaps=swaps,
        next=offers.next_game(session),
        claim=offers.claim_waits(session, seat) == 0,
    )


def _clocks(session: Session) -> list[ClockView]:
    """What both have left, if time runs for them."""
    running = offers.owing(session) if session.ticking else []
    lefts = [(seat, offers.remaining_seconds(session, seat)) for seat in (0, 1)]
    return [ClockView(seat, round(left, 1), seat in running) for seat, left in lefts if left is not None]
