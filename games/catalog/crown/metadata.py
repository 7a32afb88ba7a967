"""The Crown of Lombardia: name, seats and table options."""

from games.engine.metadata import Chapter, GameMetadata, Option, Preset, Text, boolean_option
from games.kit.decks.court import COURT

METADATA = GameMetadata(
    slug="crown",
    name=Text("ロンバルディアの王冠", "The Crown of Lombardia"),
    summary=Text(
        "騎士で攻め、貴族と司教で点を集め、3人の王子を狙う2人用の駆け引き。1人でも遊べます。",
        "A duel of knights, nobles and bishops for ten points, or for three princes. Also for one player.",
    ),
    introduction=Text(
            "王子3枚を集めるか、司教・貴族・攻撃で10点を取ります。"
            "3枚引いて1枚を取り、2枚を相手に渡して、公開や攻撃を好きなだけします。"
            "先に達した人が、その場で勝ちます。",
            "Collect the three princes, or score ten points with bishops, nobles and attacks. "
            "Draw three cards, keep one, pass two on; then show, discard or attack as you like. "
            "Whoever gets there first wins at once.",
    ),
    seats_min=1,
    seats_max=2,
    seats_default=2,
    rules=1,
    chapter=Chapter(
        Text("手番", "Turn"),
        "turn-began",
        "turn",
        results=("match-ended", "taken", "nobles-discarded", "bishops-shown"),
    ),
    deck=COURT,
    moments={"princes": Text("王子3枚", "three princes")},
    preview_cards=("K", "N", "P"),
    order=15,
    options=(
        Option(
            "mode",
            Text("ルール", "Rules"),
            "classic",
            ("classic", "adjusted", "solo"),
            (Text("基本（2人）", "classic (2 players)"), Text("調整版（2人）", "adjusted (2 players)"),
             Text("1人用", "solo")),
            Text(
                "調整版と1人用では、貴族は2・3・4枚で1・2・3点です。1人用の相手はAIです。",
                "In adjusted and solo 2, 3 or 4 nobles give 1, 2 or 3 points. Solo is played against an automaton.",
            ),
            choice_seats=((2, 2), (2, 2), (1, 1)),
        ),
        Option("target_points", Text("目標の点数", "Points to win"), 10, (5, 10, 15)),
        boolean_option(
            "reveal_princes_any_time",
            Text("王子3枚をいつでも公開できる", "Three princes may be shown at any time"),
            default=False,
            help=Text(
                "「いいえ」なら、自分の手番の行動として公開します。", "If not, only as an action of one's own turn."
            ),
        ),
        boolean_option(
            "show_hand_sizes",
            Text("手札の枚数を表示する", "Hand sizes are shown"),
            default=True,
            help=Text(
                "「いいえ」なら、相手の枚数は自分で数えます（1人用では常に公開）。",
                "If not, players count for themselves (in solo all hands are open).",
            ),
        ),
    ),
    presets=(
        Preset("live", Text("いま遊ぶ", "Play now"), {}, turn_seconds=300, seats=2),
        Preset("slow", Text("じっくり", "Over days"), {"mode": "adjusted"}, turn_seconds=86_400, seats=2),
        Preset("solo", Text("1人用", "Solo"), {"mode": "solo"}, turn_seconds=86_400, seats=1),
    ),
)  # fmt: skip
