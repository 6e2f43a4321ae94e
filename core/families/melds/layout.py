"""From the pieces that the search chose to melds as they lie on the table: joined, wild cards named, low end first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rumpus.core.cards import Card, Placed, named, rank_of
from rumpus.core.families.melds.pieces import Laying, Piece, may_share_group
from rumpus.core.families.melds.rule import End, Kind, LaidOff, Meld, MeldRule, beyond, face_of

Places = list[Card | None]
"""Natural cards in their order, None where a wild card goes."""


@dataclass(eq=False)
class _Set:
    """A set that is being laid; of a sequence the suit, and where on the track its low end is."""

    kind: Kind
    places: Places
    start: int
    suit: int


@dataclass(eq=False)
class _Table:
    """A meld on the table, what is laid off on it outwards from each end, and how many more cards it could take."""

    meld: Meld
    low: Places
    high: Places
    room: int


class Layout:
    """One hand being laid out; ``wilds`` are the wild cards that find a place."""

    def __init__(self, rule: MeldRule, wilds: Iterable[Card]) -> None:
        self.rule = rule
        self.wilds = list(wilds)

    def lay(
        self, made: Iterable[Piece], alone: int, melds: Sequence[Meld], ways: Iterable[Laying]
    ) -> tuple[tuple[Meld, ...], tuple[LaidOff, ...]]:
        """The melds and the lay-offs; ``alone`` of the wild cards make sets of their own."""
        pieces = [self._opened(piece) for piece in made]
        tables = [_Table(meld, list(way.low), list(way.high), way.room) for meld, way in zip(melds, ways, strict=True)]
        placed = sum(one.places.count(None) for one in pieces)
        placed += sum((table.low + table.high).count(None) for table in tables)
        sets = self._joined(pieces)
        spare = self._spread(sets, len(self.wilds) - placed - alone)
        if spare > sum(table.room for table in tables):
            sets = pieces  # Apart they have more room.
            spare = self._spread(sets, len(self.wilds) - placed - alone)
        for table in tables:
            while spare and table.room:
                self._lengthen(table)
                spare -= 1
        return self._named(sets, tables)

    def lay_apart(self, made: Iterable[Piece]) -> tuple[Meld, ...]:
        """The melds, one for each piece; wild cards that no piece needs go where there is room."""
        sets = [self._opened(piece) for piece in made]
        self._spread(sets, len(self.wilds) - sum(one.places.count(None) for one in sets))
        return self._named(sets, ())[0]

    def _opened(self, piece: Piece) -> _Set:
        """A piece as a set, brought to the least length with wild cards."""
        suit = next(face for face in piece.faces if face is not None) // 13
        opened = _Set(piece.kind, list(piece.faces), piece.start, suit)
        while len(opened.places) < self.rule.shortest:
            self._grow(opened)
        return opened

    def _grow(self, growing: _Set) -> bool:
        """Put a wild card at the high end, or else at the low end; False where there is no room."""
        rule = self.rule
        if growing.kind == "group":
            if len(growing.places) >= rule.most_of_a_rank:
                return False
        elif len(growing.places) >= rule.most:
            return False
        elif rule.ace != "round" and growing.start + len(growing.places) >= len(rule.track):
            growing.start -= 1
            growing.places.insert(0, None)
            return True
        growing.places.append(None)
        return True

    def _spread(self, sets: Iterable[_Set], spare: int) -> int:
        """Put the spare wild cards where there is room; how many are left."""
        for one in sets:
            while spare and self._grow(one):
                spare -= 1
        return spare

    def _lengthen(self, table: _Table) -> None:
        table.room -= 1
        at_high_end = table.meld.kind == "group" or len(table.high) < len(beyond(self.rule, table.meld)[1])
        (table.high if at_high_end else table.low).append(None)

    def _joined(self, pieces: Iterable[_Set]) -> list[_Set]:
        """The pieces, those put together that make one longer set."""
        sets = [replace(one, places=list(one.places)) for one in pieces]
        while pair := next(((one, other) for one in sets for other in sets if self._follows(one, other)), None):
            pair[0].places += pair[1].places
            sets.remove(pair[1])
        return sets

    def _follows(self, one: _Set, other: _Set) -> bool:
        """Whether the other set can be put at the high end of this one."""
        rule, both = self.rule, one.places + other.places
        if one is other or one.kind != other.kind:
            return False
        if one.kind == "sequence":
            after = one.start + len(one.places)
            if rule.ace == "round":
                after %= len(rule.track)
            return one.suit == other.suit and after == other.start and len(both) <= rule.most
        cards = [card for card in both if card is not None]
        return len({card % 13 for card in cards}) == 1 and len(both) <= rule.most_of_a_rank and may_share_group(rule, cards)

    def _named(self, sets: Sequence[_Set], tables: Sequence[_Table]) -> tuple[tuple[Meld, ...], tuple[LaidOff, ...]]:
        """Give each place of a wild card one of them, with the name of what it stands for."""
        made = [(self._faces(one), one.places) for one in sets]
        laid: list[tuple[int, End | None, Sequence[Card], Places]] = []
        for on, table in enumerate(tables):
            if table.meld.kind == "group":
                laid.append((on, None, group_faces(table.meld.cards, table.high), table.high))
            else:
                low, high = beyond(self.rule, table.meld)
                laid += [(on, "low", low, table.low), (on, "high", high, table.high)]
        for faces, places in made + [(faces, places) for _, _, faces, places in laid]:
            self._stand_for_themselves(faces, places)
        melds = [Meld(one.kind, self._placed(*row)) for one, row in zip(sets, made, strict=True)]
        laid_off = [LaidOff(on, code, end) for on, end, faces, places in laid for code in self._placed(faces, places)]
        return tuple(sorted(melds + self._alone())), tuple(laid_off)

    def _faces(self, one: _Set) -> Sequence[Card]:
        """What the cards of a set count as."""
        if one.kind == "group":
            return group_faces((), one.places)
        track = self.rule.track
        return [one.suit * 13 + track[(one.start + step) % len(track)] for step in range(len(one.places))]

    def _stand_for_themselves(self, faces: Sequence[Card], places: Places) -> None:
        """Put deuces where they are no more than themselves."""
        for place, face in enumerate(faces[: len(places)]):
            if places[place] is None and face in self.wilds:
                places[place] = face
                self.wilds.remove(face)

    def _placed(self, faces: Sequence[Card], places: Places) -> tuple[Placed, ...]:
        """The cards of these places, wild ones named."""
        return tuple(named(self.wilds.pop(0), face) if card is None else card for face, card in zip(faces, places, strict=False))

    def _alone(self) -> list[Meld]:
        """Deuces that make groups of deuces, as few groups as can be."""
        number = -(-len(self.wilds) // self.rule.most_of_a_rank)
        return [Meld("group", tuple(sorted(self.wilds[start::number]))) for start in range(number)]


def group_faces(lying: Sequence[Placed], places: Places) -> list[Card]:
    """What the cards put into a group count as: a wild card as a suit that is not there yet, while there is one."""
    cards = [card for card in places if card is not None]
    rank = rank_of(next(iter((*lying, *cards))))
    there = [face_of(code) for code in (*lying, *cards)]
    faces: list[Card] = []
    for card in places:
        face = min(range(rank, 52, 13), key=there.count) if card is None else card
        if card is None:
            there.append(face)
        faces.append(face)
    return faces
