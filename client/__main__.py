"""``python -m rumpus.client`` is ``rumpus``."""

from rumpus.client.cli import main

main()
