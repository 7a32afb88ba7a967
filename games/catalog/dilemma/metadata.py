"""Dilemma Hold'em: name, seats, table options and presets."""

from collections.abc import Mapping

from games.catalog.dilemma.deck import COMMODITIES
from games.engine.metadata import (
    Chapter,
    GameMetadata,
    IntegerInputs,
    Option,
    OptionConflict,
    Preset,
    Text,
    Value,
    boolean_option,
)

STANDARD = "50,50,100,100,150,200,200,300,500"
DOUBLED = "100,100,200,200,300,400,400,600,1000"
FLAT = "100,100,100,100,100,100,100,100,100"
BIG_BLIND = "BB"
HANDS = (
    Text("ハイカード", "high card"),
    Text("ワンペア", "one pair"),
    Text("ツーペア", "two pair"),
    Text("スリーカード", "three of a kind"),
    Text("ストレート", "straight"),
    Text("フラッシュ", "flush"),
    Text("フルハウス", "full house"),
    Text("フォーカード", "four of a kind"),
    Text("ストレートフラッシュ", "straight flush"),
)


def parse_bonuses(table: Value) -> list[int]:
    """Return the bonuses from high card to straight flush."""
    return [int(amount) for amount in str(table).split(",")]


def find_conflict(options: Mapping[str, Value]) -> OptionConflict | None:
    """Reject a penalty that is too high for the bonuses: it would refill the bank (rules sheet, 12)."""
    penalty, amounts = options["penalty"], parse_bonuses(options["bonus_table"])
    low = any(amount < least for amount, least in zip(amounts, parse_bonuses(DOUBLED), strict=True))
    if low and penalty in (50, BIG_BLIND):
        return OptionConflict("penalty", HIGH_PENALTY)
    if isinstance(penalty, int) and 2 * penalty > min(amounts):
        return OptionConflict("penalty", _explain_conflict(penalty, min(amounts)))
    return None


HIGH_PENALTY = Text(
    "ペナルティの$50とビッグブラインドは、どの役のボーナスも「2倍」の額以上のときに選べます。"
    "そうしないとバンクがなかなか減りません。",
    "A penalty of $50 or of the big blind needs bonuses that are all at least the doubled ones, "
    "or the bank would hardly shrink.",
)


def _explain_conflict(penalty: int, smallest: int) -> Text:
    return Text(
        f"ペナルティの${penalty}が、最も少ないボーナスの${smallest}の半分を超えています。バンクがなかなか減りません。",
        f"A penalty of ${penalty} is more than half of the smallest bonus, ${smallest}: the bank would hardly shrink.",
    )


METADATA = GameMetadata(
    slug="dilemma",
    name=Text("ジレンマホールデム", "Dilemma Hold'em"),
    summary=Text(
        "降りるか、勝負するか。ショーダウンに勝てばバンクからボーナス、負ければペナルティ。",
        "Fold or face the showdown: the bank rewards its winner and fines its losers.",
    ),
    introduction=Text(
        "3つのバンクが空になったとき、チップが最も多い人の勝ちです。"
        "テキサスホールデムと同じく、フォールド、チェック、コール、ベット、レイズから選びます。"
        "ショーダウンでは最も強い役がボーナスをもらい、ほかの人はペナルティを払います。",
        "Have the most chips when the three banks are empty. "
        "Fold, check, call, bet or raise, as in Texas hold'em. "
        "At a showdown the bank rewards the best hand, and fines everybody else who shows.",
    ),
    seats_min=2,
    seats_max=10,
    seats_default=4,
    rules=1,
    chapter=Chapter(
        Text("ゲーム", "Hand"),
        "hand-began",
        "hand",
        clearing_happenings={"hand-began": Text("ゲーム", "hand")},
        results=("match-ended", "pot-won", "bonus-paid", "bank-short", "eliminated", "penalty-paid"),
    ),
    deck=COMMODITIES,
    preview_cards=("G4", "F9", "U10"),
    order=30,
    unit=Text("ドル", "dollars"),
    eliminated_at_zero=True,
    moments={"all-in": Text("オールイン", "all-in")},
    options=(
        Option(
            "bonus_table",
            Text("ボーナス", "Bonuses"),
            STANDARD,
            (STANDARD, DOUBLED, FLAT),
            (
                Text("役ごとに$50〜500", "by hand, $50 to $500"),
                Text("2倍：役ごとに$100〜1,000", "doubled: by hand, $100 to $1,000"),
                Text("どの役でも$100", "$100 for any hand"),
            ),
            Text(
                "ショーダウンに勝った役に応じて、バンクが払います（ハイカードからストレートフラッシュまで）。",
                "What the bank pays for the winning hand of a showdown, from high card to straight flush.",
            ),
            amounts=IntegerInputs(HANDS, 10, 1000, 10, prefix="$"),
        ),
        Option(
            "penalty",
            Text("ペナルティ", "Penalty"),
            20,
            (0, 10, 20, 50, BIG_BLIND),
            (
                Text("なし", "none"),
                Text("$10", "$10"),
                Text("$20", "$20"),
                Text("$50", "$50"),
                Text("ビッグブラインドと同額", "the big blind"),
            ),
            Text(
                "ショーダウンで負けた人がバンクに払います。$50とビッグブラインドは、ボーナスが2倍以上のときだけ選べます。",
                "What a showdown's losers pay to the bank. $50 and the big blind need bonuses like the doubled ones.",
            ),
        ),
        Option(
            "fold_win_bonus",
            Text("全員が降りたときのボーナス", "Bonus when all others fold"),
            0,
            (0, 50),
            (Text("なし", "none"), Text("$50", "$50")),
        ),
        Option(
            "heads_up_blinds",
            Text("2人のときのブラインド", "Blinds of two players"),
            "literal",
            ("literal", "casino"),
            (
                Text("説明書どおり（DEALERがビッグブラインド）", "as in the sheet (DEALER posts the big blind)"),
                Text("カジノ式（DEALERがスモールブラインド）", "as in casinos (DEALER posts the small blind)"),
            ),
        ),
        boolean_option(
            "one_is_also_high",
            Text("1は10の上でもある", "A 1 also ranks above 10"),
            default=False,
            help=Text(
                "1が最も強い数字になり、7-8-9-10-1も1-2-3-4-5もストレートになります。",
                "The 1 becomes the highest number; both 7-8-9-10-1 and 1-2-3-4-5 are straights.",
            ),
        ),
        boolean_option(
            "flush_beats_full_house",
            Text("フラッシュがフルハウスに勝つ", "A flush beats a full house"),
            default=False,
            help=Text(
                "40枚のカードでは、フラッシュのほうが珍しい役です。", "With 40 cards the flush is the rarer hand."
            ),
        ),
        boolean_option(
            "reopen_after_short_all_in",
            Text("足りないオールインのあとも再レイズできる", "A short all-in lets everybody raise again"),
            default=False,
        ),
        Option(
            "max_hands",
            Text("ゲーム数の上限", "Limit of hands"),
            0,
            (0, 12, 24, 50),
            (Text("なし", "none"), Text("12", "12"), Text("24", "24"), Text("50", "50")),
        ),
    ),
    find_conflict=find_conflict,
    presets=(
        Preset("live", Text("いま遊ぶ", "Play now"), {}, turn_seconds=120),
        Preset("quick", Text("短い対戦", "Short match"), {"max_hands": 12, "bonus_table": DOUBLED}, turn_seconds=120),
        Preset("slow", Text("じっくり", "Over days"), {"max_hands": 12}, turn_seconds=86_400, seats=4),
        Preset(
            "slow-bank",
            Text("じっくり、バンクが空になるまで", "Over days, to the end of the bank"),
            {"bonus_table": DOUBLED},
            turn_seconds=86_400,
            seats=3,
        ),
    ),
)
