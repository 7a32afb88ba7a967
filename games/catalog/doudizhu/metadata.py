"""Four-player Dou Dizhu: name, seats, table options and presets."""

from games.catalog.doudizhu.deck import FRENCH
from games.engine.metadata import Chapter, GameMetadata, Option, Preset, Text, boolean_option

METADATA = GameMetadata(
    slug="doudizhu",
    name=Text("4人闘地主", "Four-Player Dou Dizhu"),
    summary=Text(
        "地主1人に農民3人。2組のトランプで、先に手札を出し切った側の勝ち。",
        "One landlord against three farmers: two decks, and the side that sheds a hand first wins.",
    ),
    introduction=Text(
        "8枚多く持つ地主1人と、農民3人が戦います。"
        "場札と同じ種類、同じ枚数でより強いものか爆弾を出すか、パスします。"
        "先に手札を出し切った人の側が勝ちます。",
        "One landlord, with eight cards more, plays against three farmers. "
        "Beat what lies there by a higher rank of the same kind, or a bomb, or pass. "
        "Whoever runs out of cards first wins for their side.",
    ),
    seats_min=4,
    seats_max=4,
    seats_default=4,
    rules=1,
    chapter=Chapter(
        Text("ディール", "Deal"),
        "deal-began",
        "deal",
        clearing_happenings={"deal-won": Text("ディール", "deal")},
        results=("match-ended", "deal-won"),
    ),
    deck=FRENCH,
    preview_cards=("H2", "SA", "B"),
    order=30,
    unit=Text("チップ", "chips"),
    moments={"bomb": Text("爆弾", "bomb")},
    options=(
        Option("deals", Text("ディール数", "Deals"), 4, (1, 2, 4, 8, 12)),
        boolean_option(
            "kitty_to_landlord",
            Text("伏せ札8枚は地主のもの", "The landlord takes the kitty"),
            default=True,
            help=Text(
                "「いいえ」なら8枚は使わず、全員25枚で始めます。",
                "If not, the eight cards stay out and everybody has 25.",
            ),
        ),
        boolean_option(
            "show_kitty",
            Text("伏せ札を全員に見せる", "The kitty is shown to all"),
            default=False,
            help=Text("地主が決まったときに表にします。", "It is turned up when the landlord is known."),
        ),
        boolean_option(
            "forced_landlord_limited",
            Text("全員が回避したとき、地主も爆弾は1回まで", "A forced landlord may play one bomb only"),
            default=True,
            help=Text(
                "全員が回避すると、最初の人が地主になります。その人も回避したので爆弾が制限されます。",
                "When all refuse, the first player must be landlord, and may play one bomb only for having refused.",
            ),
        ),
        boolean_option(
            "low_two_sequences",
            Text("2から始まる続き札を認める", "Sequences may begin with a 2"),
            default=True,
            help=Text(
                "「いいえ」なら23456は出せません。A2345はいつでも出せます。",
                "If not, 23456 can't be played; A2345 always can.",
            ),
        ),
    ),
    presets=(
        Preset("live", Text("いま遊ぶ", "Play now"), {}, turn_seconds=60),
        Preset("quick", Text("短い対戦", "Short match"), {"deals": 2}, turn_seconds=60),
        Preset("slow", Text("じっくり", "Over days"), {"deals": 1}, turn_seconds=86_400),
    ),
)
