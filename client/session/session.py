"""Sitting at a table: the guest's link, the key it sits with, and the model that hears of everything."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from pathlib import Path

from rumpus.client.model.intents import Act, AskTable, Quit, Revive, Wish
from rumpus.client.model.model import Model
from rumpus.client.session.audit import DealChecker
from rumpus.client.session.failover import Failover, first_host, hearing
from rumpus.client.setup.paths import plugin_folder
from rumpus.net.guest.client import Guest
from rumpus.net.guest.events import Ended, News, SayNews, TableNews
from rumpus.net.guest.outbox import NotNow
from rumpus.net.identity.invite import Invite
from rumpus.net.identity.keys import KeyFile, KeyPair, raw_key
from rumpus.net.protocol.sanitize import clean_name
from rumpus.net.shuffle.guest import ShuffleGuest
from rumpus.net.storage.known_hosts import KnownTables


class Session:
    """One guest at one table; ``bot`` is the kind of bot that plays the seat, if it is not the player; it may be of one of
    the ``plugins``, which are files.

    A ``private`` table has nobody else who could go on: who goes away from it leaves for good, and the host ends. Records of
    matches that were checked go to the folder ``save``.

    Raises KeyInUse or BadKey where the key cannot be had.
    """

    def __init__(
        self, invite: Invite, name: str, *, watch: bool = False, shown_invite: str = "", bot: str = "", private: bool = False,
        save: str | None = None, plugins: Sequence[str] = (), owner: str = "",
    ) -> None:  # fmt: skip
        name = clean_name(name)
        self._owner = owner
        self._left = False
        self.model = Model(invite=shown_invite)
        self.bot, self.plugins = bot, plugins
        self.private = private
        self._key = KeyFile(invite.key if private else first_host(invite.key), name)
        self.invite, self._name, self._watch = invite, name, watch
        self.guest: Guest | None = None
        self._known: tuple[str, object] = ("", "")
        self._look_up_charter()
        self.tell: Callable[[News], None] = lambda news: None
        self.failover = None if private else Failover(self)
        self._checking = DealChecker(self.model, private or bool(shown_invite), Path(save) if save else None)

    def start(self, tell: Callable[[News], None]) -> None:
        """Look for the host; call it in a running loop. ``tell`` is handed every piece of news."""
        self.tell = self._with_bot(self._remembering(self._checking.beside(tell)))
        self._open()

    def _open(self, shuffle_guest: ShuffleGuest | None = None) -> None:
        from rumpus.net.storage.checkpoint import sign_key

        told = self.tell if self.failover is None else hearing(self.failover, self.tell)
        sign = sign_key(self.pair.secret)[0] if self.failover is not None else b""

        def hear(news: News) -> None:
            if self.guest is guest:  # what a host says that was left behind is nothing to the table
                told(news)

        guest = self.guest = Guest(
            self.invite, self.pair, self._name, hear, watch=self._watch, sign=sign, shuffle_guest=shuffle_guest
        )
        guest.start()

    def _look_up_charter(self) -> None:
        """What the table played by when this player sat there last."""
        with contextlib.suppress(OSError):
            known = None if self.private else KnownTables().by_key(self.invite.key.decode())
            self.model.known = known.charter if known is not None else None

    @property
    def pair(self) -> KeyPair:
        """The key that this guest sits with."""
        return self._key.pair

    def move(self, invite: Invite, handed: bool = False) -> None:
        """The table is somewhere else now: sit down there with the same key. What was on its way to the old host is lost.

        A table that was ``handed`` over goes on with the deal, and with what was seen of its shuffle.
        """
        shuffle_guest = None
        if self.guest is not None:
            if handed:
                shuffle_guest = self.guest.link.shuffle_guest
                shuffle_guest.host_key = raw_key(invite.key)
            self.guest.close()
        self.invite = invite
        model = self.model
        model.offers, model.pending, model.dp = [], "", -1
        if model.entry is not None:
            model.entry.sent = False
        self._open(shuffle_guest)

    def at_host(self, owner: str = "") -> None:
        """The host is on this machine from now on: its own share alone proves nothing to its player, who may close the table."""
        self._owner = owner
        self._checking.at_host()

    def _remembering(self, tell: Callable[[News], None]) -> Callable[[News], None]:
        """Whoever is welcome once is known: the table's key is kept with its name, where it was and what it plays by."""

        def noted(news: News) -> None:
            if isinstance(news, TableNews) and not self.private:
                state = news.state
                where = self.invite.addresses[0], self.invite.port
                fresh = (state.table, (state.charter.get("hash"), where))
                if fresh != self._known:
                    self._known = fresh
                    with contextlib.suppress(OSError):
                        KnownTables().seen(state.table, self.invite.key.decode(), state.name, *where, state.charter)
            elif isinstance(news, Ended) and news.code == "left":
                self._left = True
            tell(news)

        return noted

    def _with_bot(self, tell: Callable[[News], None]) -> Callable[[News], None]:
        """Who hears the news: the player, and the bot that plays the seat, if one does."""
        if not self.bot:
            return tell
        from rumpus.core.hooks import find_plugins
        from rumpus.net.bots.player import BotPlayer, Failure

        def failed(failure: Failure) -> None:
            tell(SayNews("", f"Your bot's program failed ({failure.place()}); for now it plays as the clock would."))

        player = BotPlayer(self.bot, find_plugins(self.plugins, plugin_folder()), self._bot_acts, failed)

        def both(news: News) -> None:
            tell(news)
            player.take(news, self.guest)

        return both

    def _bot_acts(self, text: str) -> int:
        assert self.guest is not None
        self.model.sent(text)
        return self.guest.act(text)

    def do(self, wish: Wish) -> str:
        """Carry out a wish for the table; returns the sentence where it cannot be done now, else nothing."""
        assert self.guest is not None
        try:
            if isinstance(wish, Act):
                self.guest.act(wish.text)
                self.model.sent(wish.text)
            elif isinstance(wish, AskTable):
                self._ask(self.guest, wish, self._owner)
            elif isinstance(wish, Quit) and wish.for_good:
                self.guest.leave()
            elif isinstance(wish, Revive):
                return self.failover.revive() if self.failover is not None else "This table is yours alone."
        except NotNow as why:
            return str(why)
        return ""

    @staticmethod
    def _ask(guest: Guest, ask: AskTable, owner: str) -> None:
        told = ask.fields
        if ask.what == "say":
            guest.say(told["text"])
        elif ask.what == "propose":
            guest.propose(told["game"], told["options"], told["house_rules"], told["seats"], told.get("sit", ()))
        elif ask.what == "vote":
            guest.vote(told["yes"], told.get("id", 0))
        elif ask.what == "kick":
            guest.kick(told["text"])
        elif ask.what == "hand":
            guest.hand_over(told["text"])
        elif ask.what == "want":
            guest.want(told["text"])
        elif ask.what in ("pause", "resume"):
            guest.pause(ask.what == "pause")
        elif ask.what == "sit":
            guest.sit()
        elif ask.what == "close":
            guest.close_table(owner)
        else:
            guest.rules()

    async def close(self) -> None:
        """Go away from the table; the seat waits."""
        if self.failover is not None:
            await self.failover.close()
        await self._checking.close()
        if self.guest is not None:
            if self.private:
                self.do(Quit(for_good=True))
            self.guest.close()
        if self._left:
            self._forget()
        self._key.close()

    def _forget(self) -> None:
        """The seat is given up for good: nothing of it is kept, and who comes again is somebody new."""
        self._key.forget()
        with contextlib.suppress(OSError):
            if self._known[0]:
                KnownTables().forget(self._known[0])
