"""A host in a process of its own, and guests of this process at its table, over real sockets on 127.0.0.1."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time

from rumpus.net.guest.client import BlockingGuest
from rumpus.net.guest.events import Answered
from rumpus.net.identity.invite import read_invite
from rumpus.net.identity.keys import new_pair
from rumpus.net.table.engine import core_offers

PATIENCE = 40.0


class Served:
    """The host's process: its invite, its log, and the guests that a test sat down."""

    def __init__(self, game="hearts", program=("-m", "rumpus.net.host.server"), **config):
        config = {"game": game, "seed": "served", "settings": {}, **config}
        self.log = tempfile.TemporaryFile("w+")  # noqa: SIM115 - it lives as long as the host
        self.process = subprocess.Popen(
            [sys.executable, *program, json.dumps(config)], stdout=subprocess.PIPE, stderr=self.log, text=True
        )
        first = self.process.stdout.readline()
        assert first.startswith("invite: "), self.logged()
        self.invite = read_invite(first)
        self.guests = []

    def guest(self, name, pair=None, *, wait=True, **more):
        guest = BlockingGuest(self.invite, pair or new_pair(), name, **more)
        self.guests.append(guest)
        guest.told = []
        guest.start()
        if wait:
            self.until(lambda: guest.link.state == "live")
        return guest

    def everybody(self, count=4):
        guests = [self.guest(f"G{n}") for n in range(count)]
        self.until(lambda: any(guest.offer for guest in guests))
        return guests

    def look(self, seconds=0.02):
        """Lets every guest read all that came."""
        for guest in self.guests:
            news = guest.wait(seconds / max(1, len(self.guests)))
            while news or guest.dealer.holds_more():
                guest.told += news
                news = guest.wait(0)

    def until(self, wanted):
        """Waits until it is so; returns how many seconds that took."""
        begun = time.monotonic()
        while True:
            self.look()
            if wanted():
                return time.monotonic() - begun
            assert time.monotonic() - begun < PATIENCE, "it never came; the host says: " + self.logged()

    def play(self, moves):
        """So many actions, each the first that was offered."""
        for _ in range(moves):
            self.until(lambda: any(guest.offer and not guest.link.pending for guest in self.guests))
            mover = next(guest for guest in self.guests if guest.offer and not guest.link.pending)
            rev = mover.link.rev
            mover.act(str(core_offers(mover.offer)[0]))
            self.until(lambda mover=mover, rev=rev: mover.link.rev > rev and not mover.link.pending)

    def answer(self, guest):
        """The answer to the action that the guest sent last."""
        self.until(lambda: guest.link.pending is None)
        return [each for each in guest.told if isinstance(each, Answered)][-1]

    def same(self):
        """All who are live have come to the same revision, with views that their hashes confirmed."""
        self.until(lambda: len({guest.link.rev for guest in self.guests if guest.link.state == "live"}) == 1)

    def logged(self):
        self.log.flush()
        place = self.log.tell()
        self.log.seek(0)
        text = self.log.read()
        self.log.seek(place)
        return text

    def rss(self):
        """The host's memory in KiB."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))

    def signal(self, number):
        os.kill(self.process.pid, number)

    def close(self):
        for guest in self.guests:
            guest.close()
        if self.process.poll() is None:
            self.signal(signal.SIGCONT)
            self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(10)
        self.process.stdout.close()
        self.log.close()
