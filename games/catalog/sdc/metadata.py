"""SdC Poker: name, seats and table options (rules sheet, 8)."""

from games.catalog.sdc.deck import STORM
from games.engine.metadata import Chapter, GameMetadata, Option, Preset, Text

METADATA = GameMetadata(
    slug="sdc",
    name=Text("SdCポーカー", "SdC Poker"),
    summary=Text(
        "2人で10枚ずつのコインを奪い合う、引き分けのない5枚ポーカー。",
        "Five-card draw for two: ten coins each, one exchange, one raise, and never a draw.",
    ),
    introduction=Text(
        "相手のコインをすべて取ります。"
        "5枚の手札から好きな枚数を一度だけ交換し、賭け、コール、レイズ、ドロップを選びます。"
        "役の強いほうが賭けたコインを獲得し、引き分けはありません。",
        "Win all of the other player's coins. "
        "Exchange any of your five cards once, then bid, call, raise or drop. "
        "The better hand wins what was bid, and there is never a draw.",
    ),
    seats_min=2,
    seats_max=2,
    seats_default=2,
    rules=1,
    chapter=Chapter(
        Text("ステージ", "Stage"),
        "stage-began",
        "stage",
        clearing_happenings={"paid": Text("ステージ", "stage")},
        results=("match-ended", "paid"),
    ),
    deck=STORM,
    preview_cards=("E3", "FQ", "WA"),
    options=(
        Option("start_coins", Text("最初のコイン", "Coins at the start"), 10, (5, 10, 20)),
        Option("max_bid", Text("賭けの上限", "Highest bid"), 5, (3, 5, 10)),
        Option("max_exchange", Text("交換できる枚数", "Cards one may exchange"), 5, (3, 4, 5)),
        Option(
            "first_opener",
            Text("最初の親", "First opener"),
            "random",
            ("random", "seat1"),
            (Text("くじ引き", "by lot"), Text("席1", "seat 1")),
        ),
        Option(
            "stage_limit",
            Text("ステージ数の上限", "Stage limit"),
            0,
            (0, 20, 40),
            (Text("なし", "none"), Text("20", "20"), Text("40", "40")),
            Text("上限に達したら、コインの多いほうの勝ち。", "When it is reached, more coins win."),
        ),
    ),
    presets=(
        Preset("live", Text("いま遊ぶ", "Play now"), {}, turn_seconds=120),
        Preset("quick", Text("短い対戦", "Short match"), {"stage_limit": 20}, turn_seconds=120),
        Preset("slow", Text("じっくり", "Over days"), {"start_coins": 5}, turn_seconds=86_400),
    ),
    order=20,
    unit=Text("コイン", "coins"),
)
