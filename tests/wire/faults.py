"""The trouble that comes over a simulated table, and what must be so when it is over."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Any

from persons import HEARTBEAT, TO_GUEST, TO_HOST, Device
from rumpus.net.protocol.messages import Ask

if TYPE_CHECKING:
    from simulated import World

GAMES = {
    "hearts": (3, 4), "gin-rummy": (2,), "basic-rummy": (2, 3), "contract-rummy": (3, 4), "knock-rummy": (2, 3, 4), "tunk": (3,)
}  # fmt: skip
OPTIONS: dict[str, tuple[dict[str, Any], ...]] = {
    "hearts": ({}, {"target": 10}),
    "gin-rummy": ({}, {"knock_limit": 60}, {"knock_limit": 40, "target": 20}),
    "basic-rummy": ({}, {"target": 1}),
    "contract-rummy": ({}, {"deals": 1}),
    "knock-rummy": ({}, {"target": 20}),
    "tunk": ({}, {"target": 10}),
}
"""The games that are played, the numbers of seats, and options that make some matches short."""
SETTLED, GOES_ON = 20.0, 60.0
"""Seconds after the last fault until everybody sees the same, and until the game has gone on."""
FAULTS = {
    "cut": 6, "hole": 4, "hole in": 2, "hole out": 2, "sleep": 3, "slow": 2, "twice": 2, "restart": 2, "kill": 6, "freeze": 2,
    "full": 2, "wall clock": 1, "chat": 2, "propose": 1, "pause": 1, "leave": 2, "kick": 1, "want": 1, "watch": 2,
}  # fmt: skip


class Trouble:
    """What happens to a world, planned by its chance."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.chance: random.Random = world.chance

    def plan(self) -> None:
        """So many faults, whenever, and sometimes a few in the first shuffle already."""
        world, chance = self.world, self.chance
        kinds = chance.choices(list(world.kinds), list(world.kinds.values()), k=world.faults)
        early = chance.choice((0, 0, 1, 3)) if world.faults else 0
        for number, kind in enumerate(kinds):
            begins = 0.1 * chance.random() if number < early else 0.3 + chance.random() * (world.seconds - 0.5)
            world.after(begins, lambda kind=kind: self.strike(kind))

    def strike(self, kind: str) -> None:
        """One of them, if there is somebody for it."""
        world = self.world
        world.happened[kind] += 1
        name = kind.replace(" ", "_")
        if hasattr(self, f"at_table_{name}"):
            getattr(self, f"at_table_{name}")()
            return
        devices = world.people() + world.people(watch=True)
        if devices:
            device = self.chance.choice(devices)
            device.quiet = False
            getattr(self, f"to_guest_{name}")(device)

    def _until(self, *choices: float) -> float:
        return min(self.world.now + self.chance.choice(choices), self.world.end)

    # -- connections and guests

    def to_guest_cut(self, device: Device) -> None:
        if device.wire is not None:
            self.world.cut(device.wire)

    def _hole(self, device: Device, *ways: int) -> None:
        world, wire, until = self.world, device.wire, self._until(0.5, 2.0, 5.0, 9.0)
        for way in ways:
            device.hole[way] = until
        if wire is not None and until - world.now > HEARTBEAT and self.chance.random() < 0.7:
            world.after(HEARTBEAT, lambda: world.cut(wire))

    def to_guest_hole(self, device: Device) -> None:
        self._hole(device, TO_HOST, TO_GUEST)

    def to_guest_hole_in(self, device: Device) -> None:
        self._hole(device, TO_GUEST)

    def to_guest_hole_out(self, device: Device) -> None:
        self._hole(device, TO_HOST)

    def to_guest_sleep(self, device: Device) -> None:
        world, wire, until = self.world, device.wire, self._until(1.0, 3.5, 7.0, 30.0)
        device.asleep, device.quiet = until, False

        def silent() -> None:
            if wire is not None and device.asleep > world.now:
                world.cut(wire, both=False)

        world.after(HEARTBEAT, silent)
        world.at(until, device.wake)

    def to_guest_slow(self, device: Device) -> None:
        device.slow = 0.2 + 1.3 * self.chance.random()

    def to_guest_twice(self, device: Device) -> None:
        self.world.again(device)

    def to_guest_restart(self, device: Device) -> None:
        """The program ends, with or without a good-bye, and is started again."""
        world = self.world
        if self.chance.random() < 0.5:
            device.link.quit()
            device.stir()
        device.link.state, device.quiet = "over", False
        if device.wire is not None:
            world.cut(device.wire, both=False)
        world.after(0.2 + 2.0 * self.chance.random(), lambda: world.again(device))

    # -- the host

    def at_table_kill(self) -> None:
        """At once, or in the middle of the next write: before it is safe, after that, or between the frames that tell of it."""
        world = self.world
        how = self.chance.choice(("at once", "written", "synced", "sending", "sending"))
        if how == "at once":
            if world.dispatcher is not None:
                world.happened["killed at once"] += 1
                world.died()
            return
        world._doom, world._sends = how, self.chance.randint(1, 5)

    def at_table_freeze(self) -> None:
        freeze(self.world, self._until(0.5, 2.0, 5.0, 8.0) - self.world.now, wedged=self.chance.random() < 0.5)

    def at_table_full(self) -> None:
        world = self.world
        world.disk.full = True
        world.at(self._until(0.3, 1.0, 3.0), lambda: setattr(world.disk, "full", False))

    def at_table_wall_clock(self) -> None:
        self.world.wall.jumped += self.chance.choice((-86400.0, 86400.0, -1e9, 3600.0))

    # -- what people do besides playing

    def at_table_chat(self) -> None:
        ask_somebody(self.world, Ask("say", "Good evening \x1b[31m."))

    def at_table_propose(self) -> None:
        games = [name for name, seats in GAMES.items() if len(self.world.people()) <= max(seats)]
        ask_somebody(self.world, Ask("propose", game=self.chance.choice(games or ["hearts"])))

    def at_table_pause(self) -> None:
        ask_somebody(self.world, Ask("pause"))

    def at_table_leave(self) -> None:
        if len(self.world.people()) > 1:
            ask_somebody(self.world, Ask("leave"))

    def at_table_kick(self) -> None:
        people = self.world.people()
        if len(people) > 2:
            ask_somebody(self.world, Ask("kick", self.chance.choice(people).name))

    def at_table_want(self) -> None:
        ask_somebody(self.world, Ask("want", self.chance.choice(("none", "A K 7", "all"))))

    def at_table_watch(self) -> None:
        watchers = self.world.people(watch=True)
        if watchers and self.chance.random() < 0.4:
            watchers[0].ask(Ask("leave"))
        else:
            self.world.person(watch=True)

    # -- the end of it

    def over(self) -> None:
        """Everything works again."""
        world = self.world
        world.disk.full, world.mischief, world._doom = False, False, ""
        for device in world.devices:
            device.slow, device.hole = 0.0, [0.0, 0.0]
            if device.asleep > world.now:
                device.asleep = world.now
                device.wake()
        if world._frozen > world.now:
            world._frozen = world.now
            thaw(world)

    def settle(self) -> None:
        """Everybody comes to see the same, and then the game goes on."""
        world = self.world
        world.acting = False
        begun = world.now
        if not world.until(begun + SETTLED, self.settled):
            world.checker.wrong("late", f"after {SETTLED} seconds: {self.why}")
            return
        world.took = world.now - begun
        world.acting = True
        table = world.dispatcher.table if world.dispatcher is not None else None
        if table is not None and table.state == "waiting":  # for whoever may come
            for _ in range(sum(chair.kind == "free" for chair in table.seating.chairs)):
                world.person()
        for device in world.devices:
            device.mind()
        model = world.checker.model
        rev = model.rev
        if not world.until(world.now + GOES_ON, lambda: model.rev >= rev + 5) and not world.closed:
            world.checker.wrong("stuck", f"the game does not go on after revision {model.rev} ({self.standing()})")
        world.acting = False
        if not world.until(world.now + SETTLED, self.settled) and not world.closed:
            world.checker.wrong("late", f"{SETTLED} seconds after the last action: {self.why}")

    def standing(self) -> str:
        """Where the table stands, in words."""
        dispatcher = self.world.dispatcher
        if dispatcher is None:
            return "no host"
        table = dispatcher.table
        phase = table.fair.dealing.phase if table.fair is not None else "-"
        turn = table.engine.deal.turn if table.engine.deal is not None else ()
        chairs = [(chair.kind, chair.name, chair.away_since is not None, chair.standin) for chair in table.seating.chairs]
        return (
            f"{table.state}, shuffle {phase}, frozen {table.writer.frozen}, paused {table.paused!r}, vote {table.vote}, "
            f"turn {turn}, {chairs}"
        )

    def settled(self) -> bool:
        """Whether everybody is at the table and sees what the host sees."""
        self.why = self._unsettled()
        return not self.why

    def _unsettled(self) -> str:
        world = self.world
        dispatcher = world.dispatcher
        if dispatcher is None:
            return "there is no host"
        if dispatcher.table.writer.frozen:
            return "the table is frozen"
        seating, told = dispatcher.table.seating, dispatcher.table.engine.told
        room_left = any(chair.kind == "free" for chair in seating.chairs)
        for device in world.people() + world.people(watch=True):
            link = device.link
            if seating.place(device.key) is None:
                if room_left or device.watch:
                    return f"{device.name} has no place yet"
                continue
            if link.state != "live" or link.pending is not None:
                return f"{device.name} is {link.state} with {link.pending} on its way"
            told.complete()
            if link.rev != dispatcher.table.engine.rev or link.view.data() != told.views[link.seat].data():
                return (
                    f"{device.name} is at revision {link.rev}, the host at {dispatcher.table.engine.rev}, or sees something else"
                )
        return ""

    def last_look(self) -> None:
        """The views, the match, the shuffles; and the table that another host makes of the disk."""
        world = self.world
        check, dispatcher = world.checker, world.dispatcher
        assert dispatcher is not None
        model, engine = check.model, dispatcher.table.engine
        for device in world.people() + world.people(watch=True):
            here = device.link.state == "live" and dispatcher.table.seating.place(device.key) is not None
            if here and device.link.view.digest() != model.seen(device.link.seat, model.rev)[1]:
                check.wrong("hash", f"{device.name} ends with another view than its seat may see")
        self._compare("at the end", state(engine), state(model))
        for name, key, cid, text in world.answered:
            if (key, cid) not in check.acts:
                check.wrong("gone", f"{name} was told that {text} counts, and the journal ends without it")
        check.shuffles()
        voids = dispatcher.table.fair.dealing.voids if dispatcher.table.fair is not None else 0
        if voids != model.voids:
            check.wrong("shuffle", f"{model.voids} shuffles were void, the table says {voids}")
        codes: dict[tuple[int, int], str] = {}
        for device in world.devices:
            for at, code in device.codes.items():
                if codes.setdefault(at, code) != code:
                    check.wrong("shuffle", f"two guests were shown two codes for the shuffle {at}")
        if world.told and {told["match"] for told in world.told} != {told["match"] for told in model.finished}:
            check.wrong("rules", "the history does not hold the matches that the journal holds")
        world.happened += Counter({
            "revisions": model.rev, "deals": model.deals, "matches": len(model.finished), "void shuffles": model.voids,
            "answers": len(world.answered), "torn rows": world.disk.torn, "host starts": dispatcher.epoch,
        })  # fmt: skip
        before = [*state(engine), engine.dps, engine.deals, list(dispatcher.table.book), dispatcher.epoch + 1]
        world.died()
        world.until(world.now + 3.0, lambda: world.dispatcher is not None)
        again = world.dispatcher
        assert again is not None
        engine = again.table.engine
        if engine.rev == before[0]:  # else bots have played on
            after = [*state(engine), engine.dps, engine.deals, list(again.table.book), again.epoch]
            self._compare("after another start", after, before)

    def _compare(self, when: str, one: list[Any], other: list[Any]) -> None:
        for left, right in zip(one, other, strict=True):
            if left != right and None not in (left, right):
                self.world.checker.wrong("rules", f"{when}: {left} is not {right}"[:600])


def state(table: Any) -> list[Any]:
    """Revision, match and deal, of a card table or of the model."""
    match = table.match
    deal = table.deal.position() if table.deal is not None else None
    return [table.rev, match.totals, match.dealer, match.deals, match.over, deal]


def freeze(world: World, seconds: float, *, wedged: bool) -> None:
    """The host stands still; its sockets go on by themselves if only its loop is `wedged`."""
    world._frozen, world._wedged = world.now + seconds, wedged
    if not wedged and seconds > HEARTBEAT:
        world.after(HEARTBEAT, lambda: [world.cut(wire) for wire, _ in list(world._routes.values())] and None)
    world.after(seconds, lambda: thaw(world))


def thaw(world: World) -> None:
    """The host goes on with what has come in the meantime."""
    if world._frozen > world.now:
        return
    inbox, world._host_inbox = world._host_inbox, []
    for each in inbox:
        world._arrive(*each)


def ask_somebody(world: World, ask: Ask) -> None:
    """Somebody at the table asks for something."""
    people = [each for each in world.people() if each.link.state == "live"]
    if people:
        world.chance.choice(people).ask(ask)
