"""The words of spoken codes: short, common, and hard to take for one another when somebody calls them across a room."""

from __future__ import annotations

WORDS: tuple[str, ...] = tuple(
    """
    acorn alarm album alley almond amber anchor angel ankle apple apron arrow artist atlas attic autumn
    avenue bacon badge bagel ballad balloon bamboo banana banjo barber barley barrel basket beaver bell belt
    bicycle biscuit bishop blanket blossom bonnet border bottle bramble branch bridge broom bubble bucket buffalo butter
    button cabin cactus camel camera candle canoe canvas carpet carrot castle cedar cellar chalk cherry chimney
    cinema circus cloud clover coconut coffee comet compass cookie copper coral corner cottage cousin coyote cradle
    crayon cricket crown crystal cupboard curtain cushion daisy dancer desert diamond dinner doctor dolphin donkey dragon drum
    eagle easel echo elbow emerald engine evening falcon family feather fiddle finger flamingo flannel flute
    forest fossil fountain fridge frog galaxy garden garlic ginger giraffe glacier glove goblin gondola grape guitar
    hammer hammock harbor harvest hazel helmet hippo hockey honey hotel iceberg igloo indigo island ivory jacket
    jaguar jasmine jelly jigsaw jungle kangaroo kettle kitchen kitten ladder lagoon lamp lantern lemon leopard library
    lily lizard lobster locket lunch magnet mango maple marble market meadow melon mirror mitten monkey mountain
    muffin museum mustard napkin needle nickel noodle oasis oatmeal ocean olive onion orange orchard otter
    oyster paddle palace pancake panda paper parrot peanut pebble pelican pencil penguin pepper piano pigeon pillow
    pilot pirate planet pocket popcorn potato pumpkin puppet purple puzzle rabbit radio raisin ribbon river robin
    rocket rubber saddle salmon sandal saturn scarf school shadow silver snow spider spoon squirrel summer sunset
    tailor teapot thimble tiger tomato trumpet tulip turtle umbrella velvet violin walnut whistle willow winter yellow zebra
    """.split()  # noqa: SIM905 - rows of words are read and checked more easily than a list
)
