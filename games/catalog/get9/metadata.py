"""GET9!: name, seats and table options (rules sheet, 8)."""

from games.engine.deck import Deck, number_ranks
from games.engine.metadata import Chapter, GameMetadata, Option, Preset, Text, boolean_option

METADATA = GameMetadata(
    slug="get9",
    name=Text("GET9!（ゲット・ナイン）", "GET9!"),
    summary=Text(
        "9枚のカードを3つの山に分けて、ディーラーに勝つ。カードを見てから賭ける、読み合いのゲーム。",
        "Split nine cards into three piles, beat the dealer and the others, and bet after every card.",
    ),
    introduction=Text(
        "全員が同じ9枚のカードを、ひそかに3つの山に分けます。"
        "回戦ごとに山から1枚を出してディーラーに勝てば、残り2枚の合計が得点になり、そのあとで賭けます。"
        "最も得点した人がポットを獲得します。",
        "Everybody splits the same nine cards in secret into three piles. "
        "Each round a card of a pile meets the dealer's: if it wins, the other two score; only then you bet. "
        "Most points take the pots.",
    ),
    seats_min=3,
    seats_max=7,
    seats_default=4,
    rules=1,
    chapter=Chapter(
        Text("試合", "Game"),
        "match-began",
        "match",
        clearing_happenings={"round-began": Text("回戦", "round"), "match-ended": Text("試合", "game")},
        results=("game-ended", "match-ended", "won", "carried-over", "scored", "dealer-scored"),
    ),
    deck=Deck("numbers", "get9/cards.svg", ranks=number_ranks(1, 9), has_numerals=True),
    preview_cards=("1", "9", "6"),
    order=40,
    unit=Text("チップ", "chips"),
    eliminated_at_zero=True,
    moments={"all-in": Text("オールイン", "all-in")},
    options=(
        Option(
            "matches",
            Text("試合数", "Games"),
            5,
            (3, 5, 10),
            help=Text(
                "最後の試合のあとに場のチップが残っていれば、もう1試合だけ行います。",
                "If chips are left in the middle after the last one, exactly one more is played.",
            ),
        ),
        Option("start_chips", Text("最初のチップ", "Chips at the start"), 15, (10, 15, 20, 30)),
        Option(
            "bet_limit",
            Text("賭けの上限", "Bet limit"),
            5,
            (3, 5, 10, 0),
            (Text("3枚", "3"), Text("5枚", "5"), Text("10枚", "10"), Text("なし", "none")),
        ),
        Option(
            "bet_limit_per",
            Text("上限の数えかた", "The limit counts"),
            "match",
            ("match", "round"),
            (Text("1試合ごと", "per game"), Text("1回戦ごと", "per round")),
        ),
        boolean_option(
            "check_locks_out",
            Text("おやすみしたら、その回はもう賭けない", "Who rests is out of the round's betting"),
            default=True,
            help=Text(
                "「いいえ」なら、あとからレイズされたときは応じるか降りるかを選びます。",
                "If not, a later raise must be answered, as after a check in poker.",
            ),
        ),
        boolean_option(
            "free_call",
            Text("0枚の「右に同じ」ができる", "One may call nothing"),
            default=True,
            help=Text(
                "払うものがなくても「右に同じ」で賭けに残れます。",
                "Where nothing is owed, CALL stays in the betting without paying.",
            ),
        ),
        boolean_option(
            "final_round_betting",
            Text("3回戦のあとも賭ける", "Betting after the third round"),
            default=True,
            help=Text(
                "3回戦のあとは結果がすべて見えています。「いいえ」にすると早く進みます。",
                "By then everybody knows the result; without it a game is quicker.",
            ),
        ),
    ),
    presets=(
        Preset("live", Text("いま遊ぶ", "Play now"), {}, turn_seconds=120),
        Preset("quick", Text("短い対戦", "Short match"), {"bet_limit": 3, "bet_limit_per": "round"}, turn_seconds=120),
        Preset("slow", Text("じっくり", "Over days"), {"final_round_betting": False}, turn_seconds=86_400),
    ),
)
