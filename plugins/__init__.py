"""The games that come with rumpus, one a file, found by entry point as any plugin is."""

from rumpus.core.families.moved import keep_old_names

MOVED = {
    "around_the_corner_gin": "variants.around_the_corner_gin",
    "basic_rummy_bot": "bots.basic_rummy",
    "basic_tricks_bot": "bots.basic_tricks",
    "black_heart_bot": "bots.black_heart",
    "black_maria": "variants.black_maria",
    "blackbird_bot": "bots.blackbird",
    "block_rummy": "variants.block_rummy",
    "broken_hearts_bot": "bots.broken_hearts",
    "cancellation_hearts": "variants.cancellation_hearts",
    "house_rules_hearts": "house_rules.hearts",
    "house_rules_others": "house_rules.others",
    "house_rules_rummy": "house_rules.rummy",
    "oklahoma_gin": "variants.oklahoma_gin",
    "omnibus_hearts": "variants.omnibus_hearts",
    "rummy_sense": "bots.rummy_sense",
    "shoot_the_sun": "variants.shoot_the_sun",
    "spot_hearts": "variants.spot_hearts",
}
"""Names of modules before and now; closed, as its like in `core` is."""

keep_old_names("rumpus.plugins", MOVED)
