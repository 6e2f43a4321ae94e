"""How much anybody may say: token buckets, and the few strangers who are listened to at once."""

from __future__ import annotations

STRANGERS = 16
STRANGERS_FROM_ONE_ADDRESS = 4
STRANGER_FORGOTTEN_AFTER = 10.0
TOLD_AGAIN = 60.0
"""Seconds between two lines of the log about the same flood."""
DEAF_SECONDS = 10.0
"""Seconds for which somebody who was sent away for a flood is not heard."""


class TokenBucket:
    """So many tokens a second, so many saved up at most; the clock is handed in, in seconds."""

    __slots__ = ("at", "burst", "level", "rate")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self.rate = rate
        self.burst = burst
        self.level = burst
        self.at = now

    def take(self, now: float) -> bool:
        """Takes a token if there is one."""
        level = self.level + (now - self.at) * self.rate
        self.level = level if level < self.burst else self.burst
        self.at = now
        if self.level < 1.0:
            return False
        self.level -= 1.0
        return True


class PeerLimits:
    """The budgets of somebody with a place: messages, talk, welcomes; `excess` is how much over them is borne.

    The host's own bots play as fast as the rules can be worked out.
    """

    __slots__ = ("bad", "excess", "messages", "talk", "told", "welcomes")

    def __init__(self, now: float, *, bot: bool = False) -> None:
        self.messages = TokenBucket(5000.0, 5000.0, now) if bot else TokenBucket(30.0, 60.0, now)
        self.talk = TokenBucket(1.0, 5.0, now)
        self.welcomes = TokenBucket(0.5, 3.0, now)
        self.excess = TokenBucket(10.0, 600.0, now)
        self.told = -TOLD_AGAIN
        self.bad = 0

    def over(self, now: float) -> tuple[bool, bool]:
        """A message was over the budget: whether to say so in the log, and whether that is enough.

        Then nothing at all is heard for some seconds, whatever comes.
        """
        tell = now - self.told >= TOLD_AGAIN
        if tell:
            self.told = now
        if self.excess.take(now):
            return tell, False
        enough = self.messages.level > -1.0
        if enough:
            self.messages.level = -DEAF_SECONDS * self.messages.rate
        return tell, enough


class StrangerLimits:
    """The strangers: keys that have no place yet and may only say hello."""

    def __init__(self) -> None:
        self._there: dict[str, tuple[str, TokenBucket]] = {}

    def listens(self, key: str, address: str, now: float) -> bool:
        """Whether this stranger's message is read at all."""
        known = self._there.get(key)
        if known is None:
            self._forget(now)
            near = sum(1 for where, _ in self._there.values() if where == address)
            if len(self._there) >= STRANGERS or near >= STRANGERS_FROM_ONE_ADDRESS:
                return False
            known = self._there[key] = (address, TokenBucket(1.0, 5.0, now))
        return known[1].take(now)

    def enter(self, key: str) -> None:
        """A stranger got a place and is none any more."""
        self._there.pop(key, None)

    def _forget(self, now: float) -> None:
        late = [key for key, (_, bucket) in self._there.items() if now - bucket.at > STRANGER_FORGOTTEN_AFTER]
        for key in late:
            del self._there[key]
