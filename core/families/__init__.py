"""What games of one kind share: melds, rummies, Black Heart, tricks."""

from rumpus.core.families.moved import keep_old_names

keep_old_names()
