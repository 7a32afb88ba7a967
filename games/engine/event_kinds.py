"""Kinds and causes of events used by several packages, as logs and records spell them."""

MOVE, HOUSE = "move", "house"  # kinds: a move, and what the house does
TAKE_BACK = "take-back"  # a move is undone
HINT = "hint"  # a player requests a hint
PLAYER, BOT = "player", "bot"  # causes
# Version of the log format. Since 2, logs include time banks, the thinking time of answers, and the bots' code digest.
# Set by `create`.
LOG_VERSION = 2
