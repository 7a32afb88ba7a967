"""The toy's name card."""

from games.engine.metadata import Chapter, GameMetadata, Option, Text

from .deck import STARS

METADATA = GameMetadata(
    slug="toy",
    name=Text("おもちゃ", "Toy"),
    summary=Text("2枚から1枚を残し、コインを賭ける。", "Keep one card of two, and bid."),
    seats_min=2,
    seats_max=3,
    seats_default=2,
    rules=1,
    deck=STARS,
    preview_cards=("X1", "X5", "X9"),
    chapter=Chapter(Text("回", "Round"), "dealt"),
    options=(Option("rounds", Text("回数", "Rounds"), 2, (2, 3)),),
)
