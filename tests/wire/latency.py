"""How long a move takes: from `act` sent to the last of four guests having applied it, against a bare round trip.

    python tests/wire/latency.py [--moves 400] [--rounds 3]

"bare" is blocking pyzmq with CURVE and nothing else: a message to a ROUTER in another process, which sends 300 bytes to
each of four DEALERs of this process.  "table" is a table of Hearts, its host in a process of its own, with four guests of this
process at it.  Rounds alternate; every guest stays inside its budget of messages.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time

import zmq
from rumpus.net.guest import BlockingGuest
from rumpus.net.invite import read_invite
from rumpus.net.keys import new_pair
from rumpus.net.news import Answered
from rumpus.net.table import core_offers

SEATS = 4
PACE = 0.0095


def bare_server():
    context = zmq.Context()
    router = context.socket(zmq.ROUTER)
    router.curve_server = True
    public, router.curve_secretkey = zmq.curve_keypair()
    router.curve_publickey = public
    router.linger = 0
    port = router.bind_to_random_port("tcp://127.0.0.1")
    print(port, public.decode(), flush=True)
    peers, view = [], b"x" * 300
    while True:
        who, what = router.recv_multipart()
        if what == b"stop":
            return
        if what == b"hello":
            peers.append(who)
            router.send_multipart([who, b"ok"])
            continue
        for peer in peers:
            router.send_multipart([peer, view])


class Bare:
    def __init__(self):
        self.server = subprocess.Popen([sys.executable, __file__, "--bare-server"], stdout=subprocess.PIPE, text=True)
        port, key = self.server.stdout.readline().split()
        self.context = zmq.Context()
        self.guests = []
        for _ in range(SEATS):
            guest = self.context.socket(zmq.DEALER)
            guest.curve_publickey, guest.curve_secretkey = zmq.curve_keypair()
            guest.curve_serverkey = key.encode()
            guest.linger = 0
            guest.connect(f"tcp://127.0.0.1:{port}")
            guest.send(b"hello")
            guest.recv()
            self.guests.append(guest)

    def moves(self, count):
        took = []
        for k in range(count):
            time.sleep(PACE)
            begun = time.perf_counter()
            self.guests[k % SEATS].send(b"m" * 60)
            for guest in self.guests:
                guest.recv()
            took.append(time.perf_counter() - begun)
        return took

    def close(self):
        self.guests[0].send(b"stop")
        self.server.wait(5)
        self.server.stdout.close()
        self.context.destroy(0)


class AtTable:
    def __init__(self):
        config = {"game": "hearts", "headless": True, "seed": "latency", "settings": {"vote_time": 600}, "options": {}}
        self.log = tempfile.TemporaryFile("w+")  # noqa: SIM115 - it lives as long as the host
        self.server = subprocess.Popen(
            [sys.executable, "-m", "rumpus.net.host", json.dumps(config)], stdout=subprocess.PIPE, stderr=self.log, text=True
        )
        invite = read_invite(self.server.stdout.readline())
        self.guests = [BlockingGuest(invite, new_pair(), f"Guest {seat}") for seat in range(SEATS)]
        for guest in self.guests:
            guest.start()
            while guest.link.state != "live":
                guest.wait(1)
        while not any(guest.offer for guest in self.guests):
            self.look()

    def look(self):
        for guest in self.guests:
            guest.wait(0)

    def moves(self, count):
        """So many moves; the time of each ends when every guest has applied it.  The next match is voted for, unmeasured."""
        took = []
        while len(took) < count:
            time.sleep(PACE)
            self.look()
            mover = next((guest for guest in self.guests if guest.offer and not guest.link.pending), None)
            if mover is None:
                self.vote()
                continue
            text = str(core_offers(mover.offer)[0])
            rev = mover.link.rev
            begun = time.perf_counter()
            mover.act(text)
            for guest in self.guests:
                while guest.link.rev <= rev:
                    for news in guest.wait(2):
                        assert not isinstance(news, Answered) or news.ok, news
            took.append(time.perf_counter() - begun)
        return took

    def vote(self):
        for guest in self.guests:
            guest.vote(True)
        time.sleep(0.05)

    def close(self):
        for guest in self.guests:
            guest.close()
        self.server.terminate()
        self.server.wait(5)
        self.server.stdout.close()
        self.log.seek(0)
        print(self.log.read(), end="", file=sys.stderr)
        zmq.Context.instance().destroy(300)


def main():
    words = argparse.ArgumentParser()
    words.add_argument("--moves", type=int, default=400)
    words.add_argument("--rounds", type=int, default=3)
    words.add_argument("--bare-server", action="store_true")
    asked = words.parse_args()
    if asked.bare_server:
        bare_server()
        return
    bare, table = Bare(), AtTable()
    ratios = []
    try:
        bare.moves(100)
        table.moves(100)
        for _ in range(asked.rounds):
            p50 = [1e6 * statistics.median(rig.moves(asked.moves)) for rig in (bare, table)]
            ratios.append(p50[1] / p50[0])
            print(f"bare {p50[0]:.0f} us   table {p50[1]:.0f} us   {ratios[-1]:.2f} times")
    finally:
        bare.close()
        table.close()
    print(f"median: {statistics.median(ratios):.2f} times the bare round trip (target: at most 4)")


if __name__ == "__main__":
    main()
