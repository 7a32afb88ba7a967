"""Lombard Hold'em: name, seats, table options and presets."""

from games.engine.metadata import Chapter, GameMetadata, Option, Preset, Text, boolean_option
from games.kit.decks.court import COURT

METADATA = GameMetadata(
    slug="lombard",
    name=Text("ロンバルホールデム", "Lombard Hold'em"),
    summary=Text(
        "手番は1ラウンドに一度だけ。コール、ダブル、フォールドを選び、16コインを目指すポーカー。",
        "A poker race to sixteen coins: call, double or fold, one decision a round.",
    ),
    introduction=Text(
        "だれよりも先に16コインを集めます。"
        "1ラウンドに一度だけ、1コインでコールして手札を1枚公開するか、2コインでダブルして伏せておくか、フォールドします。"
        "残った人の中で最も強い役がポットを獲得します。",
        "Be the first to have sixteen coins. "
        "Once a round you call for a coin and open a card, double for two and keep both hidden, or fold. "
        "The best hand of those still in takes the pot.",
    ),
    seats_min=2,
    seats_max=11,
    seats_default=4,
    rules=1,
    chapter=Chapter(
        Text("ラウンド", "Round"),
        "round-began",
        "round",
        clearing_happenings={"round-began": Text("ラウンド", "round")},
        results=("match-won", "pot-won"),
    ),
    deck=COURT,
    preview_cards=("K7", "B5", "P8"),
    order=10,
    unit=Text("コイン", "coins"),
    options=(
        Option("start_coins", Text("最初のコイン", "Coins at the start"), 8, (4, 8, 12)),
        Option(
            "target_coins",
            Text("目標のコイン", "Coins to win"),
            16,
            (16, 24, 32),
            help=Text("7人以上なら24か32がおすすめです。", "With seven or more players take 24 or 32."),
        ),
        boolean_option(
            "last_player_acts",
            Text("最後の1人も手番を行う", "The last player still takes a turn"),
            default=False,
            help=Text(
                "ほかの全員がフォールドしたとき、最後の1人がコールかダブルをしてからポットを獲得します。",
                "When everybody else has folded, the last player calls or doubles before taking the pot.",
            ),
        ),
        boolean_option(
            "track_debt",
            Text("借りたコインを返す", "Borrowed coins are owed"),
            default=True,
            help=Text(
                "「いいえ」なら借りたコインは返さなくてよく、所持コインは0より減りません。",
                "If not, borrowed coins are free and nobody falls below zero.",
            ),
        ),
    ),
    presets=(
        Preset("live", Text("いま遊ぶ", "Play now"), {}, turn_seconds=120),
        Preset("quick", Text("短い対戦", "Short match"), {"target_coins": 32}, turn_seconds=120),
        Preset("slow", Text("じっくり", "Over days"), {}, turn_seconds=86_400),
        Preset(
            "crowd", Text("大人数でじっくり", "A crowd over days"), {"target_coins": 24}, turn_seconds=86_400, seats=7
        ),
    ),
)
