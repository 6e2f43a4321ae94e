"""An evening in one process and virtual time that never ends: deals and matches follow each other, and in every deal somebody
goes away, a bot stands in, and the person comes back.

`python tests/wire/longevening.py [--rounds 400] [--game NAME] [--seeded] [--by-type]` prints what the process holds as the
rounds go by, and by how much a round makes it grow once the first third is over.  A round is a deal; what is compared are
moments that are alike: a deal has just been dealt, everybody is there, and what is remembered of texts is forgotten.
"""

from __future__ import annotations

import argparse
import gc
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

from fair_parlour import HOST, TABLE, make_fair
from parlour import CATALOGUE, TOKEN, Parlour, Player, make_room
from rumpus.client.model import Model
from rumpus.core.shuffle import tag
from rumpus.net import codec, table, text
from rumpus.net.book import BOOK_MOST
from rumpus.net.botworker import BotPlayer
from rumpus.net.journal import DiskJournal
from rumpus.net.keys import z85
from rumpus.net.link import GuestLink
from rumpus.net.messages import Played
from rumpus.net.news import EvidenceNews, TableNews, VerdictNews
from rumpus.net.proof import Prover
from rumpus.net.resume import snapshot
from rumpus.net.table import core_offers
from rumpus.net.witness import Witness
from soak import growth

REMEMBERED = (table._read, table._written, text._cached, codec.read_header)
