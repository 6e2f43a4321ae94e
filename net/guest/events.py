"""What a guest is told, in the order in which it happened: the words between a link and whoever looks at the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import msgspec
from rumpus.core.events import View
from rumpus.net.identity.invite import BadInvite, read_invite
from rumpus.net.protocol.messages import Offer, Piece, Proposal, State, TableMessage
from rumpus.net.protocol.sanitize import LOG_CELLS, clean, clean_chat, clean_name, clean_page
from rumpus.net.shuffle.evidence import Verdict
from rumpus.net.shuffle.guest import CodeNews, EvidenceNews, VoidNews

CODE_CELLS = 40
LinkState = Literal["connecting", "live", "suspect", "reconnecting", "over"]
SENTENCES: dict[LinkState, str] = {
    "connecting": "Looking for the host.",
    "live": "You are at the table.",
    "suspect": "The host has been silent for some seconds; still listening.",
    "reconnecting": "Reconnecting to the host.",
}


class LinkNews(NamedTuple):
    """The link is in another state; the sentence is for the person."""

    state: LinkState
    text: str


class WelcomeNews(NamedTuple):
    """The whole view is fresh.  `missed` are the events since the last one heard, as far as they are known; `unbroken` says
    that they lead to the view from what was heard before.  `whole` is the deal from its beginning, for who comes to a seat in
    its middle, where the host still has it."""

    seat: int
    rev: int
    view: View
    missed: list[list[Any]]
    offer: Offer | None
    unbroken: bool = False
    whole: Sequence[list[Any]] = ()

    def story(self) -> list[list[Any]]:
        """Events that lead to the view: what was missed, else the deal from its beginning, else as much as the view tells."""
        return self.missed if self.unbroken else list(self.whole) or self.view.retold()


class Heard(NamedTuple):
    """One revision: its events, already folded into the guest's view, and what the seat may do now."""

    rev: int
    events: list[list[Any]]
    offer: Offer | None


class Answered(NamedTuple):
    """The host accepted or refused an action; `code` and `text` say why it was refused."""

    cid: int
    mv: str
    ok: bool
    code: str
    text: str


class TableNews(NamedTuple):
    """The table's public state has changed."""

    state: State


class SayNews(NamedTuple):
    """A line of talk; the table itself speaks with an empty name."""

    name: str
    text: str


class RulesNews(NamedTuple):
    """The help page that was asked for."""

    text: str


class PieceNews(NamedTuple):
    """A part of a mark, or of a table that is handed over."""

    piece: Piece


class Refused(NamedTuple):
    """The host has no place for this guest; the link is over."""

    code: str
    text: str


class Ended(NamedTuple):
    """The session has ended; the link is over.  `to` is the invite to where the table has moved."""

    code: str
    text: str
    to: str = ""


class Oddity(NamedTuple):
    """Something that ought not to happen and was put right; for a log, not for the table."""

    text: str


class VerdictNews(NamedTuple):
    """What the check of a deal came to; the guest's own program tells it, not the link."""

    verdict: Verdict


FairNews = CodeNews | VoidNews | EvidenceNews | VerdictNews
News = (
    LinkNews | WelcomeNews | Heard | Answered | TableNews | SayNews | RulesNews | PieceNews | Refused | Ended | Oddity | FairNews
)


def news_of(table: TableMessage) -> list[News]:
    """What there is to tell of the table: its state, lines of talk, the help page."""
    news: list[News] = [] if table.state is None else [TableNews(clean_state(table.state))]
    news += [SayNews(clean_name(say.name), clean_chat(say.text)) for say in table.say]
    return [*news, RulesNews(clean_page(table.rules))] if table.rules else news


def clean_state(state: State) -> State:
    """The state with every name in it fit for a terminal."""
    replace = msgspec.structs.replace
    proposal: Proposal | None = state.proposal
    if proposal is not None:
        proposal = replace(
            proposal,
            by=clean_name(proposal.by),
            text=clean(proposal.text, LOG_CELLS),
            votes={clean_name(name): yes for name, yes in proposal.votes.items()},
            sit=[clean_name(name) for name in proposal.sit],
            watch=[clean_name(name) for name in proposal.watch],
            helps=_clean_helps(proposal.helps),
        )
    waits = state.waits
    book = [
        replace(
            each,
            game=clean_name(each.game),
            winners=[clean_name(name) for name in each.winners],
            names=[clean(name, LOG_CELLS) for name in each.names],
        )
        for each in state.book
    ]
    return replace(
        state,
        name=clean_name(state.name),
        paused=clean_name(state.paused),
        proposal=proposal,
        book=book,
        seats=[replace(line, name=clean_name(line.name)) for line in state.seats],
        watchers=[clean_name(name) for name in state.watchers],
        silent=[clean_name(name) for name in state.silent],
        benched=[replace(each, name=clean_name(each.name)) for each in state.benched],
        waits=replace(waits, text=clean(waits.text, LOG_CELLS)) if waits is not None else None,
        people=[replace(each, name=clean_name(each.name)) for each in state.people],
        helps=_clean_helps(state.helps),
        code=clean(state.code, CODE_CELLS),
        invite=_readable(state.invite),
    )


def _readable(invite: str) -> str:
    """The invite, if it is one: the screen makes more of it than text."""
    try:
        read_invite(invite)
    except BadInvite:
        return ""
    return invite


def _clean_helps(helps: dict[str, str]) -> dict[str, str]:
    return {clean(name, LOG_CELLS): clean(text, LOG_CELLS) for name, text in helps.items()}
