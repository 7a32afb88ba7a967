"""Kinds and causes of events that more than one package asks for, as logs and records name them."""

MOVE, HOUSE = "move", "house"  # kinds: a decision, and what the cards do by themselves
TAKE_BACK = "take-back"  # a decision is undone
PLAYER, BOT = "player", "bot"  # causes
