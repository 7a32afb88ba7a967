"""Check a match's record.json without trusting the site it comes from. Needs Python 3.9 and nothing else.

    python3 verify_record.py [SEAT:PHRASE-AS-HEX …] [RECEIPT …] < record.json

It rebuilds the chain of digests, shuffles every deck anew from the seed, and follows every card from there to where it
is dealt, opened, drawn, played, discarded or left: after each event it works out by itself which cards must lie where,
from the state before, the game's rules about cards and the move, and holds that against the state and the happenings
that the record tells. Receipts and phrases that somebody kept must fit as well.

Seats are printed as pages number them, from 1. In the record, and in SEAT:PHRASE as pages save it, they count from 0.

The format is described in record.md, one section a game, as here is one class a game. What is taken on trust (chips,
points, whether a move was allowed) is listed there too; `verify_match.pyz` plays the match anew by all rules. It also
runs the clocks again and asks the bots: this program looks at neither.

For other programs: `verify(record, kept)` returns None if all agrees, else what doesn't; `remark(record)` says what
could not be checked.
"""

from __future__ import annotations

import copy
import hmac
import json
import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import product
from typing import Any

FORMAT = "tefuda-record-2"
# How a record that is no finished match ends: the kind of its last event, and its status.
ENDINGS = {"void": "voided", "expire": "abandoned", "leave": "abandoned", "break-off": "broken-off"}
# Who may break a strict table off and why, and whether a seat is named.
BREAKS_OFF = {
    ("clock", "time"): False, ("player", "left"): True, ("moderator", "void"): False, ("moderator", "removed"): True,
    ("house", "gone"): True,
}  # fmt: skip
LAST_EVENTS = ("void", "expire", "break-off")  # nothing comes after them; people may leave at any time before the start
KINDS = {
    "create", "sit", "sit-bot", "leave", "phrase", "open", "start", "move", "house", "void", "expire", "break-off",
    "freeze", "thaw", "voiding", "extend", "seat-to-bot", "seat-back", "forfeit", "pause", "resume", "vacation",
    "vacation-over", "live", "live-over", "take-back", "hint",
}  # fmt: skip
SEATS = 32  # no table of any game has more

Frame = Any  # {"public": {…}, "own": [{…} of each seat], "hidden": {…}}, as record.md describes it
Cards = Any  # a list of texts


class Wrong(Exception):
    """What doesn't agree."""


def need(agrees: object, what: str) -> None:
    if not agrees:
        raise Wrong(what)


# --- hashes and chance ---------------------------------------------------------------------------------------------


def sha(*parts: bytes) -> str:
    return sha256(b"|".join(parts)).hexdigest()


def mac(key: bytes, text: str) -> bytes:
    return hmac.digest(key, text.encode(), "sha256")


def canonical(plain: Any) -> str:
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def read(text: str) -> Any:
    """The value of a JSON text in which no name stands twice, so that all who read it read the same."""
    return json.loads(text, object_pairs_hook=named_once)


def named_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    named = dict(pairs)
    need(len(named) == len(pairs), "a name stands twice")
    return named


class Chance:
    """The streams of numbers that follow from a key, one for each label."""

    def __init__(self, key: bytes) -> None:
        self.key = key

    def numbers(self, label: str) -> Iterator[int]:
        for counter in range(2**32):
            block = mac(self.key, f"{label}|{counter}")
            for at in (0, 8, 16, 24):
                yield int.from_bytes(block[at : at + 8], "big")

    def below(self, label: str, n: int) -> int:
        return below(self.numbers(label), n)

    def shuffled(self, label: str, cards: Sequence[str]) -> list[str]:
        deck, numbers = list(cards), self.numbers(label)
        for i in range(len(deck) - 1, 0, -1):
            j = below(numbers, i + 1)
            deck[i], deck[j] = deck[j], deck[i]
        return deck


def below(numbers: Iterator[int], n: int) -> int:
    """The next number that leaves no n of them more likely than others, modulo n."""
    for number in numbers:
        if number < 2**64 - 2**64 % n:
            return number % n
    raise Wrong("chance")


# --- cards -----------------------------------------------------------------------------------------------------------


def without(cards: Cards, gone: Iterable[str], what: str) -> list[str]:
    """The cards but for those that go, each of which must be there."""
    left = list(cards)
    for card in gone:
        need(card in left, f"{what}: no card {card} there")
        left.remove(card)
    return left


def together(places: Iterable[Cards]) -> list[str]:
    return [card for cards in places for card in cards]


def next_seat_with(row: Sequence[Any], after: int) -> int:
    """The next seat clockwise that has something."""
    for at in range(after + 1, after + 1 + len(row)):
        if row[at % len(row)]:
            return at % len(row)
    raise Wrong("nobody is left to deal")


class Step:
    """A state in the making: which cards must lie where after an event, and what must be told of them.

    It begins as a copy of the state before. `phases` are those that may come next.
    """

    def __init__(self, before: Frame) -> None:
        self.public = copy.deepcopy(before["public"])
        self.own = copy.deepcopy(before["own"])
        self.hidden = copy.deepcopy(before["hidden"])
        self.phases: tuple[str, ...] = ()
        self.told: list[dict[str, Any]] = []

    def tell(self, kind: str, /, **fields: Any) -> None:
        """Something that everybody is told."""
        self.told.append({"to": None, "what": {"type": kind, **fields}})

    def tell_seat(self, seat: int, kind: str, /, **fields: Any) -> None:
        """Something that only this seat is told."""
        self.told.append({"to": [seat], "what": {"type": kind, **fields}})


class Game:
    """The base of all games: what an event does is in methods named by the phase before it (`house_deal`) or by the
    move (`move_fold`). They change `step`; `now` is the state that the record tells, for what is taken on trust.
    """

    whole: tuple[str, ...] = ()  # the deck, in the order in which it lies before it is shuffled
    moves: dict[str, tuple[str, ...]] = {}  # the phases in which a move is possible
    # What everybody or a seat can be told, with the names of all that is told. What stands before "+" follows from the
    # cards and is checked; happenings that begin with "+" are left to others.
    happenings: dict[str, str] = {}

    def __init__(self, options: dict[str, Any], seats: int, chance: Chance) -> None:
        self.options, self.seats, self.chance = options, seats, chance

    def everybody(self) -> range:
        return range(self.seats)

    def shuffled(self, label: str) -> list[str]:
        return self.chance.shuffled(label, self.whole)

    def set_up(self, step: Step) -> None:
        """The table before anything has been dealt or drawn by lot."""
        raise NotImplementedError

    def facts(self, public: Any) -> dict[str, Any]:
        """What the public state says about cards, and about what decides where cards go."""
        raise NotImplementedError

    def places(self, state: Frame) -> list[Cards]:
        """The cards that must be the whole deck together, by place; no cards at all where none are dealt."""
        raise NotImplementedError

    def go_on(self, step: Step, taken: Frame) -> None:
        """A match that goes on from another whose hands all have been read: the rest of the deck is shuffled."""
        if step.hidden["deck"]:
            step.hidden["deck"] = self.chance.shuffled("fork", taken["hidden"]["deck"])

    def finish(self, step: Step) -> None:
        """What follows from where the cards lie."""

    def house(self, before: Frame, now: Frame) -> Step:
        """The step that the house has to make."""
        step, phase = Step(before), before["public"]["phase"]
        method = getattr(self, "house_" + phase.replace("-", "_"), None)
        if method is None:
            raise Wrong(f"the house has nothing to do in phase {phase}")
        method(step, now)
        self.finish(step)
        return step

    def decision(self, before: Frame, now: Frame, body: Any) -> Step:
        """What a seat's move does."""
        step, phase, move = Step(before), before["public"]["phase"], body["move"]
        need(move["type"] in self.moves, "unknown move")
        need(phase in self.moves[move["type"]], f"a move {move['type']} in phase {phase}")
        need(body["seat"] in self.everybody(), "whose move it is")
        getattr(self, "move_" + move["type"].replace("-", "_"))(step, now, body["seat"], move, body)
        self.finish(step)
        return step

    def check(self, step: Step, now: Frame, happenings: Any) -> None:
        """Raises Wrong unless state and happenings are those of the step."""
        need(now["public"]["options"] == self.options, "the options have changed")
        must, said = self.facts(step.public), self.facts(now["public"])
        for name, value in must.items():
            need(said[name] == value, f"public: {name}")
        need(len(now["own"]) == len(step.own), "seats")
        for seat, own in enumerate(step.own):
            need(now["own"][seat] == own, f"the cards of seat {seat + 1}")
        need(now["hidden"] == step.hidden, "the hidden cards")
        need(now["public"]["phase"] in step.phases, f"phase {now['public']['phase']} instead of {step.phases}")
        self.check_whole(now)
        self.check_told(step.told, happenings)

    def check_whole(self, state: Frame) -> None:
        """No card more, none less."""
        cards = sorted(together(self.places(state)))
        need(not cards or cards == sorted(self.whole), "the cards are not one whole deck")

    def check_told(self, must: list[dict[str, Any]], happenings: Any) -> None:
        told = []
        for one in happenings:
            need(one.keys() == {"to", "what"}, "unknown part of a happening")
            kind = one["what"]["type"]
            need(kind in self.happenings, f"unknown happening {kind}")
            checked, plus, others = self.happenings[kind].partition("+")
            names = checked.split()
            need(one["what"].keys() <= {"type", *names, *others.split()}, f"unknown part of happening {kind}")
            if not names and plus:
                need(one["to"] is None, f"happening {kind} is not told to everybody")
            else:
                told.append({"to": one["to"], "what": {"type": kind, **{name: one["what"][name] for name in names}}})
        left = [canonical(one) for one in must]
        for one in told:
            need(canonical(one) in left, f"happening {one['what']['type']}")
            left.remove(canonical(one))
        need(not left, f"happening missing: {json.loads(left[0])['what']['type'] if left else ''}")


def hands_told(outcome: Any, names: Sequence[str]) -> Any:
    """Of how a hand or round ended what tells of cards: these parts, and the hands that were opened, by seat."""
    if outcome is None:
        return None
    hands = sorted((one["seat"], one["cards"]) for one in outcome["hands"])
    return {**{name: outcome[name] for name in names}, "hands": [{"seat": seat, "cards": c} for seat, c in hands]}


# --- Dilemma Hold'em -------------------------------------------------------------------------------------------------


class Dilemma(Game):
    """Two hole cards, a board of three, one and one. On trust: chips, so who still has any when a hand begins, and
    when a round of betting is over.
    """

    whole = tuple(f"{item}{n}" for item, n in product("GFBU", range(1, 11)))
    moves = dict.fromkeys(("fold", "check", "call", "bet", "raise", "all-in"), ("bets",))
    happenings = {
        "first-dealer": "seat", "hand-began": "hand seat", "dealt": "seat cards", "folded": "seat",
        "hole-opened": "seat cards", "community-opened": "cards count", "hand-shown": "seat cards + hand",
        "blind-posted": "+ seat blind chips all_in", "checked": "+ seat", "called": "+ seat chips all_in",
        "bet-made": "+ seat to all_in", "raised": "+ seat to all_in", "returned": "+ seat chips",
        "pot-won": "+ seat chips pot pots hand", "penalty-paid": "+ seat chips", "bonus-paid": "+ seat chips category",
        "bank-short": "+ due paid", "blinds-raised": "+ level small big", "eliminated": "+ seat",
        "match-ended": "+ reason",
    }  # fmt: skip

    def facts(self, public: Any) -> dict[str, Any]:
        names = ("hand", "dealer", "starts", "opened", "board")
        last = hands_told(public["last"], ("hand", "board"))
        return {**{name: public[name] for name in names}, "live": public["betting"]["live"], "last": last}

    def places(self, state: Frame) -> list[Cards]:
        return [*(own["cards"] for own in state["own"]), state["public"]["board"], state["hidden"]["deck"]]

    def live(self, step: Step) -> list[int]:
        """The seats dealt in that have not folded."""
        return [seat for seat, lives in enumerate(step.public["betting"]["live"]) if lives]

    def live_hands(self, step: Step) -> list[Cards]:
        live = self.live(step)
        return [own["cards"] if seat in live else [] for seat, own in enumerate(step.own)]

    def set_up(self, step: Step) -> None:
        step.public.update(hand=0, dealer=-1, opened=[], board=[], last=None)
        step.public["betting"]["live"] = [True for _ in self.everybody()]
        step.own, step.hidden = [{"cards": []} for _ in self.everybody()], {"deck": []}
        step.phases = ("start",)

    def house_start(self, step: Step, now: Frame) -> None:
        step.public["dealer"] = self.chance.below("dealer", self.seats)
        step.tell("first-dealer", seat=step.public["dealer"])
        step.phases = ("blinds",)

    def house_blinds(self, step: Step, now: Frame) -> None:
        """A new hand: all cards come back, who has chips is in, the dealer's marker goes to the next of them."""
        public, chips = step.public, step.public["betting"]["stacks"]
        dealer = next_seat_with(chips, public["dealer"]) if public["hand"] else public["dealer"]
        public.update(hand=public["hand"] + 1, dealer=dealer, starts=chips, opened=[], board=[])
        public["betting"]["live"] = [own > 0 for own in chips]
        step.own, step.hidden = [{"cards": []} for _ in self.everybody()], {"deck": []}
        step.tell("hand-began", hand=public["hand"], seat=dealer)
        step.phases = ("deal",)

    def house_deal(self, step: Step, now: Frame) -> None:
        deck = self.shuffled(f"hand/{step.public['hand']}/deck")
        for seat in self.live(step):
            step.own[seat], deck = {"cards": deck[:2]}, deck[2:]
            step.tell_seat(seat, "dealt", seat=seat, cards=step.own[seat]["cards"])
        step.hidden["deck"] = deck
        step.phases = ("bets", "close", *self.after_bets(step))

    def after_bets(self, step: Step) -> tuple[str, ...]:
        """What comes once a round of betting is over and what nobody matched has gone back."""
        if len(self.live(step)) == 1:
            return ("payment",)
        if len(step.public["board"]) == 5:
            return ("showdown",)
        return ("street",) if step.public["opened"] else ("street", "open")

    def move_fold(self, step: Step, now: Frame, seat: int, move: Any, body: Any) -> None:
        step.public["betting"]["live"][seat] = False
        step.tell("folded", seat=seat)
        self.bet(step, now, seat)

    def bet(self, step: Step, now: Frame, seat: int, *_: Any) -> None:
        """No card moves."""
        need(seat == step.public["turn"], "a move out of turn")
        alone = len(self.live(step)) == 1
        step.phases = ("close", "payment") if alone else ("bets", "close", *self.after_bets(step))

    move_check = move_call = move_bet = move_raise = move_all_in = bet

    def house_close(self, step: Step, now: Frame) -> None:
        """What nobody has matched goes back."""
        step.phases = self.after_bets(step)

    def house_open(self, step: Step, now: Frame) -> None:
        """Nobody can bet any more: the live hands are opened before the board is completed."""
        step.public["opened"] = self.live_hands(step)
        for seat in self.live(step):
            step.tell("hole-opened", seat=seat, cards=step.own[seat]["cards"])
        step.phases = ("street",)

    def house_street(self, step: Step, now: Frame) -> None:
        public, deck = step.public, step.hidden["deck"]
        count = 1 if public["board"] else 3
        public["board"], step.hidden["deck"] = public["board"] + deck[:count], deck[count:]
        step.tell("community-opened", cards=deck[:count], count=len(public["board"]))
        step.phases = ("bets", "close", *self.after_bets(step))

    def house_showdown(self, step: Step, now: Frame) -> None:
        public = step.public
        public["opened"] = self.live_hands(step)
        hands = [{"seat": seat, "cards": step.own[seat]["cards"]} for seat in self.live(step)]
        public["last"] = {"hand": public["hand"], "board": public["board"], "hands": hands}
        for one in hands:
            step.tell("hand-shown", **one)
        step.phases = ("payment",)

    def house_payment(self, step: Step, now: Frame) -> None:
        """The cards stay as they are until the next blinds."""
        public, last = step.public, step.public["last"]
        hands = last["hands"] if last and last["hand"] == public["hand"] else []
        public["last"] = {"hand": public["hand"], "board": public["board"], "hands": hands}
        step.phases = ("bank",) if hands or self.options["fold_win_bonus"] else ("blinds", "over")

    def house_bank(self, step: Step, now: Frame) -> None:
        step.phases = ("blinds", "over")


# --- SdC Poker -------------------------------------------------------------------------------------------------------


class Sdc(Game):
    """Five cards each, one exchange. On trust: coins, bids, and whose hand was better, which decides who opens next."""

    ranks = (*(str(n) for n in range(2, 11)), "J", "Q", "K", "A")
    whole = tuple(suit + rank for suit, rank in product("WFAE", ranks))
    moves = {
        "draw": ("draw",), "bid": ("bid",), "raise": ("answer",), "call": ("answer", "reply"),
        "drop": ("answer", "reply"),
    }  # fmt: skip
    happenings = {
        "first-opener": "seat by_lot", "stage-began": "stage opener", "dealt": "seat cards", "confirmed": "seat",
        "marked": "seat cards", "exchanged": "seat count", "drew": "seat cards", "shown": "seat cards + category",
        "dropped": "seat", "bid-made": "+ seat coins by_house", "called": "+ seat coins", "raised": "+ seat to",
        "paid": "+ winner coins won_by_drop", "match-ended": "+ winner by_limit",
    }  # fmt: skip

    def facts(self, public: Any) -> dict[str, Any]:
        names = ("stage", "opener", "confirmed", "exchanged", "dropped", "shown")
        last = public["last"]
        told = last and {name: last[name] for name in ("stage", "opener", "hands", "exchanged", "dropped", "winner")}
        return {**{name: public[name] for name in names}, "last": told}

    def places(self, state: Frame) -> list[Cards]:
        return [*(own["hand"] + own["discards"] for own in state["own"]), state["hidden"]["deck"]]

    def in_order(self, cards: Iterable[str]) -> list[str]:
        """The highest rank first, and in one rank W, F, A, E."""
        return sorted(cards, key=lambda card: (-(self.whole.index(card) % 13), self.whole.index(card)))

    def clear(self, step: Step) -> None:
        """No cards on the table."""
        step.public.update(confirmed=[False, False], exchanged=[], dropped=None, shown=[])
        step.own = [{"hand": [], "marks": None, "discards": []} for _ in self.everybody()]
        step.hidden = {"deck": []}

    def set_up(self, step: Step) -> None:
        self.clear(step)
        step.public.update(stage=0, opener=0, last=None)
        step.phases = ("first",)

    def house_first(self, step: Step, now: Frame) -> None:
        by_lot = self.options["first_opener"] == "random"
        step.public["opener"] = self.chance.below("first-opener", 2) if by_lot else 0
        step.tell("first-opener", seat=step.public["opener"], by_lot=by_lot)
        step.phases = ("deal",)

    def house_deal(self, step: Step, now: Frame) -> None:
        """One card at a time, the opener first."""
        public = step.public
        public["stage"] += 1
        step.tell("stage-began", stage=public["stage"], opener=public["opener"])
        deck = self.shuffled(f"stage/{public['stage']}/deck")
        for seat in self.everybody():
            hand = self.in_order(deck[0 if seat == public["opener"] else 1 : 10 : 2])
            step.own[seat]["hand"] = hand
            step.tell_seat(seat, "dealt", seat=seat, cards=hand)
        step.hidden["deck"] = deck[10:]
        step.phases = ("draw",)

    def move_draw(self, step: Step, now: Frame, seat: int, move: Any, body: Any) -> None:
        need(not step.public["confirmed"][seat], "a second draw")
        own, cards = step.own[seat], move.get("cards", [])
        without(own["hand"], cards, "a draw")
        need(len(cards) <= self.options["max_exchange"], "a draw of too many cards")
        own["marks"] = [card for card in own["hand"] if card in cards]
        step.public["confirmed"][seat] = True
        step.tell("confirmed", seat=seat)
        step.tell_seat(seat, "marked", seat=seat, cards=own["marks"])
        step.phases = ("draw",)

    def house_draw(self, step: Step, now: Frame) -> None:
        """Both exchange at once; the opener's new cards come from the deck first."""
        public = step.public
        need(all(public["confirmed"]), "an exchange before both have drawn")
        for seat in (public["opener"], 1 - public["opener"]):
            own = step.own[seat]
            new, step.hidden["deck"] = (
                step.hidden["deck"][: len(own["marks"])],
                step.hidden["deck"][len(own["marks"]) :],
            )
            own["hand"] = self.in_order(without(own["hand"], own["marks"], "an exchange") + new)
            own["marks"], own["discards"] = None, own["marks"]
            step.tell("exchanged", seat=seat, count=len(new))
            step.tell_seat(seat, "drew", seat=seat, cards=self.in_order(new))
        public.update(confirmed=[False, False], exchanged=[len(own["discards"]) for own in step.own])
        step.phases = ("bid",)

    def house_bid(self, step: Step, now: Frame) -> None:
        """Where only 1 can be bid the house does it."""
        step.phases = ("answer",)

    def in_turn(self, step: Step, seat: int) -> None:
        """The opener bids and replies, the other answers."""
        opener = step.public["opener"]
        need(seat == (1 - opener if step.public["phase"] == "answer" else opener), "a move out of turn")

    def move_bid(self, step: Step, now: Frame, seat: int, move: Any, body: Any) -> None:
        self.in_turn(step, seat)
        step.phases = ("answer",)

    def move_raise(self, step: Step, now: Frame, seat: int, move: Any, body: Any) -> None:
        self.in_turn(step, seat)
        step.phases = ("reply",)

    def move_call(self, step: Step, now: Frame, seat: int, move: Any, body: Any) -> None:
        self.in_turn(step, seat)
        step.phases = ("showdown",)

    def move_drop(self, step: Step, now: Frame, seat: int, move: Any, body: Any) -> None:
        self.in_turn(step, seat)
        step.public["dropped"] = seat
        step.tell("dropped", seat=seat)
        step.phases = ("showdown",)

    def house_showdown(self, step: Step, now: Frame) -> None:
        """Both hands are shown, also after a drop."""
        step.public["shown"] = [own["hand"] for own in step.own]
        for seat in self.everybody():
            step.tell("shown", seat=seat, cards=step.own[seat]["hand"])
        step.phases = ("pay",)

    def house_pay(self, step: Step, now: Frame) -> None:
        """The winner opens the next stage."""
        public, winner = step.public, now["public"]["last"]["winner"]
        need(winner in (0, 1) and winner != public["dropped"], "the winner of the stage")
        last = {name: public[name] for name in ("stage", "opener", "exchanged", "dropped")}
        hands = [own["hand"] for own in step.own]
        self.clear(step)
        public.update(opener=winner, last={**last, "hands": hands, "winner": winner})
        step.phases = ("deal", "end")

    def house_end(self, step: Step, now: Frame) -> None:
        step.phases = ("over",)


# --- Dou Dizhu -------------------------------------------------------------------------------------------------------


class Doudizhu(Game):
    """108 cards by rank, eight put aside, 25 to each of four seats. Nothing about cards is taken on trust."""

    ranks = (*(str(n) for n in range(3, 11)), "J", "Q", "K", "A", "2", "s", "B")  # s and B are the jokers
    whole = tuple(rank for rank in ranks for _ in range(2 if rank in ("s", "B") else 8))
    moves = {"accept": ("auction",), "refuse": ("auction",), "play": ("play",), "pass": ("play",)}
    happenings = {
        "deal-began": "deal deals", "dealt": "seat cards", "face-up": "seat card", "accepted": "seat",
        "refused": "seat", "kitty-shown": "cards", "kitty-taken": "seat", "kitty-seen": "seat cards", "kitty-left": "",
        "played": "seat cards leads left + kind", "passed": "seat", "hand-shown": "seat cards",
        "landlord-named": "seat forced + rate", "bombs-limited": "+ seats", "deal-won": "seat landlord + rate",
        "match-ended": "+ winners chips",
    }  # fmt: skip

    def facts(self, public: Any) -> dict[str, Any]:
        names = ("deal", "starter", "face_up", "answers", "played", "trick", "previous", "kitty", "hands")
        last = public["last"]
        told = last and {name: last[name] for name in ("deal", "landlord", "winner", "hands")}
        return {**{name: public[name] for name in names}, "last": told}

    def places(self, state: Frame) -> list[Cards]:
        """The eight cards are counted where they lie face down, else in the middle, unless somebody has them."""
        public, hidden = state["public"], state["hidden"]["kitty"]
        taken = self.options["kitty_to_landlord"]
        aside = hidden or ([] if taken else public["kitty"])
        return [*(own["hand"] for own in state["own"]), *public["played"], aside]

    def in_order(self, cards: Iterable[str]) -> list[str]:
        return sorted(cards, key=self.ranks.index)

    def landlord(self, public: Any) -> int:
        """Who has accepted; if nobody has, who was asked first."""
        answers = public["answers"]
        seat: int = answers.index("accept") if "accept" in answers else public["starter"]
        return seat

    def clear(self, step: Step) -> None:
        step.public.update(starter=None, face_up="", answers=[""] * 4, played=[[], [], [], []], trick=[], previous=[])
        step.public.update(kitty=[], hands=[])
        step.own, step.hidden = [{"hand": [], "kitty": []} for _ in self.everybody()], {"kitty": []}

    def set_up(self, step: Step) -> None:
        self.clear(step)
        step.public.update(deal=0, last=None)
        step.phases = ("deal",)

    def go_on(self, step: Step, taken: Frame) -> None:
        """The eight cards lie in no order, so nothing is shuffled."""

    def house_deal(self, step: Step, now: Frame) -> None:
        """The top eight are put aside, then 25 to each seat in order."""
        public = step.public
        public["deal"] += 1
        deck = self.shuffled(f"deal/{public['deal']}/deck")
        step.hidden["kitty"] = self.in_order(deck[:8])
        step.tell("deal-began", deal=public["deal"], deals=self.options["deals"])
        for seat in self.everybody():
            step.own[seat]["hand"] = self.in_order(deck[8 + 25 * seat : 33 + 25 * seat])
            step.tell_seat(seat, "dealt", seat=seat, cards=step.own[seat]["hand"])
        step.phases = ("face-up",)

    def house_face_up(self, step: Step, now: Frame) -> None:
        """One of the hundred dealt cards is shown by lot."""
        seat, at = divmod(self.chance.below(f"deal/{step.public['deal']}/face-up", 100), 25)
        card = step.own[seat]["hand"][at]
        step.public.update(starter=seat, face_up=card)
        step.tell("face-up", seat=seat, card=card)
        step.phases = ("auction",)

    def move_accept(self, step: Step, now: Frame, seat: int, move: Any, body: Any) -> None:
        self.answer(step, seat, "accept")
        step.tell("accepted", seat=seat)

    def move_refuse(self, step: Step, now: Frame, seat: int, move: Any, body: Any) -> None:
        self.answer(step, seat, "refuse")
        step.tell("refused", seat=seat)

    def answer(self, step: Step, seat: int, word: str) -> None:
        """From who was asked first on, against the seats' order, until somebody accepts or all have refused."""
        answers = step.public["answers"]
        need(seat == (step.public["starter"] - 4 + answers.count("")) % 4, "an answer out of turn")
        answers[seat] = word
        step.phases = ("kitty",) if word == "accept" or "" not in answers else ("auction",)

    def house_kitty(self, step: Step, now: Frame) -> None:
        """The landlord takes the eight cards, by option; by option everybody sees them."""
        public, kitty, landlord = step.public, step.hidden["kitty"], self.landlord(step.public)
        taken, shown = self.options["kitty_to_landlord"], self.options["show_kitty"]
        step.tell("landlord-named", seat=landlord, forced="accept" not in public["answers"])
        if shown:
            public["kitty"] = kitty
            step.tell("kitty-shown", cards=kitty)
        if taken:
            own = step.own[landlord]
            own.update(hand=self.in_order(own["hand"] + kitty), kitty=kitty)
            step.tell("kitty-taken", seat=landlord)
            if not shown:
                step.tell_seat(landlord, "kitty-seen", seat=landlord, cards=kitty)
        else:
            step.tell("kitty-left")
        step.hidden["kitty"] = [] if taken or shown else kitty
        step.phases = ("play",)

    def in_turn(self, step: Step, seat: int) -> None:
        trick = step.public["trick"]
        due = (trick[-1]["seat"] - 1) % 4 if trick else self.landlord(step.public)
        need(seat == due, "a play out of turn")

    def leads(self, public: Any) -> bool:
        """Whether a new trick begins: at the beginning, and after three passes."""
        return not any(turn["cards"] for turn in public["trick"][-3:])

    def move_play(self, step: Step, now: Frame, seat: int, move: Any, body: Any) -> None:
        self.in_turn(step, seat)
        public, own, cards = step.public, step.own[seat], self.in_order(move["cards"])
        need(cards, "a play of no cards")
        own["hand"] = without(own["hand"], cards, "a play")
        public["played"][seat] = self.in_order(public["played"][seat] + cards)
        leads = self.leads(public)
        if leads:
            public.update(trick=[], previous=public["trick"])
        public["trick"].append({"seat": seat, "cards": cards})
        step.tell("played", seat=seat, cards=cards, leads=leads, left=len(own["hand"]))
        step.phases = ("play",) if own["hand"] else ("show",)

    def move_pass(self, step: Step, now: Frame, seat: int, move: Any, body: Any) -> None:
        self.in_turn(step, seat)
        need(not self.leads(step.public), "who leads passes")
        step.public["trick"].append({"seat": seat, "cards": []})
        step.tell("passed", seat=seat)
        step.phases = ("play",)

    def house_show(self, step: Step, now: Frame) -> None:
        step.public["hands"] = [own["hand"] for own in step.own]
        for seat, own in enumerate(step.own):
            if own["hand"]:
                step.tell("hand-shown", seat=seat, cards=own["hand"])
        step.phases = ("payment",)

    def house_payment(self, step: Step, now: Frame) -> None:
        """The deal is over: no cards on the table."""
        public = step.public
        last = {"deal": public["deal"], "landlord": self.landlord(public), "winner": public["hands"].index([])}
        last["hands"] = public["hands"]
        step.tell("deal-won", seat=last["winner"], landlord=last["landlord"])
        self.clear(step)
        public["last"] = last
        step.phases = ("over",) if public["deal"] == self.options["deals"] else ("deal",)


# --- GET9! -----------------------------------------------------------------------------------------------------------


class Get9(Game):
    """Everybody lays his own nine cards, and the dealer's are shuffled. On trust: chips, so who still plays when a
    match begins, and when a round's betting is over.
    """

    whole = tuple("123456789")
    moves = {
        "split": ("split",), "choose": ("split", "choose"), "open": ("bet",), "call": ("bet",), "raise": ("bet",),
        "check": ("bet",), "fold": ("bet",), "all-in": ("bet",),
    }  # fmt: skip
    happenings = {
        "match-began": "match + seat extra carry", "split-done": "seat", "split-made": "seat piles",
        "choice-began": "seats", "chosen": "seat", "card-chosen": "seat card", "played": "seat card",
        "dealer-opened": "card", "scored": "seat cards points", "dealer-scored": "cards points",
        "round-began": "round + seat", "folded": "seat", "match-ended": "match points dealer_points + result winner",
        "no-betting": "+ round reason", "opened": "+ seat chips", "called": "+ seat chips", "raised": "+ seat to",
        "checked": "+ seat rests", "went-all-in": "+ seat chips", "won": "+ seat chips carry",
        "carried-over": "+ chips carry", "game-ended": "+ seats chips left",
    }  # fmt: skip

    def facts(self, public: Any) -> dict[str, Any]:
        names = ("match", "round", "split", "chosen", "rounds")
        last = public["last"]
        told = last and {name: last[name] for name in ("match", "rounds", "points", "dealer_points")}
        return {**{name: public[name] for name in names}, "in": self.plays(public), "last": told}

    def places(self, state: Frame) -> list[Cards]:
        """Every seat has a deck of its own, and so has the dealer: each is looked at in `check_whole`."""
        return []

    def check_whole(self, state: Frame) -> None:
        for piles in (state["hidden"]["dealer"], *(own["piles"] for own in state["own"])):
            need(not piles or [len(pile) for pile in piles] == [3, 3, 3], "piles that are not three of three")
            cards = sorted(together(piles))
            need(not cards or cards == sorted(self.whole), "piles that are not 1 to 9")

    def plays(self, public: Any) -> list[bool]:
        """By seat, whether it may still win the match."""
        return [status not in ("folded", "out") for status in public["statuses"]]

    def contenders(self, step: Step) -> list[int]:
        return [seat for seat, plays in enumerate(self.plays(step.public)) if plays]

    def clear(self, step: Step) -> None:
        """Between two matches no cards lie on the table."""
        nobody = [False for _ in self.everybody()]
        step.public.update(split=nobody, chosen=list(nobody), round=0, rounds=[])
        step.own = [{"piles": [], "picks": [], "filed": ""} for _ in self.everybody()]
        step.hidden = {"dealer": []}

    def set_up(self, step: Step) -> None:
        self.clear(step)
        step.public.update(match=0, last=None, statuses=["active"] * self.seats)
        step.phases = ("begin",)

    def go_on(self, step: Step, taken: Frame) -> None:
        """The dealer's cards that did not lie open are laid anew into its piles."""
        if not step.public["round"]:
            return
        opened = [[one["dealer"], *one["dealer_others"]] if one["dealer"] else [] for one in step.public["rounds"]]
        seen = [card for cards in opened for card in cards]
        free = [card for card in self.chance.shuffled("fork", self.whole) if card not in seen]
        piles = []
        for number in range(3):
            pile = list(opened[number]) if number < len(opened) else []
            while len(pile) < 3:
                pile.append(free.pop())
            piles.append([pile[1], pile[0], pile[2]])  # the open card is the second of its pile
        step.hidden["dealer"] = piles

    def house_begin(self, step: Step, now: Frame) -> None:
        public = step.public
        public.update(match=public["match"] + 1, round=1)
        cards = self.shuffled(f"match/{public['match']}/dealer")
        step.hidden["dealer"] = [cards[:3], cards[3:6], cards[6:]]
        step.tell("match-began", match=public["match"])
        step.phases = ("split",)

    def move_split(self, step: Step, now: Frame, seat: int, move: Any, body: Any) -> None:
        """Three piles of three; a card of the first one may be filed with them."""
        need(not step.public["split"][seat] and self.plays(step.public)[seat], "a second split")
        piles, filed = [sorted(pile) for pile in move["piles"]], move.get("card", "")
        need(sorted(together(piles)) == list(self.whole), "a split of other cards")
        need(filed == "" or filed in piles[0], "a filed card of another pile")
        if body["cause"] in ("clock", "house") or "safe" in body["data"]:
            cards = self.shuffled(f"match/{step.public['match']}/split/{seat}")
            need(piles == [sorted(cards[at : at + 3]) for at in (0, 3, 6)] and not filed, "not the split by lot")
        step.public["split"][seat] = True
        step.own[seat] = {"piles": piles, "picks": [], "filed": filed}
        step.tell("split-done", seat=seat)
        step.tell_seat(seat, "split-made", seat=seat, piles=piles)
        step.phases = ("split",)

    def house_split(self, step: Step, now: Frame) -> None:
        """Everybody has split: filed cards are chosen now."""
        need(all(step.public["split"][seat] for seat in self.contenders(step)), "not everybody has split")
        filed = [seat for seat in self.contenders(step) if step.own[seat]["filed"]]
        step.tell("choice-began", seats=filed)
        for seat in filed:
            own = step.own[seat]
            step.tell_seat(seat, "card-chosen", seat=seat, card=own["filed"])
            own.update(picks=[own["filed"]], filed="")
            step.public["chosen"][seat] = True
        step.phases = ("choose",)

    def move_choose(self, step: Step, now: Frame, seat: int, move: Any, body: Any) -> None:
        """A card of this round's pile; before everybody has split also in place of a filed one."""
        public, own = step.public, step.own[seat]
        need(seat in self.contenders(step), "a choice of a seat that is not in")
        need(public["split"][seat] and not public["chosen"][seat], "a second choice, or one before the split")
        need(move["card"] in own["piles"][public["round"] - 1], "a card of another pile")
        own.update(picks=[*own["picks"], move["card"]], filed="")
        public["chosen"][seat] = True
        step.tell("chosen", seat=seat)
        step.tell_seat(seat, "card-chosen", seat=seat, card=move["card"])
        step.phases = (public["phase"],)

    def house_choose(self, step: Step, now: Frame) -> None:
        """GET9! The chosen cards are opened together."""
        public = step.public
        need(all(public["chosen"][seat] for seat in self.contenders(step)), "not everybody has chosen")
        played = [""] * self.seats
        for seat in self.contenders(step):
            played[seat] = step.own[seat]["picks"][public["round"] - 1]
            step.tell("played", seat=seat, card=played[seat])
        one = {"played": played, "dealer": "", "others": [], "points": [], "dealer_others": [], "dealer_points": 0}
        public["rounds"].append(one)
        step.phases = ("dealer",)

    def house_dealer(self, step: Step, now: Frame) -> None:
        """The second card of the dealer's pile."""
        card = step.hidden["dealer"][step.public["round"] - 1][1]
        step.public["rounds"][-1]["dealer"] = card
        step.tell("dealer-opened", card=card)
        step.phases = ("score",)

    def house_score(self, step: Step, now: Frame) -> None:
        """Who beats the dealer's card opens his other two; the dealer does if it beats everybody's."""
        number, one = step.public["round"] - 1, step.public["rounds"][-1]
        one["others"] = [[] for _ in self.everybody()]
        for seat in self.contenders(step):
            if self.beats(one["played"][seat], one["dealer"]):
                pile = step.own[seat]["piles"][number]
                one["others"][seat] = [card for card in pile if card != one["played"][seat]]
                step.tell("scored", seat=seat, cards=one["others"][seat], points=self.points(one["others"][seat]))
        if all(self.beats(one["dealer"], one["played"][seat]) for seat in self.contenders(step)):
            first, _, third = step.hidden["dealer"][number]
            one["dealer_others"] = [first, third]
        one["points"] = [self.points(cards) for cards in one["others"]]
        one["dealer_points"] = self.points(one["dealer_others"])
        step.tell("dealer-scored", cards=one["dealer_others"], points=one["dealer_points"])
        step.phases = ("bet",)

    def beats(self, card: str, other: str) -> bool:
        """The higher number wins, but 1 beats 9."""
        return card == "1" if {card, other} == {"1", "9"} else int(card) > int(other)

    def points(self, cards: Cards) -> int:
        return sum(int(card) for card in cards)

    def bet(self, step: Step, now: Frame, seat: int, *_: Any) -> None:
        """No card moves."""
        need(seat == step.public["turn"], "a move out of turn")
        step.phases = ("bet",)

    move_open = move_call = move_raise = move_check = move_all_in = bet

    def move_fold(self, step: Step, now: Frame, seat: int, move: Any, body: Any) -> None:
        self.bet(step, now, seat)
        step.public["statuses"][seat] = "folded"
        step.tell("folded", seat=seat)

    def house_bet(self, step: Step, now: Frame) -> None:
        """The betting is over: the next round, or after the third one the payment."""
        public = step.public
        need(public["turn"] is None, "the house moves while a seat has to bet")
        if public["round"] == 3:
            self.settle(step, now)
            return
        public.update(round=public["round"] + 1, chosen=[False for _ in self.everybody()])
        step.tell("round-began", round=public["round"])
        step.phases = ("choose",)

    def settle(self, step: Step, now: Frame) -> None:
        """All cards leave the table, and who has chips is in again."""
        public = step.public
        points = [sum(one["points"][seat] for one in public["rounds"]) for seat in self.everybody()]
        dealer = sum(one["dealer_points"] for one in public["rounds"])
        last = {"match": public["match"], "rounds": public["rounds"], "points": points, "dealer_points": dealer}
        step.tell("match-ended", match=public["match"], points=points, dealer_points=dealer)
        self.clear(step)
        public["last"] = last
        public["statuses"] = ["active" if chips else "out" for chips in now["public"]["chips"]]
        step.phases = ("begin", "end")

    def house_end(self, step: Step, now: Frame) -> None:
        step.phases = ("over",)


# --- Lombard Hold'em -------------------------------------------------------------------------------------------------


class Lombard(Game):
    """Two hole cards, three open ones, two more after everybody's one turn. On trust: coins, so when the match ends."""

    numbers = {"K": range(1, 12), "N": range(2, 11), "B": range(4, 9), "P": (4, 6, 8)}
    whole = tuple(f"{kind}{n}" for kind, values in numbers.items() for n in values)
    moves = {"call": ("turns",), "double": ("turns",), "fold": ("turns",)}
    happenings = {
        "first-dealer": "seat", "round-began": "round seat", "dealt": "seat cards", "community-opened": "cards",
        "called": "seat card", "doubled": "seat", "folded": "seat", "hand-shown": "seat cards board + hand",
        "pot-won": "shown + seat coins balance", "match-won": "+ seat balance",
    }  # fmt: skip

    def facts(self, public: Any) -> dict[str, Any]:
        names = ("round", "dealer", "board", "actions", "opened", "holes", "shown")
        last = hands_told(public["last"], ("round", "board", "actions"))
        return {**{name: public[name] for name in names}, "last": last}

    def places(self, state: Frame) -> list[Cards]:
        return [*(own["cards"] for own in state["own"]), state["public"]["board"], state["hidden"]["deck"]]

    def set_up(self, step: Step) -> None:
        nobody: list[Any] = [[] for _ in self.everybody()]
        step.public.update(round=0, dealer=-1, board=[], shown=False, last=None, holes=nobody)
        step.public.update(actions=[""] * self.seats, opened=[-1] * self.seats)
        step.own, step.hidden = [{"cards": []} for _ in self.everybody()], {"deck": []}
        step.phases = ("start",)

    def house_start(self, step: Step, now: Frame) -> None:
        step.public["dealer"] = self.chance.below("dealer", self.seats)
        step.tell("first-dealer", seat=step.public["dealer"])
        step.phases = ("deal",)

    def house_deal(self, step: Step, now: Frame) -> None:
        """Two to each seat in order, three open; the dealer has moved on."""
        public, dealer = step.public, step.public["dealer"]
        if public["round"]:
            dealer = (dealer + 1) % self.seats
        number = public["round"] + 1
        step.tell("round-began", round=number, seat=dealer)
        deck = self.shuffled(f"round/{number}/deck")
        for seat in self.everybody():
            step.own[seat], deck = {"cards": deck[:2]}, deck[2:]
            step.tell_seat(seat, "dealt", seat=seat, cards=step.own[seat]["cards"])
        step.hidden["deck"] = deck[3:]
        step.tell("community-opened", cards=deck[:3])
        public.update(round=number, dealer=dealer, board=deck[:3], shown=False)
        public.update(actions=[""] * self.seats, opened=[-1] * self.seats)
        public["holes"] = [[None, None] for _ in self.everybody()]
        step.phases = ("turns",)

    def still_in(self, public: Any) -> list[int]:
        return [seat for seat in self.everybody() if public["actions"][seat] != "fold"]

    def act(self, step: Step, seat: int, action: str) -> None:
        """Everybody has one turn a round, the dealer the last one; a lone player wins at once, by option after it."""
        public = step.public
        order = [(public["dealer"] + n) % self.seats for n in range(1, self.seats + 1)]
        need(seat == next((one for one in order if not public["actions"][one]), None), "a move out of turn")
        public["actions"][seat] = action
        pending = "" in public["actions"]
        if len(self.still_in(public)) == 1 and not (pending and self.options["last_player_acts"]):
            step.phases = ("payment",)
        else:
            step.phases = ("turns",) if pending else ("runout",)

    def move_call(self, step: Step, now: Frame, seat: int, move: Any, body: Any) -> None:
        """One hole card is opened."""
        self.act(step, seat, "call")
        at = move["card"]
        need(at in (0, 1), "a card that isn't there")
        card = step.own[seat]["cards"][at]
        step.public["opened"][seat] = at
        step.public["holes"][seat] = [card, None] if at == 0 else [None, card]
        step.tell("called", seat=seat, card=card)

    def move_double(self, step: Step, now: Frame, seat: int, move: Any, body: Any) -> None:
        self.act(step, seat, "double")
        step.tell("doubled", seat=seat)

    def move_fold(self, step: Step, now: Frame, seat: int, move: Any, body: Any) -> None:
        self.act(step, seat, "fold")
        step.tell("folded", seat=seat)

    def house_runout(self, step: Step, now: Frame) -> None:
        two, step.hidden["deck"] = step.hidden["deck"][:2], step.hidden["deck"][2:]
        step.public["board"] = step.public["board"] + two
        step.tell("community-opened", cards=two)
        step.phases = ("showdown",)

    def house_showdown(self, step: Step, now: Frame) -> None:
        public = step.public
        public["shown"] = True
        for seat in self.still_in(public):
            public["holes"][seat] = step.own[seat]["cards"]
            step.tell("hand-shown", seat=seat, cards=step.own[seat]["cards"], board=public["board"])
        step.phases = ("payment",)

    def house_payment(self, step: Step, now: Frame) -> None:
        """The cards stay as they are until the next deal."""
        public = step.public
        seats = self.still_in(public) if public["shown"] else []
        hands = [{"seat": seat, "cards": step.own[seat]["cards"]} for seat in seats]
        public["last"] = {name: public[name] for name in ("round", "board", "actions")}
        public["last"]["hands"] = hands
        step.tell("pot-won", shown=public["shown"])
        step.phases = ("deal", "over")


# --- The Crown of Lombardia ------------------------------------------------------------------------------------------


class Crown(Game):
    """25 cards of four kinds, two sides; in solo the second is an automaton and all hands are open. On trust: points,
    so whether the match is won by them.

    `sides` of a step are what both hold, wherever the state has them.
    """

    kinds = "PBNK"  # prince, bishop, noble, knight
    whole = tuple("PPP" + "B" * 5 + "N" * 9 + "K" * 11)
    deck = tuple("PBBBBNNNNNNNNNKKKKKKKKKKK")  # all but those that lie in the pile from the beginning
    aside = ("P", "P", "B")
    anywhere = ("keep", "pick", "give", "act", "defend", "choose", "limit")
    moves = {
        "keep": ("keep",), "pick": ("pick",), "give": ("give",), "reveal": anywhere, "bishops": ("act",),
        "nobles": ("act",), "attack": ("act",), "end-turn": ("act",), "defend": ("defend",), "yield": ("defend",),
        "take": ("choose",), "discard": ("limit",),
    }  # fmt: skip
    happenings = {
        "first-player": "seat", "began": "", "dealt": "seat cards", "turn-began": "turn seat", "reshuffled": "cards",
        "drew": "seat count", "drew-cards": "seat cards", "kept": "seat", "kept-card": "seat kind",
        "passed": "seat cards", "picked": "seat", "picked-card": "seat kind other", "given": "kind other",
        "bishops-shown": "seat cards + points score", "nobles-discarded": "seat cards + points score",
        "attacked": "seat cards", "defended": "seat cards", "yielded": "seat", "hand-opened": "seat cards",
        "hand-seen": "seat cards", "taken": "seat kind count + points", "turn-ended": "seat returned",
        "discarded": "seat count", "discarded-cards": "seat cards", "refilled": "seat cards",
        "princes-revealed": "seat", "match-ended": "+ winner score by_princes",
    }  # fmt: skip

    def __init__(self, options: dict[str, Any], seats: int, chance: Chance) -> None:
        super().__init__(options, seats, chance)
        self.solo = options["mode"] == "solo"

    def facts(self, public: Any) -> dict[str, Any]:
        names = ("turn", "player", "sizes", "deck_size", "in_draw", "pile", "face_down", "tabled", "shuffles", "open")
        deed = ("what", "cards", "defence", "took", "count")
        deeds = {name: [{key: one[key] for key in deed} for one in public[name]] for name in ("deeds", "before")}
        return {**{name: public[name] for name in names}, **deeds}

    def sides(self, state: Any) -> list[Any]:
        """What both sides hold, of a frame or a step."""
        public, own = (state.public, state.own) if isinstance(state, Step) else (state["public"], state["own"])
        both: list[Any] = public["open"] or own
        return both

    def places(self, state: Frame) -> list[Cards]:
        public, both = state["public"], self.sides(state)
        passed = both[public["player"]]["passed"] if public["phase"] in ("pick", "give") else []
        held = [own["hand"] + own["drawn"] + own["buried"] for own in both]
        return [*held, passed, public["pile"], state["hidden"]["deck"]]

    def check_whole(self, state: Frame) -> None:
        if state["public"]["phase"] in ("start", "deal"):
            need(together(self.places(state)) == list(self.aside), "cards before the deal")
        else:
            super().check_whole(state)

    def finish(self, step: Step) -> None:
        """Everybody sees how many cards there are; in solo everything but the deck."""
        public, both = step.public, self.sides(step)
        counted = self.solo or self.options["show_hand_sizes"]
        public["sizes"] = [len(own["hand"]) for own in both] if counted else []
        public["deck_size"] = len(step.hidden["deck"])
        public["in_draw"] = sum(len(own["drawn"]) for own in both)
        public["face_down"] = sum(len(own["buried"]) for own in both)
        if self.solo:
            step.own = [both[0]]

    # What happens to cards again and again.

    def in_order(self, cards: Iterable[str]) -> list[str]:
        return sorted(cards, key=self.kinds.index)

    def less(self, cards: Cards, gone: Cards) -> list[str]:
        """The cards but for those that go, as far as they are there."""
        return self.in_order((Counter(cards) - Counter(gone)).elements())

    def cost(self, kind: str, move: Any) -> list[str]:
        """The cards that count as so many of a kind; with `pair` two princes are one of them."""
        count = move["count"]
        need(type(count) is int and 0 < count <= 11, "a number of cards")
        return ["P", "P"] + [kind] * (count - 1) if move.get("pair") else [kind] * count

    def other(self, step: Step) -> int:
        seat: int = 1 - step.public["player"]
        return seat

    def draw(self, step: Step, count: int) -> list[str]:
        """From the top of the deck, as many as there are."""
        deck = step.hidden["deck"]
        step.hidden["deck"] = deck[count:]
        return self.in_order(deck[:count])

    def gain(self, step: Step, seat: int, cards: Cards) -> None:
        own = self.sides(step)[seat]
        own["hand"] = self.in_order(own["hand"] + list(cards))

    def lose(self, step: Step, seat: int, cards: Cards) -> None:
        own = self.sides(step)[seat]
        own["hand"] = without(own["hand"], cards, f"the hand of seat {seat + 1}")

    def discard(self, step: Step, seat: int, cards: Cards) -> None:
        """From a hand into the pile, before everybody's eyes."""
        self.lose(step, seat, cards)
        self.to_pile(step, cards)
        if seat == step.public["player"]:
            step.public["tabled"] = self.less(step.public["tabled"], cards)
        self.learn(step, 1 - seat, self.less(self.sides(step)[seat]["exposed"], cards))

    def to_pile(self, step: Step, cards: Cards) -> None:
        step.public["pile"] = self.in_order(step.public["pile"] + list(cards))

    def bury(self, step: Step, seat: int, cards: Cards) -> None:
        """Into the pile face down, known to that seat alone; in solo everybody sees it."""
        if self.solo:
            self.to_pile(step, cards)
        else:
            own = self.sides(step)[seat]
            own["buried"] = self.in_order(own["buried"] + list(cards))

    def learn(self, step: Step, seat: int, cards: Cards) -> None:
        """What a seat surely knows of the other's hand, as the other knows too; in solo nothing is to be remembered."""
        both = self.sides(step)
        if not self.solo and both[seat]["known"] != cards:
            both[seat]["known"], both[1 - seat]["exposed"] = list(cards), list(cards)

    def tell_own(self, step: Step, seat: int, plain: str, secret: str, facts: Any, cards: Any) -> None:
        """The plain fact for everybody, the cards for the seat; in solo the cards for everybody."""
        if self.solo:
            step.tell(secret, **cards)
        else:
            step.tell(plain, **facts)
            step.tell_seat(seat, secret, **cards)

    def back(self, step: Step) -> str:
        """The phase after an attack: the turn goes on."""
        return "auto" if self.solo and step.public["player"] == 1 else "act"

    def decides(self, public: Any) -> int:
        """The seat that has to decide; -1 while the house moves, as it does for the automaton."""
        player, phase, seat = public["player"], public["phase"], -1
        if phase in ("keep", "give", "act", "choose", "limit"):
            seat = player
        elif phase in ("pick", "defend"):
            seat = 1 - player
        return -1 if self.solo and seat == 1 else seat

    # The house.

    def house(self, before: Frame, now: Frame) -> Step:
        need(self.decides(before["public"]) < 0, "the house moves while a seat has to decide")
        return super().house(before, now)

    def decision(self, before: Frame, now: Frame, body: Any) -> Step:
        asked, shows = self.decides(before["public"]), self.options["reveal_princes_any_time"]
        out_of_turn = body["move"]["type"] == "reveal" and shows and asked >= 0
        need(body["seat"] == asked or out_of_turn, "a move out of turn")
        need(body["move"]["type"] != "reveal" or shows or before["public"]["phase"] == "act", "princes out of turn")
        return super().decision(before, now, body)

    def set_up(self, step: Step) -> None:
        step.public.update(turn=0, player=0, pile=list(self.aside), tabled=[], deeds=[], before=[], shuffles=0)
        names = ("hand", "drawn", "passed", "offered", "buried", "known", "exposed")
        both: list[Any] = [{name: [] for name in names} for _ in range(2)]
        step.own, step.public["open"] = both, both if self.solo else []
        step.hidden = {"deck": []}
        step.phases = ("start",)
        self.finish(step)

    def house_start(self, step: Step, now: Frame) -> None:
        step.public["player"] = self.chance.below("first-player", 2)
        step.tell("first-player", seat=step.public["player"])
        step.phases = ("deal",)

    def house_deal(self, step: Step, now: Frame) -> None:
        """Five each, the first player's on top. `player` is turned, so that the first turn is that seat's."""
        deck, first, both = self.chance.shuffled("deck", self.deck), step.public["player"], self.sides(step)
        both[first]["hand"], both[1 - first]["hand"] = self.in_order(deck[:5]), self.in_order(deck[5:10])
        step.hidden["deck"] = deck[10:]
        step.public["player"] = 1 - first
        step.tell("began")
        for seat, own in enumerate(both):
            if self.solo:
                step.tell("dealt", seat=seat, cards=own["hand"])
            else:
                step.tell_seat(seat, "dealt", seat=seat, cards=own["hand"])
        step.phases = ("between",)

    def house_between(self, step: Step, now: Frame) -> None:
        """The next turn; in solo the automaton first draws up to five cards."""
        public = step.public
        if self.solo and public["sizes"][1] < 5:
            if step.hidden["deck"]:
                cards = self.draw(step, 5 - public["sizes"][1])
                self.gain(step, 1, cards)
                step.tell("refilled", seat=1, cards=cards)
            else:
                self.reshuffle(step)
            step.phases = ("between",)
            return
        seat = self.other(step)
        public.update(turn=public["turn"] + 1, player=seat, deeds=[], before=public["deeds"])
        step.tell("turn-began", turn=public["turn"], seat=seat)
        step.phases = ("auto",) if self.solo and seat == 1 else ("draw",)

    def reshuffle(self, step: Step) -> None:
        """The whole pile is the new deck."""
        public, both = step.public, self.sides(step)
        public["shuffles"] += 1
        cards = self.in_order(public["pile"] + both[0]["buried"] + both[1]["buried"])
        step.hidden["deck"] = self.chance.shuffled(f"reshuffle/{public['shuffles']}", cards)
        public["pile"] = both[0]["buried"] = both[1]["buried"] = []
        step.tell("reshuffled", cards=len(cards))

    def house_draw(self, step: Step, now: Frame) -> None:
        """Three cards; if the deck runs out on the way, the pile is shuffled first and those drawn stay."""
        step.phases = ("draw",)
        if not step.hidden["deck"]:
            self.reshuffle(step)
            return
        seat = step.public["player"]
        own = self.sides(step)[seat]
        cards = self.draw(step, 3 - step.public["in_draw"])
        own["drawn"] = self.in_order(own["drawn"] + cards)
        facts, shown = {"seat": seat, "count": len(cards)}, {"seat": seat, "cards": cards}
        self.tell_own(step, seat, "drew", "drew-cards", facts, shown)
        if len(own["drawn"]) == 3:
            step.phases = ("keep",)

    def house_open(self, step: Step, now: Frame) -> None:
        """The attacker sees the hand that was not defended."""
        seat, other = step.public["player"], self.other(step)
        hand = self.sides(step)[other]["hand"]
        self.learn(step, seat, hand)
        facts, shown = {"seat": other, "cards": len(hand)}, {"seat": other, "cards": hand}
        self.tell_own(step, seat, "hand-opened", "hand-seen", facts, shown)
        step.phases = ("choose",) if hand else (self.back(step),)

    def house_won(self, step: Step, now: Frame) -> None:
        step.phases = ("over",)

    # The automaton, seat 1 in solo, decides by fixed rules.

    def house_auto(self, step: Step, now: Frame) -> None:
        """In this order: three princes, bishops once a turn, all nobles, an attack, the end of the turn."""
        hand = self.sides(step)[1]["hand"]
        princes, bishops, nobles = hand.count("P"), hand.count("B") + hand.count("P") // 2, hand.count("N")
        if princes == 3:
            self.reveal(step, 1)
        elif bishops >= 3 and not step.public["tabled"]:
            self.show_bishops(step, {"count": bishops, "pair": princes == 2})
        elif nobles >= 2:
            self.discard_nobles(step, {"count": nobles})
        elif hand.count("K") >= 3:
            self.attack(step, {"count": 3})
        else:
            self.end_turn(step, limit=99)

    def house_defend(self, step: Step, now: Frame) -> None:
        """With two knights, or with its only one and two princes."""
        hand = self.sides(step)[1]["hand"]
        pair = hand.count("K") == 1 and hand.count("P") >= 2
        if hand.count("K") >= 2 or pair:
            self.defend(step, {"count": 2, "pair": pair})
        else:
            self.give_in(step)

    def house_choose(self, step: Step, now: Frame) -> None:
        """The kind held most; of equals the first of prince, bishop, noble, knight."""
        hand = self.sides(step)[0]["hand"]
        self.take(step, max(self.in_order(set(hand)), key=hand.count))

    # What a move does, and for the automaton the same.

    def move_keep(self, step: Step, now: Frame, seat: int, move: Any, body: Any) -> None:
        """One of the three drawn cards; the other two are passed on."""
        both, kind = self.sides(step), move["kind"]
        two = without(both[seat]["drawn"], [kind], "the drawn cards")
        self.gain(step, seat, [kind])
        both[seat].update(drawn=[], passed=two)
        both[1 - seat]["offered"] = list(two)
        self.tell_own(step, seat, "kept", "kept-card", {"seat": seat}, {"seat": seat, "kind": kind})
        if not self.solo:
            step.told.append({"to": [0, 1], "what": {"type": "passed", "seat": seat, "cards": two}})
        step.phases = ("give",) if self.solo else ("pick",)

    def move_pick(self, step: Step, now: Frame, seat: int, move: Any, body: Any) -> None:
        """The other keeps one of the two, and buries the last."""
        own, kind = self.sides(step)[seat], move["kind"]
        left = without(own["offered"], [kind], "the offered cards")
        known = self.in_order([*own["exposed"], kind])
        self.gain(step, seat, [kind])
        self.bury(step, seat, left)
        if left == [kind]:  # of two equal cards the turn player knows which one was kept
            self.learn(step, 1 - seat, known)
        step.tell("picked", seat=seat)
        step.tell_seat(seat, "picked-card", seat=seat, kind=kind, other=left[0])
        step.phases = ("act",)

    def move_give(self, step: Step, now: Frame, seat: int, move: Any, body: Any) -> None:
        """Solo: one of the two for the automaton, the last to the pile."""
        both = self.sides(step)
        left = without(both[0]["passed"], [move["kind"]], "the passed cards")
        self.gain(step, 1, [move["kind"]])
        self.to_pile(step, left)
        both[0]["passed"] = both[1]["offered"] = []
        step.tell("given", kind=move["kind"], other=left[0])
        step.phases = ("act",)

    def move_reveal(self, step: Step, now: Frame, seat: int, move: Any, body: Any) -> None:
        self.reveal(step, seat)

    def reveal(self, step: Step, seat: int) -> None:
        """Three princes win at once. Two cards just passed on go to the pile, face down."""
        need(self.sides(step)[seat]["hand"].count("P") == 3, "no three princes in the hand")
        if step.public["phase"] in ("pick", "give"):
            both, player = self.sides(step), step.public["player"]
            self.bury(step, player, both[player]["passed"])
            if self.solo:
                both[player]["passed"] = both[1 - player]["offered"] = []
        step.tell("princes-revealed", seat=seat)
        step.phases = ("won",)

    def move_bishops(self, step: Step, now: Frame, seat: int, move: Any, body: Any) -> None:
        self.show_bishops(step, move)

    def show_bishops(self, step: Step, move: Any) -> None:
        """They lie on the table until the turn ends, and the other knows them from now on."""
        public, seat, cards = step.public, step.public["player"], self.cost("B", move)
        tabled = self.in_order(public["tabled"] + cards)
        without(self.sides(step)[seat]["hand"], tabled, f"the hand of seat {seat + 1}")
        known: Counter[str] = Counter(self.sides(step)[1 - seat]["known"])
        self.learn(step, 1 - seat, self.in_order((known | Counter(tabled)).elements()))
        public["tabled"] = tabled
        public["deeds"].append({"what": "bishops", "cards": cards, "defence": [], "took": "", "count": 0})
        step.tell("bishops-shown", seat=seat, cards=cards)
        step.phases = (public["phase"], "won")

    def move_nobles(self, step: Step, now: Frame, seat: int, move: Any, body: Any) -> None:
        self.discard_nobles(step, move)

    def discard_nobles(self, step: Step, move: Any) -> None:
        public, seat, cards = step.public, step.public["player"], self.cost("N", move)
        self.discard(step, seat, cards)
        public["deeds"].append({"what": "nobles", "cards": cards, "defence": [], "took": "", "count": 0})
        step.tell("nobles-discarded", seat=seat, cards=cards)
        step.phases = (public["phase"], "won")

    def move_attack(self, step: Step, now: Frame, seat: int, move: Any, body: Any) -> None:
        self.attack(step, {**move, "count": 3})

    def attack(self, step: Step, move: Any) -> None:
        """Three knights, before the other says whether it defends."""
        public, seat, cards = step.public, step.public["player"], self.cost("K", move)
        self.discard(step, seat, cards)
        public["deeds"].append({"what": "attack", "cards": cards, "defence": [], "took": "", "count": 0})
        step.tell("attacked", seat=seat, cards=cards)
        step.phases = ("defend",)

    def move_defend(self, step: Step, now: Frame, seat: int, move: Any, body: Any) -> None:
        self.defend(step, {**move, "count": 2})

    def defend(self, step: Step, move: Any) -> None:
        other, cards = self.other(step), self.cost("K", move)
        step.public["deeds"][-1]["defence"] = cards
        self.discard(step, other, cards)
        step.tell("defended", seat=other, cards=cards)
        step.phases = (self.back(step),)

    def move_yield(self, step: Step, now: Frame, seat: int, move: Any, body: Any) -> None:
        self.give_in(step)

    def give_in(self, step: Step) -> None:
        step.tell("yielded", seat=self.other(step))
        step.phases = ("open",)

    def move_take(self, step: Step, now: Frame, seat: int, move: Any, body: Any) -> None:
        self.take(step, move["kind"])

    def take(self, step: Step, kind: str) -> None:
        """The attacked hand loses all its cards of a kind."""
        other = self.other(step)
        count = self.sides(step)[other]["hand"].count(kind)
        need(count, f"no card {kind} in the hand that was attacked")
        step.public["deeds"][-1].update(took=kind, count=count)
        self.discard(step, other, [kind] * count)
        step.tell("taken", seat=other, kind=kind, count=count)
        step.phases = (self.back(step), "won")

    def move_end_turn(self, step: Step, now: Frame, seat: int, move: Any, body: Any) -> None:
        self.end_turn(step, limit=8)

    def end_turn(self, step: Step, limit: int) -> None:
        """What was shown returns to the hand; from eight cards on half of them must go."""
        public, seat = step.public, step.public["player"]
        step.tell("turn-ended", seat=seat, returned=public["tabled"])
        public["tabled"] = []
        step.phases = ("limit",) if len(self.sides(step)[seat]["hand"]) >= limit else ("between",)

    def move_discard(self, step: Step, now: Frame, seat: int, move: Any, body: Any) -> None:
        """Face down: of the cards that are known as many of each kind stay known as cannot be among them."""
        own, cards = self.sides(step)[seat], self.in_order(move["cards"])
        need(len(cards) == len(own["hand"]) // 2, "half of the cards")
        known = [kind for kind in self.kinds for _ in range(own["exposed"].count(kind) - len(cards))]
        self.lose(step, seat, cards)
        self.bury(step, seat, cards)
        self.learn(step, 1 - seat, self.in_order(known))
        facts, shown = {"seat": seat, "count": len(cards)}, {"seat": seat, "cards": cards}
        self.tell_own(step, seat, "discarded", "discarded-cards", facts, shown)
        step.phases = ("between",)


GAMES = {
    "crown": Crown,
    "dilemma": Dilemma,
    "doudizhu": Doudizhu,
    "get9": Get9,
    "lombard": Lombard,
    "sdc": Sdc,
}


# --- the record ------------------------------------------------------------------------------------------------------


class Phrases:
    """What the seats add to the chance, until the start closes it."""

    def __init__(self, table: str, seats: int) -> None:
        self.table, self.hashes, self.opened = table, [""] * seats, [""] * seats
        self.strict = False
        self.people: set[int] = set()  # who sits there has to open, bots have nothing to
        self.begun_at = ""  # when the first was opened
        self.ever: list[set[str]] = [{""} for _ in self.hashes]  # by seat, all that was given, also by others before

    def hashed(self, seat: int, phrase: str) -> str:
        return sha(self.table.encode(), b"%d" % seat, bytes.fromhex(phrase))

    def seat_changed(self, seat: int, kind: str) -> None:
        """Somebody sits down there, or stands up: what was given before is gone."""
        self.hashes[seat] = ""
        (self.people.add if kind == "sit" else self.people.discard)(seat)

    def next_is(self, kind: str) -> None:
        """From the first opening on there are openings, then at once the deal; or the table is broken off."""
        if any(self.opened):
            whole = all(self.opened[seat] for seat in self.people)
            allowed = ("start",) if whole else ("open", "break-off", "seat-to-bot", "seat-back")
            need(kind in allowed, "phrases: some are open, and nothing was dealt")
        else:
            need(kind != "break-off", "broken off before a phrase was open")

    def given(self, seat: int, value: str) -> None:
        need(not any(self.opened), "phrases: one given after one was opened")
        self.hashes[seat] = value
        self.ever[seat].add(value)

    def shown(self, seat: int, phrase: str, time: str) -> None:
        need(all(self.hashes[one] for one in self.people), "phrases: one opened before all were given")
        need(not self.opened[seat], "phrases: one opened twice")
        need(self.strict and phrase and self.hashed(seat, phrase) == self.hashes[seat], "phrases: another one opened")
        self.opened[seat] = phrase
        self.begun_at = self.begun_at or time

    def broken_off(self, body: Any, seats: int) -> None:
        """The event tells of all seats what they had given and opened, and why there is no deal."""
        data, cause, seat = body["data"], body["cause"], body["seat"]
        need(self.strict and data["phrases"] == self.hashes and data["opened"] == self.opened, "phrases")
        named = BREAKS_OFF.get((cause, data["why"]))
        need(named is not None and named == (seat is not None and seat in range(seats)), "broken off without a reason")
        if data["why"] == "time":
            need(data["found"] == body["time"], "broken off before its time")
            need(self.begun_at <= data["deadline"] <= data["found"], "broken off before its time")

    def parts(self, data: Any) -> list[str]:
        """What the key is made of, at the start."""
        need(data["phrases"] == self.hashes, "phrases")
        if not self.strict:
            need("opened" not in data, "phrases")
            return self.hashes
        need(data["opened"] == self.opened, "phrases")
        need(
            all(bool(one) == (seat in self.people) for seat, one in enumerate(self.opened)), "phrases: one is not open"
        )
        return self.opened


def patched(old: Any, delta: Any) -> Any:
    """The state that a change makes of another. Nothing of the old one is changed."""
    if delta is None:
        return old
    if delta[0] == "=":
        return delta[1]
    if delta[0] == "[":
        return [patched(value, delta[1].get(str(i))) for i, value in enumerate(old)]
    kept = {name: value for name, value in old.items() if name not in delta[2]}
    return {**kept, **{name: patched(old.get(name), change) for name, change in delta[1].items()}}


class Checker:
    """Reads a record event by event; what doesn't agree is raised as Wrong."""

    def __init__(self, record: Any) -> None:
        self.record, self.table = record, record["table"]
        need(type(record["seats"]) is int and 1 <= record["seats"] <= SEATS, "table")
        self.seed, self.digest = bytes.fromhex(record["seed"]), record["commitment"]
        self.phrases = Phrases(self.table, record["seats"])
        self.game: Game | None = None
        self.frame: Frame = None
        self.fork: Any = None
        self.kind = ""  # of the last event
        # The last decision of a person: whose, the number of the event before it, and the state then.
        self.last_move: tuple[int, int, Frame] | None = None

    def begin(self) -> None:
        promise = sha(b"tefuda-1", self.table.encode(), self.seed)
        need(self.record["format"] == FORMAT and promise == self.digest, "commitment")
        need(self.record["title"] in GAMES, "a game that this program doesn't know")
        need(self.record["events"], "end: there are no events")

    def event(self, n: int, event: Any) -> None:
        body = self.chained(n, event)
        need(self.kind not in LAST_EVENTS and not self.over, "something after the end")
        need(self.kind != "leave" or self.frame is not None or self.phrases.people, "something after the end")
        need(body["kind"] in KINDS, "an unknown kind of event")
        self.kind = body["kind"]
        if self.frame is None:
            self.phrases.next_is(self.kind)
        before, self.frame = self.frame, self.state_after(event, body)
        need(self.kind == "move" or body["move"] is None, "a move that is none")
        if self.kind == "create":
            self.created(body)
        elif self.kind == "start":
            self.started(body, before)
        elif self.kind in ("move", "house"):
            self.played(body, before)
            if body["cause"] == "player":
                self.last_move = (body["seat"], n - 1, before)
        elif self.kind == "take-back":
            again = (body["seat"], body["data"]["to"], self.frame)
            need(self.last_move == again and not body["happenings"], "taken back what was not the last decision")
            self.last_move = None
        else:
            need(self.frame == before and not body["happenings"], "cards moved although nobody played")
            self.seats_changed(body, started=before is not None)

    @property
    def over(self) -> bool:
        """Whether the match is over by its rules."""
        return self.frame is not None and bool(self.frame["public"]["phase"] == "over")

    def chained(self, n: int, event: Any) -> Any:
        """The event's body, which digest_n covers."""
        salt = mac(self.seed, f"{self.table}|event|{n}")
        leaf = sha256(salt + event["body"].encode()).digest()
        self.digest = sha(bytes.fromhex(self.digest) + leaf)
        body = read(event["body"])
        need(self.digest == event["digest"], "chain")
        need((body["v"], body["seq"], body["table"]) == (2, n, self.table), "chain")
        need((n == 1) == (body["kind"] == "create"), "table")
        return body

    def state_after(self, event: Any, body: Any) -> Frame:
        """What the record tells of the state, with the hashes that stand in the body."""
        if body["state"] is None:
            need(not event["frame"] and self.frame is None, "what was shown")
            return None
        change = read(event["frame"])
        frame = change if event["keyframe"] else patched(self.frame, change)
        need(frame.keys() == {"hidden", "own", "public"}, "what was shown")
        hashes = {name: sha(canonical(frame[name]).encode()) for name in ("hidden", "public")}
        own = [sha(canonical(one).encode()) for one in frame["own"]]
        need(body["state"] == {**hashes, "own": own}, "what was shown")
        return frame

    def created(self, body: Any) -> None:
        data = body["data"]
        need(all(data[name] == self.record[name] for name in ("title", "options", "seats", "commitment")), "table")
        need(self.frame is None and not body["happenings"], "cards before the start")
        self.check_seat(body["seat"])
        self.phrases.strict, self.fork = data.get("strict") is True, data.get("fork")
        need(self.fork is None or self.fork.keys() == {"table", "event", "seat"}, "fork")
        self.phrases.seat_changed(body["seat"], "sit")  # who sets it up

    def check_seat(self, seat: Any) -> None:
        need(type(seat) is int and seat in range(self.record["seats"]), "a seat that the table doesn't have")

    def seats_changed(self, body: Any, started: bool) -> None:
        """Who sits down, stands up or gives a phrase."""
        kind, seat = body["kind"], body["seat"]
        if kind in ("phrase", "open", "sit", "leave", "sit-bot", "hint"):
            self.check_seat(seat)
        need(kind != "hint" or started, "a hint before the start")
        if kind in ("phrase", "open"):
            need(not started, "phrases: one given after the start")
            phrase = body["data"]["phrase"]
            if kind == "phrase":
                self.phrases.given(seat, phrase)
            else:
                self.phrases.shown(seat, phrase, body["time"])
        elif kind == "break-off":
            need(not started, "broken off after the deal")
            need(self.record["phrases"] == self.phrases.hashes, "phrases")
            self.phrases.broken_off(body, self.record["seats"])
        elif kind in ("sit", "leave", "sit-bot") and not started:
            self.phrases.seat_changed(seat, kind)

    def started(self, body: Any, before: Frame) -> None:
        need(before is None and self.frame is not None, "a second start")
        parts = self.phrases.parts(body["data"])
        need(self.record["phrases"] == self.phrases.hashes, "phrases")
        chance = Chance(mac(self.seed, "|".join([self.table, *parts])))
        self.game = GAMES[self.record["title"]](self.record["options"], self.record["seats"], chance)
        told = body["data"].get("fork")
        need(self.fork == (told and {name: told[name] for name in ("table", "event", "seat")}), "fork")
        step = Step(self.frame)
        if told is None:
            self.game.set_up(step)
        elif told["seat"] is None:
            step = Step(told["taken"])
            self.game.go_on(step, told["taken"])
            step.phases = (step.public["phase"],)
            need(self.frame["public"] == step.public, "fork")
        else:
            seat, taken = told["seat"], told["taken"]
            need(seat in range(self.record["seats"]), "fork")
            need(self.frame["public"] == taken["public"] and self.frame["own"][seat] == taken["own"][seat], "fork")
            step.phases = (step.public["phase"],)
        self.game.check(step, self.frame, body["happenings"])

    def played(self, body: Any, before: Frame) -> None:
        """A move, or a step of the house."""
        if before is None or self.game is None:
            raise Wrong("played before the start")
        if body["kind"] == "house":
            need(body["seat"] is None, "a seat of the house")
            step = self.game.house(before, self.frame)
        else:
            step = self.game.decision(before, self.frame, body)
        self.game.check(step, self.frame, body["happenings"])

    def end(self) -> None:
        """A finished match is over by its rules, others have ended as their last event says."""
        status = "finished" if self.over else ENDINGS.get(self.kind)
        if self.kind == "leave" and self.phrases.people:  # others are still there
            status = None
        need(self.digest == self.record["digest"], "end: another digest")
        said = self.record["status"]
        need(status is not None and status == said, f"end: {said}, but it is cut short or goes on")
        if self.frame is None:
            ever = self.phrases.ever
            need(all(one in ever[seat] for seat, one in enumerate(self.record["phrases"])), "end: phrases")
        else:
            need(status in ("finished", "voided"), f"end: {status} after the start")


NOT_READABLE = (KeyError, IndexError, TypeError, ValueError, AttributeError, RecursionError)


def verify(record: Any, kept: Sequence[str] = ()) -> str | None:
    """None if everything agrees, else what doesn't, with the number of the first event that is wrong.

    `kept` are receipts (digests of events) and phrases (SEAT:HEX) that somebody has kept; the first that does not fit
    is returned as it is. Raises what Python raises for something that has not even the outline of a record.
    """
    n, where = 0, ""
    try:
        checker = Checker(record)
        checker.begin()
        for n, event in enumerate(record["events"], 1):
            where = f"event {n}: "
            checker.event(n, event)
        where = ""
        checker.end()
    except Wrong as wrong:
        return f"{where}{wrong}"
    except NOT_READABLE as problem:
        if not where:
            raise
        return f"{where}not readable, {type(problem).__name__} {problem}"
    return unknown(record, kept)


def unknown(record: Any, kept: Sequence[str]) -> str | None:
    """The first receipt or phrase that is not this record's."""
    phrases = Phrases(record["table"], record["seats"])
    known = {*record["phrases"], *(event["digest"] for event in record["events"])}
    for one in kept:
        seat, colon, phrase = one.partition(":")
        if (phrases.hashed(int(seat), phrase) if colon else one) not in known:
            return one
    return None


def remark(record: Any) -> str:
    """What could not be checked of a record that agrees; "" where nothing was left open."""
    fork = json.loads(record["events"][0]["body"])["data"].get("fork")
    if fork is None:
        return ""
    if fork["seat"] is None:
        return "It goes on from another match; that its beginning is a position of that one is not checked."
    return "It goes on from another match; what was imagined of it is not checked."


def printable(text: str) -> str:
    """With whatever could steer a terminal written as an escape: what is said may quote a stranger's record."""
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)


def decoded(sent: bytes) -> str:
    """The text of a file that may have gone through an editor or a shell: UTF-8 or UTF-16, with or without a mark."""
    if sent.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return sent.decode("utf-16")
    if sent[:2] in (b"{\0", b"\0{"):
        return sent.decode("utf-16-le" if sent[1] == 0 else "utf-16-be")
    return sent.decode("utf-8-sig")


def main(arguments: Sequence[str]) -> None:
    try:
        record = read(decoded(sys.stdin.buffer.read()))
        wrong = verify(record, arguments)
        more = "" if wrong else remark(record)
    except Exception as problem:
        wrong = f"not a whole record, {problem!r}"
    if wrong:
        sys.exit(f"NO: {printable(wrong)}")
    print(f"Yes: log, cards, receipts and phrases agree. {more}".strip())


if __name__ == "__main__":
    main(sys.argv[1:])
