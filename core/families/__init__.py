"""What games of one kind share: melds, rummies, tricks."""
