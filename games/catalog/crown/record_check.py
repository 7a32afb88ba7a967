"""Card checks of The Crown of Lombardia."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from games.replays.standalone.record_checker.base import (
    GAMES,
    Cards,
    Chance,
    Frame,
    Game,
    Step,
    need,
    together,
    without,
)


class Crown(Game):
    """25 cards of four kinds and two sides. In solo the second is an automaton, and all hands are open.

    On trust: points, and so whether the match is won by points.
    """

    kinds = "PBNK"  # prince, bishop, noble, knight
    full_deck = tuple("PPP" + "B" * 5 + "N" * 9 + "K" * 11)
    deck = tuple("PBBBBNNNNNNNNNKKKKKKKKKKK")  # all except those that are in the pile from the start
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
        deeds = {name: [{key: entry[key] for key in deed} for entry in public[name]] for name in ("deeds", "before")}
        return {**{name: public[name] for name in names}, **deeds}

    def sides(self, state: Any) -> list[Any]:
        """Return what both sides hold in a frame or a step. The state has it in one of two places."""
        public, own = (state.public, state.own) if isinstance(state, Step) else (state["public"], state["own"])
        both: list[Any] = public["open"] or own
        return both

    def places(self, state: Frame) -> list[Cards]:
        public, both = state["public"], self.sides(state)
        passed = both[public["player"]]["passed"] if public["phase"] in ("pick", "give") else []
        held = [own["hand"] + own["drawn"] + own["buried"] for own in both]
        return [*held, passed, public["pile"], state["hidden"]["deck"]]

    def check_deck(self, state: Frame) -> None:
        if state["public"]["phase"] in ("start", "deal"):
            need(together(self.places(state)) == list(self.aside), "cards before the deal")
        else:
            super().check_deck(state)

    def finish(self, step: Step) -> None:
        """Count the cards, which is public. In solo everything except the deck is."""
        public, both = step.public, self.sides(step)
        counted = self.solo or self.options["show_hand_sizes"]
        public["sizes"] = [len(own["hand"]) for own in both] if counted else []
        public["deck_size"] = len(step.hidden["deck"])
        public["in_draw"] = sum(len(own["drawn"]) for own in both)
        public["face_down"] = sum(len(own["buried"]) for own in both)
        if self.solo:
            step.own = [both[0]]

    # Moving cards.

    def in_order(self, cards: Iterable[str]) -> list[str]:
        return sorted(cards, key=self.kinds.index)

    def less(self, cards: Cards, removed: Cards) -> list[str]:
        """Return the cards without some of them, as far as these are there."""
        return self.in_order((Counter(cards) - Counter(removed)).elements())

    def cost(self, kind: str, move: Any) -> list[str]:
        """Return the cards that count as this many of a kind. With `pair`, two princes count as one of them."""
        count = move["count"]
        need(type(count) is int and 0 < count <= 11, "a number of cards")
        return ["P", "P"] + [kind] * (count - 1) if move.get("pair") else [kind] * count

    def other(self, step: Step) -> int:
        seat: int = 1 - step.public["player"]
        return seat

    def draw(self, step: Step, count: int) -> list[str]:
        """Draw this many cards from the top of the deck, or all if there are fewer."""
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
        """Move cards from a hand to the pile, face up."""
        self.lose(step, seat, cards)
        self.to_pile(step, cards)
        if seat == step.public["player"]:
            step.public["tabled"] = self.less(step.public["tabled"], cards)
        self.learn(step, 1 - seat, self.less(self.sides(step)[seat]["exposed"], cards))

    def to_pile(self, step: Step, cards: Cards) -> None:
        step.public["pile"] = self.in_order(step.public["pile"] + list(cards))

    def bury(self, step: Step, seat: int, cards: Cards) -> None:
        """Put cards into the pile face down, known only to that seat; in solo face up."""
        if self.solo:
            self.to_pile(step, cards)
        else:
            own = self.sides(step)[seat]
            own["buried"] = self.in_order(own["buried"] + list(cards))

    def learn(self, step: Step, seat: int, cards: Cards) -> None:
        """Set what a seat surely knows of the other's hand. Both know it. Solo has no such knowledge."""
        both = self.sides(step)
        if not self.solo and both[seat]["known"] != cards:
            both[seat]["known"], both[1 - seat]["exposed"] = list(cards), list(cards)

    def tell_own(self, step: Step, seat: int, plain: str, secret: str, facts: Any, cards: Any) -> None:
        """Show everyone the plain facts and the seat its cards; in solo show everyone the cards."""
        if self.solo:
            step.tell(secret, **cards)
        else:
            step.tell(plain, **facts)
            step.tell_seat(seat, secret, **cards)

    def back(self, step: Step) -> str:
        """Return the phase after an attack, in which the turn continues."""
        return "auto" if self.solo and step.public["player"] == 1 else "act"

    def decides(self, public: Any) -> int:
        """Return the seat that has to decide; -1 while the house moves, which it also does for the automaton."""
        player, phase, seat = public["player"], public["phase"], -1
        if phase in ("keep", "give", "act", "choose", "limit"):
            seat = player
        elif phase in ("pick", "defend"):
            seat = 1 - player
        return -1 if self.solo and seat == 1 else seat

    # The house.

    def house(self, before: Frame, claimed: Frame) -> Step:
        need(self.decides(before["public"]) < 0, "the house moves while a seat has to decide")
        return super().house(before, claimed)

    def decision(self, before: Frame, claimed: Frame, body: Any) -> Step:
        asked, shows = self.decides(before["public"]), self.options["reveal_princes_any_time"]
        out_of_turn = body["move"]["type"] == "reveal" and shows and asked >= 0
        need(body["seat"] == asked or out_of_turn, "a move out of turn")
        need(body["move"]["type"] != "reveal" or shows or before["public"]["phase"] == "act", "princes out of turn")
        return super().decision(before, claimed, body)

    def set_up(self, step: Step) -> None:
        step.public.update(turn=0, player=0, pile=list(self.aside), tabled=[], deeds=[], before=[], shuffles=0)
        names = ("hand", "drawn", "passed", "offered", "buried", "known", "exposed")
        both: list[Any] = [{name: [] for name in names} for _ in range(2)]
        step.own, step.public["open"] = both, both if self.solo else []
        step.hidden = {"deck": []}
        step.phases = ("start",)
        self.finish(step)

    def house_start(self, step: Step, claimed: Frame) -> None:
        step.public["player"] = self.chance.below("first-player", 2)
        step.tell("first-player", seat=step.public["player"])
        step.phases = ("deal",)

    def house_deal(self, step: Step, claimed: Frame) -> None:
        """Deal five cards each, the first player's from the top. `player` is the other seat until the first turn."""
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

    def house_between(self, step: Step, claimed: Frame) -> None:
        """Begin the next turn. In solo the automaton first draws up to five cards."""
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
        """Shuffle the whole pile into a new deck."""
        public, both = step.public, self.sides(step)
        public["shuffles"] += 1
        cards = self.in_order(public["pile"] + both[0]["buried"] + both[1]["buried"])
        step.hidden["deck"] = self.chance.shuffled(f"reshuffle/{public['shuffles']}", cards)
        public["pile"] = both[0]["buried"] = both[1]["buried"] = []
        step.tell("reshuffled", cards=len(cards))

    def house_draw(self, step: Step, claimed: Frame) -> None:
        """Draw three cards. If the deck runs out before that, keep those drawn and shuffle the pile."""
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

    def house_open(self, step: Step, claimed: Frame) -> None:
        """Show the attacker the hand that was not defended."""
        seat, other = step.public["player"], self.other(step)
        hand = self.sides(step)[other]["hand"]
        self.learn(step, seat, hand)
        facts, shown = {"seat": other, "cards": len(hand)}, {"seat": other, "cards": hand}
        self.tell_own(step, seat, "hand-opened", "hand-seen", facts, shown)
        step.phases = ("choose",) if hand else (self.back(step),)

    def house_won(self, step: Step, claimed: Frame) -> None:
        step.phases = ("over",)

    # The automaton, seat 1 in solo, decides by fixed rules.

    def house_auto(self, step: Step, claimed: Frame) -> None:
        """Play the first that's possible: three princes, bishops once a turn, all nobles, an attack, the turn's end."""
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

    def house_defend(self, step: Step, claimed: Frame) -> None:
        """Defend with two knights, or with a single one and two princes."""
        hand = self.sides(step)[1]["hand"]
        pair = hand.count("K") == 1 and hand.count("P") >= 2
        if hand.count("K") >= 2 or pair:
            self.defend(step, {"count": 2, "pair": pair})
        else:
            self.give_in(step)

    def house_choose(self, step: Step, claimed: Frame) -> None:
        """Take the most frequent kind; of equals the first of prince, bishop, noble, knight."""
        hand = self.sides(step)[0]["hand"]
        self.take(step, max(self.in_order(set(hand)), key=hand.count))

    # The moves, also those of the automaton.

    def move_keep(self, step: Step, claimed: Frame, seat: int, move: Any, body: Any) -> None:
        """Keep one of the three drawn cards and pass on the other two."""
        both, kind = self.sides(step), move["kind"]
        passed = without(both[seat]["drawn"], [kind], "the drawn cards")
        self.gain(step, seat, [kind])
        both[seat].update(drawn=[], passed=passed)
        both[1 - seat]["offered"] = list(passed)
        self.tell_own(step, seat, "kept", "kept-card", {"seat": seat}, {"seat": seat, "kind": kind})
        if not self.solo:
            step.happenings.append({"to": [0, 1], "what": {"type": "passed", "seat": seat, "cards": passed}})
        step.phases = ("give",) if self.solo else ("pick",)

    def move_pick(self, step: Step, claimed: Frame, seat: int, move: Any, body: Any) -> None:
        """Keep one of the two passed cards and bury the other."""
        own, kind = self.sides(step)[seat], move["kind"]
        remaining = without(own["offered"], [kind], "the offered cards")
        known = self.in_order([*own["exposed"], kind])
        self.gain(step, seat, [kind])
        self.bury(step, seat, remaining)
        if remaining == [kind]:  # of two equal cards the turn player knows which one was kept
            self.learn(step, 1 - seat, known)
        step.tell("picked", seat=seat)
        step.tell_seat(seat, "picked-card", seat=seat, kind=kind, other=remaining[0])
        step.phases = ("act",)

    def move_give(self, step: Step, claimed: Frame, seat: int, move: Any, body: Any) -> None:
        """In solo, give one of the two cards to the automaton and put the other into the pile."""
        both = self.sides(step)
        remaining = without(both[0]["passed"], [move["kind"]], "the passed cards")
        self.gain(step, 1, [move["kind"]])
        self.to_pile(step, remaining)
        both[0]["passed"] = both[1]["offered"] = []
        step.tell("given", kind=move["kind"], other=remaining[0])
        step.phases = ("act",)

    def move_reveal(self, step: Step, claimed: Frame, seat: int, move: Any, body: Any) -> None:
        self.reveal(step, seat)

    def reveal(self, step: Step, seat: int) -> None:
        """Win at once with three princes. Cards that were just passed on go into the pile, face down."""
        need(self.sides(step)[seat]["hand"].count("P") == 3, "no three princes in the hand")
        if step.public["phase"] in ("pick", "give"):
            both, player = self.sides(step), step.public["player"]
            self.bury(step, player, both[player]["passed"])
            if self.solo:
                both[player]["passed"] = both[1 - player]["offered"] = []
        step.tell("princes-revealed", seat=seat)
        step.phases = ("won",)

    def move_bishops(self, step: Step, claimed: Frame, seat: int, move: Any, body: Any) -> None:
        self.show_bishops(step, move)

    def show_bishops(self, step: Step, move: Any) -> None:
        """Show bishops. They lie on the table until the turn ends, and the other seat knows them from now on."""
        public, seat, cards = step.public, step.public["player"], self.cost("B", move)
        tabled = self.in_order(public["tabled"] + cards)
        without(self.sides(step)[seat]["hand"], tabled, f"the hand of seat {seat + 1}")
        known: Counter[str] = Counter(self.sides(step)[1 - seat]["known"])
        self.learn(step, 1 - seat, self.in_order((known | Counter(tabled)).elements()))
        public["tabled"] = tabled
        public["deeds"].append({"what": "bishops", "cards": cards, "defence": [], "took": "", "count": 0})
        step.tell("bishops-shown", seat=seat, cards=cards)
        step.phases = (public["phase"], "won")

    def move_nobles(self, step: Step, claimed: Frame, seat: int, move: Any, body: Any) -> None:
        self.discard_nobles(step, move)

    def discard_nobles(self, step: Step, move: Any) -> None:
        public, seat, cards = step.public, step.public["player"], self.cost("N", move)
        self.discard(step, seat, cards)
        public["deeds"].append({"what": "nobles", "cards": cards, "defence": [], "took": "", "count": 0})
        step.tell("nobles-discarded", seat=seat, cards=cards)
        step.phases = (public["phase"], "won")

    def move_attack(self, step: Step, claimed: Frame, seat: int, move: Any, body: Any) -> None:
        self.attack(step, {**move, "count": 3})

    def attack(self, step: Step, move: Any) -> None:
        """Attack with three knights. The other seat then decides whether to defend."""
        public, seat, cards = step.public, step.public["player"], self.cost("K", move)
        self.discard(step, seat, cards)
        public["deeds"].append({"what": "attack", "cards": cards, "defence": [], "took": "", "count": 0})
        step.tell("attacked", seat=seat, cards=cards)
        step.phases = ("defend",)

    def move_defend(self, step: Step, claimed: Frame, seat: int, move: Any, body: Any) -> None:
        self.defend(step, {**move, "count": 2})

    def defend(self, step: Step, move: Any) -> None:
        other, cards = self.other(step), self.cost("K", move)
        step.public["deeds"][-1]["defence"] = cards
        self.discard(step, other, cards)
        step.tell("defended", seat=other, cards=cards)
        step.phases = (self.back(step),)

    def move_yield(self, step: Step, claimed: Frame, seat: int, move: Any, body: Any) -> None:
        self.give_in(step)

    def give_in(self, step: Step) -> None:
        step.tell("yielded", seat=self.other(step))
        step.phases = ("open",)

    def move_take(self, step: Step, claimed: Frame, seat: int, move: Any, body: Any) -> None:
        self.take(step, move["kind"])

    def take(self, step: Step, kind: str) -> None:
        """Discard all cards of a kind from the attacked hand."""
        other = self.other(step)
        count = self.sides(step)[other]["hand"].count(kind)
        need(count, f"no card {kind} in the hand that was attacked")
        step.public["deeds"][-1].update(took=kind, count=count)
        self.discard(step, other, [kind] * count)
        step.tell("taken", seat=other, kind=kind, count=count)
        step.phases = (self.back(step), "won")

    def move_end_turn(self, step: Step, claimed: Frame, seat: int, move: Any, body: Any) -> None:
        self.end_turn(step, limit=8)

    def end_turn(self, step: Step, limit: int) -> None:
        """Return the shown cards to the hand. With eight cards or more, half must be discarded."""
        public, seat = step.public, step.public["player"]
        step.tell("turn-ended", seat=seat, returned=public["tabled"])
        public["tabled"] = []
        step.phases = ("limit",) if len(self.sides(step)[seat]["hand"]) >= limit else ("between",)

    def move_discard(self, step: Step, claimed: Frame, seat: int, move: Any, body: Any) -> None:
        """Discard face down. Known cards stay known, as far as they cannot all be among the discarded ones."""
        own, cards = self.sides(step)[seat], self.in_order(move["cards"])
        need(len(cards) == len(own["hand"]) // 2, "half of the cards")
        known = [kind for kind in self.kinds for _ in range(own["exposed"].count(kind) - len(cards))]
        self.lose(step, seat, cards)
        self.bury(step, seat, cards)
        self.learn(step, 1 - seat, self.in_order(known))
        facts, shown = {"seat": seat, "count": len(cards)}, {"seat": seat, "cards": cards}
        self.tell_own(step, seat, "discarded", "discarded-cards", facts, shown)
        step.phases = ("between",)


GAMES["crown"] = Crown
