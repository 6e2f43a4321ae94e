"""What the tests of the wire share."""

import pytest
from proxy import Proxy
from served import Served


@pytest.fixture
def serve():
    """Opens tables, each with its host in a process of its own, and closes them after the test."""
    opened = []

    def open_table(*args, **config):
        opened.append(Served(*args, **config))
        return opened[-1]

    yield open_table
    for table in opened:
        table.close()


@pytest.fixture
def lines():
    """Proxies that end with the test."""
    made = []

    def make(table):
        made.append(Proxy(table.invite.port))
        return made[-1]

    yield make
    for line in made:
        line.close()
