"""What games of one kind share: melds, rummies, Black Heart, tricks."""
