"""``python -m rumpus.client`` is ``rumpus``."""

from rumpus.client.cli.main import main

main()
