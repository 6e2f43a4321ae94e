"""When a table's host is gone: going to the machine that carries the table on, or carrying it on from here."""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rumpus.client.session.handover import HandoverReceiver
from rumpus.client.session.successors import Successor, browser_for, look, rivals, several
from rumpus.client.setup.paths import journal_folder, plugin_folder
from rumpus.net.discovery.addresses import is_loopback
from rumpus.net.failover.takeover import GATHER, CannotTakeOver, CheckpointKeeper, carry_on
from rumpus.net.guest.events import Ended, LinkNews, News, PieceNews, Refused, SayNews, TableNews
from rumpus.net.identity.invite import Invite
from rumpus.net.protocol.sanitize import clean_name
from rumpus.net.storage.checkpoint import BadCheckpoint, HostChain
from rumpus.net.storage.known_hosts import KnownTables

if TYPE_CHECKING:
    from rumpus.client.session.session import Session

OFFER_AFTER = 15.0
"""Seconds that a host may be gone before it is offered to carry the table on from here."""
LOOK_EVERY = 2.0
FRESH_EVERY = 4
"""So many looks later the network is listened to anew: whoever listens on after a flap of it may hear nothing any more."""
LEAVE_AFTER = 20.0
"""Seconds that an own host whose people go to another one is kept for those who have not found that one yet."""
FROM_HERE = (
    "The host has been gone for a while. Its table can be carried on from this machine: /revive does it, or V on the screen. "
    "The deal that was on is then dealt anew; totals and seats stay."
)
UNSIGNED = "The new host does not show the state that the old one signed: nothing more was sent to it."


def bind_for(address: str) -> str:
    """Where to open a table that was at this address."""
    return address if is_loopback(address) else "*"


def journal_for(line: HostChain, pair: Any, bind: str, plugins: Iterable[str] = ()) -> dict[str, Any]:
    """What the host's process is told so that it carries the table on; raises CannotCarry, OSError."""
    from rumpus.client.setup.table_options import catalogue

    files = [str(path) for path in plugins]
    path = carry_on(
        line, pair, catalogue(files, complain=False), journal_folder(), bind=bind, plugins=files, folder=str(plugin_folder())
    )
    return {"resume": str(path), "headless": False}


class Failover:
    """What a sitting does about its host's end. It hears all news first, and says what of them the player hears."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.keeper = CheckpointKeeper()
        self._network = session.invite.addresses[0]  # where the table was: the network to look and to open on
        self.taking = HandoverReceiver(session, self.keeper, bind_for(self._network))
        self._search: asyncio.Task[None] | None = None
        self._opening: asyncio.Task[None] | None = None
        self._for_rivals = False
        self._before = session.invite
        self._refused: set[str] = set()
        self._said_to_be: dict[str, tuple[str, int]] = {}  # by address as it is written: where the host was heard of
        self._last: News | None = None
        self._host: subprocess.Popen[bytes] | None = None
        self._left: subprocess.Popen[bytes] | None = None  # an own host that everybody goes away from

    # --- hearing ------------------------------------------------------------------------------------------------------

    def hear(self, news: News) -> bool:
        """A piece of news; whether the player is to hear it too."""
        if isinstance(news, PieceNews):
            if news.piece.what == "mark":
                self._mark(news)
            else:
                self.taking.piece(news.piece)
            return False
        if isinstance(news, TableNews):
            if self.keeper.moved:
                self._stop(UNSIGNED)
                return False
            self.keeper.know(news.state.table)
        elif isinstance(news, LinkNews):
            return self._link(news)
        elif isinstance(news, Ended | Refused):
            return self._ended(news)
        return True

    def _mark(self, news: PieceNews) -> None:
        session, keeper = self.session, self.keeper
        assert session.guest is not None
        where = session.invite.addresses[0], session.invite.port
        moved = keeper.moved
        try:
            if keeper.take(news.piece, session.guest.link.table, session.invite.key.decode(), *where):
                self.taking.drop()  # a table that moves is told no mark of
                if moved:
                    self._seek(rivals=True)
        except BadCheckpoint as why:
            if keeper.moved:
                self._not_there(str(why))

    def _not_there(self, why: str) -> None:
        """The new host is not the one to go on with: back to looking for another one, or for the old one."""
        self._refused.add(self.session.invite.key.decode())
        self.keeper.moved = False
        self.session.tell(SayNews("", why))
        self.session.move(self._before)
        self._seek()

    def _link(self, news: LinkNews) -> bool:
        if news.state == "live" and not self._for_rivals:
            self._rest()
            self._settle()
        elif news.state == "reconnecting" or (news.state == "connecting" and self.keeper.moved):
            self._seek()
        if news.state == "connecting" and self.keeper.moved:
            return False  # the table is on its way: whether it is there yet is no news
        opening = self._opening is not None and not self._opening.done()
        return news.state != "over" or not (opening or (self._search is not None and not self._for_rivals))

    def _ended(self, news: Ended | Refused) -> bool:
        """The end of a link: another host in the old one's place may be one of the table's people."""
        if news.code == "wrong_host" and self.keeper.line is not None and not self.keeper.moved:
            self._last = news
            self._seek()
            return False
        if news.code == "moved" and isinstance(news, Ended) and self._follow(news):
            return False
        over = news.code == "closed" and self.keeper.line is not None and self.keeper.line.newest.state != "playing"
        if over or news.code in ("left", "kicked"):
            self.keeper.drop()
        self._rest()
        return True

    def _follow(self, news: Ended) -> bool:
        """The table has moved to a machine of its people, maybe this one: whether that can be gone along with."""
        from rumpus.net.identity.invite import BadInvite, read_invite

        try:
            invite = read_invite(news.to)
        except BadInvite:
            return False
        line = self.keeper.line
        if line is None or line.seat_of(invite.key.decode()) < 0:
            return False
        self._rest()
        self.session.tell(SayNews("", news.text))
        if invite.key == self.session.pair.public:
            self._opening = asyncio.get_running_loop().create_task(self._serve(lambda: self._handed(line), handed=True))
        else:
            self._move(invite, handed=True)
        return True

    def _handed(self, line: HostChain) -> dict[str, Any]:
        return {"resume": str(self.taking.opened(line)), "headless": False}

    def _stop(self, why: str) -> None:
        """What poses as the new host is not heard any more."""
        self.keeper.moved = False
        if self.session.guest is not None:
            self.session.guest.close()
        self.session.tell(Ended("wrong_host", why))

    # --- looking ------------------------------------------------------------------------------------------------------

    def _seek(self, rivals: bool = False) -> None:
        """Looks for a new host; with ``rivals`` only, and not for ever, for one that goes before the one that was found."""
        opening = self._opening
        if opening is not None and not opening.done() and asyncio.current_task() is not opening:
            return  # it is about to be here
        if self._search is not None and self._for_rivals and not rivals:
            self._rest()
        if self._search is None and self.keeper.line is not None:
            self._for_rivals = rivals
            self._search = asyncio.get_running_loop().create_task(self._looking_for_rivals() if rivals else self._looking())

    def _rest(self) -> None:
        if self._search is not None:
            self._search.cancel()
            self._search = None

    async def _looking_for_rivals(self) -> None:
        """Two people may have carried the table on at the same moment: all hear of it, and come together at the lower seat's."""
        loop, line = asyncio.get_running_loop(), self.keeper.line
        assert line is not None
        mine, told, looks = line.seat_of(line.newest.host), "", 0
        own = clean_name(line.newest.seats[mine].name) if mine >= 0 else ""
        until = loop.time() + GATHER
        browser = await loop.run_in_executor(None, browser_for, self._network)
        try:
            while loop.time() < until:
                await asyncio.sleep(LOOK_EVERY)
                found = await loop.run_in_executor(None, rivals, line, self._places(), browser)
                there = {each.seat: each.name for each in found} | ({mine: own} if own else {})
                if (both := several(there[seat] for seat in sorted(there))) and both != told:
                    told = both
                    self.session.tell(SayNews("", told))
                found = [each for each in found if each.seat < mine]
                if found:
                    self._search = None
                    self._go_to(found[:1])
                    return
                looks += 1
                await self._listen_anew(browser, looks)
            self._search = None
        finally:
            if browser is not None:
                loop.run_in_executor(None, browser.close)

    async def _looking(self) -> None:
        loop = asyncio.get_running_loop()
        begun, looks = loop.time(), 0
        offered = False
        browser = await loop.run_in_executor(None, browser_for, self._network)
        try:
            while self.keeper.line is not None:
                found, there = await loop.run_in_executor(None, look, self.keeper.line, self._places(), browser)
                self._look_at(there)
                found = [each for each in found if each.key not in self._refused and not self._goes_to(each)]
                if found:
                    self._search = None
                    self._go_to(found)
                    return
                if self._last is not None:  # something else has taken the host's place
                    last, self._last, self._search = self._last, None, None
                    self.session.tell(last)
                    return
                if not offered and loop.time() - begun >= OFFER_AFTER and self.may():
                    offered = True
                    self.session.tell(SayNews("", FROM_HERE))
                looks += 1
                await self._listen_anew(browser, looks)
                await asyncio.sleep(LOOK_EVERY)
        finally:
            if browser is not None:
                loop.run_in_executor(None, browser.close)

    def _look_at(self, there: list[tuple[str, int]]) -> None:
        """The host itself answers, and maybe from another place than before: each is tried once, its key says whether it is."""
        guest, line = self.session.guest, self.keeper.line
        if guest is None or line is None or self.keeper.moved or line.newest.host != self.session.invite.key.decode():
            return
        fresh = [place for place in there if place not in self._said_to_be.values()]
        if fresh and guest.link.state != "live" and not set(there) & set(self._places()):
            guest.look_at(fresh[0])
            self._said_to_be[guest.dealer.address] = fresh[0]

    def _settle(self) -> None:
        """The table is where it was found; who moved is told of it."""
        guest = self.session.guest
        place = self._said_to_be.get(guest.dealer.address) if guest is not None else None
        if place is not None and place not in self._places():
            self._said_to_be.clear()
            self.session.invite = replace(self.session.invite, addresses=place[:1], port=place[1])
            self.session.tell(SayNews("", f"The host is at another place of the network now: {place[0]}, port {place[1]}."))

    @staticmethod
    async def _listen_anew(browser: Any, looks: int) -> None:
        """After some looks the browser begins anew; it has the time to the next look to hear who is there."""
        if browser is not None and looks % FRESH_EVERY == 0:
            await asyncio.get_running_loop().run_in_executor(None, browser.fresh)

    def _places(self) -> list[tuple[str, int]]:
        invite = self.session.invite
        return [(address, invite.port) for address in invite.addresses]

    def _goes_to(self, carrier: Successor) -> bool:
        """Whether that is the machine at which the table is to be already."""
        there = (carrier.address, carrier.port) in self._places()
        return there and carrier.key.encode() == self.session.invite.key

    def _go_to(self, found: list[Successor]) -> None:
        """Follows the lowest of the seats that carry the table on, and says who does."""
        both = several(each.name for each in found)
        if both:
            self.session.tell(SayNews("", both))
        self.session.tell(SayNews("", f"{found[0].name}'s machine carries the table on."))
        if self._host is not None:  # its guests need a moment to find the other one too
            asyncio.get_running_loop().call_later(LEAVE_AFTER, self._host.terminate)
            self._left, self._host = self._host, None
        self._move(found[0].invite())

    def _move(self, invite: Invite, handed: bool = False) -> None:
        self._last = None
        self._before = self.session.invite
        self.keeper.moved = True
        self.session.move(invite, handed)

    # --- carrying on from here ----------------------------------------------------------------------------------------

    def may(self) -> bool:
        """Whether the table could be carried on from here."""
        line, pair = self.keeper.line, self.session.pair
        return line is not None and line.seat_of(pair.public.decode()) >= 0

    def revive(self) -> str:
        """Carry the table on from this machine; returns a sentence where that cannot be."""
        guest = self.session.guest
        if guest is not None and guest.link.state == "live":
            return "The host is there: a table is carried on from here only when its host is gone."
        if not self.may():
            return "This table cannot be carried on from here: only who sat at it when its host was there last can do that."
        if self._opening is None or self._opening.done():
            self._rest()
            self._opening = asyncio.get_running_loop().create_task(self._open())
        return ""

    async def _open(self) -> None:
        line, loop, session = self.keeper.line, asyncio.get_running_loop(), self.session
        assert line is not None
        browser = await loop.run_in_executor(None, browser_for, self._network)
        try:
            found, there = await loop.run_in_executor(None, look, line, self._places(), browser)
        finally:
            if browser is not None:
                browser.close()
        if found:
            self._go_to(found)
            return
        if there:
            session.tell(SayNews("", "The host answers again: the table goes on there."))
            self._seek()
            return
        await self._serve(lambda: journal_for(line, session.pair, bind_for(self._network)))

    async def _serve(self, config: Callable[[], dict[str, Any]], handed: bool = False) -> None:
        """The table goes on from this machine."""
        from rumpus.client.setup.errors import Failed
        from rumpus.client.setup.host_process import HostProcess
        from rumpus.net.identity.invite import read_invite

        loop, session = asyncio.get_running_loop(), self.session
        try:
            process = HostProcess(await loop.run_in_executor(None, config))
            invite = await loop.run_in_executor(None, process.invite)
            owner = await loop.run_in_executor(None, process.owner)
        except (CannotTakeOver, Failed, OSError) as why:
            session.tell(SayNews("", getattr(why, "message", str(why))))
            self._seek()
            return
        self._host = process.process
        session.at_host(owner)
        session.tell(SayNews("", "This machine carries the table on."))
        self._move(read_invite(invite), handed)

    async def close(self) -> None:
        """The player goes."""
        if self._left is not None and self._left.poll() is None:
            self._left.terminate()
        for task in (self._search, self._opening):
            if task is not None:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task


def hearing(first: Failover, tell: Callable[[News], None]) -> Callable[[News], None]:
    """Who hears the news: what deals with the host's end first, then the player."""

    def hear(news: News) -> None:
        if first.hear(news):
            tell(news)

    return hear


def first_host(key: bytes) -> bytes:
    """The key of the first host of the table that has this host now: the own keys for the table lie under it."""
    known = KnownTables().hosted(key.decode())
    return known.first.encode() if known is not None else key
