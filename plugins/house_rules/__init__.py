"""House rules that come with rumpus, as households play them."""
