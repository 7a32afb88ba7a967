"""Card checks of the game GET9!."""

from __future__ import annotations

from typing import Any

from games.replays.standalone.record_checker.base import GAMES, Cards, Frame, Game, Step, need, together


class Get9(Game):
    """Every seat arranges nine cards of its own; the dealer's nine are shuffled.

    On trust: chips, and so which seats play when a match begins, and when a round's betting is over.
    """

    full_deck = tuple("123456789")
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
        last_facts = last and {name: last[name] for name in ("match", "rounds", "points", "dealer_points")}
        return {**{name: public[name] for name in names}, "in": self.plays(public), "last": last_facts}

    def places(self, state: Frame) -> list[Cards]:
        """Return nothing: `check_deck` checks the deck of each seat and the dealer's."""
        return []

    def check_deck(self, state: Frame) -> None:
        for piles in (state["hidden"]["dealer"], *(own["piles"] for own in state["own"])):
            need(not piles or [len(pile) for pile in piles] == [3, 3, 3], "piles that are not three of three")
            cards = sorted(together(piles))
            need(not cards or cards == sorted(self.full_deck), "piles that are not 1 to 9")

    def plays(self, public: Any) -> list[bool]:
        """Return for each seat whether it can still win the match."""
        return [status not in ("folded", "out") for status in public["statuses"]]

    def contenders(self, step: Step) -> list[int]:
        return [seat for seat, plays in enumerate(self.plays(step.public)) if plays]

    def clear(self, step: Step) -> None:
        """Remove all cards from the table, between two matches."""
        nobody = [False for _ in self.all_seats()]
        step.public.update(split=nobody, chosen=list(nobody), round=0, rounds=[])
        step.own = [{"piles": [], "picks": [], "filed": ""} for _ in self.all_seats()]
        step.hidden = {"dealer": []}

    def set_up(self, step: Step) -> None:
        self.clear(step)
        step.public.update(match=0, last=None, statuses=["active"] * self.seats)
        step.phases = ("begin",)

    def begin_fork(self, step: Step, taken: Frame) -> None:
        """Shuffle the dealer's hidden cards and put them back into its piles."""
        if not step.public["round"]:
            return
        opened = [[play["dealer"], *play["dealer_others"]] if play["dealer"] else [] for play in step.public["rounds"]]
        seen = [card for cards in opened for card in cards]
        free = [card for card in self.chance.shuffled("fork", self.full_deck) if card not in seen]
        piles = []
        for number in range(3):
            pile = list(opened[number]) if number < len(opened) else []
            while len(pile) < 3:
                pile.append(free.pop())
            piles.append([pile[1], pile[0], pile[2]])  # the open card is the second of its pile
        step.hidden["dealer"] = piles

    def house_begin(self, step: Step, claimed: Frame) -> None:
        public = step.public
        public.update(match=public["match"] + 1, round=1)
        cards = self.shuffled(f"match/{public['match']}/dealer")
        step.hidden["dealer"] = [cards[:3], cards[3:6], cards[6:]]
        step.tell("match-began", match=public["match"])
        step.phases = ("split",)

    def move_split(self, step: Step, claimed: Frame, seat: int, move: Any, body: Any) -> None:
        """Split the cards into three piles of three. A card of the first may be filed at the same time."""
        need(not step.public["split"][seat] and self.plays(step.public)[seat], "a second split")
        piles, filed = [sorted(pile) for pile in move["piles"]], move.get("card", "")
        need(sorted(together(piles)) == list(self.full_deck), "a split of other cards")
        need(filed == "" or filed in piles[0], "a filed card of another pile")
        if body["cause"] in ("clock", "house") or "safe" in body["data"]:
            cards = self.shuffled(f"match/{step.public['match']}/split/{seat}")
            need(piles == [sorted(cards[at : at + 3]) for at in (0, 3, 6)] and not filed, "not the split by lot")
        step.public["split"][seat] = True
        step.own[seat] = {"piles": piles, "picks": [], "filed": filed}
        step.tell("split-done", seat=seat)
        step.tell_seat(seat, "split-made", seat=seat, piles=piles)
        step.phases = ("split",)

    def house_split(self, step: Step, claimed: Frame) -> None:
        """Choose the filed cards, after every seat has split."""
        need(all(step.public["split"][seat] for seat in self.contenders(step)), "not all have split")
        filed = [seat for seat in self.contenders(step) if step.own[seat]["filed"]]
        step.tell("choice-began", seats=filed)
        for seat in filed:
            own = step.own[seat]
            step.tell_seat(seat, "card-chosen", seat=seat, card=own["filed"])
            own.update(picks=[own["filed"]], filed="")
            step.public["chosen"][seat] = True
        step.phases = ("choose",)

    def move_choose(self, step: Step, claimed: Frame, seat: int, move: Any, body: Any) -> None:
        """Choose a card of this round's pile. Until every seat has split, it can replace a filed one."""
        public, own = step.public, step.own[seat]
        need(seat in self.contenders(step), "a choice of a seat that is not in")
        need(public["split"][seat] and not public["chosen"][seat], "a second choice, or one before the split")
        need(move["card"] in own["piles"][public["round"] - 1], "a card of another pile")
        own.update(picks=[*own["picks"], move["card"]], filed="")
        public["chosen"][seat] = True
        step.tell("chosen", seat=seat)
        step.tell_seat(seat, "card-chosen", seat=seat, card=move["card"])
        step.phases = (public["phase"],)

    def house_choose(self, step: Step, claimed: Frame) -> None:
        """Open the chosen cards together."""
        public = step.public
        need(all(public["chosen"][seat] for seat in self.contenders(step)), "not all have chosen")
        played = [""] * self.seats
        for seat in self.contenders(step):
            played[seat] = step.own[seat]["picks"][public["round"] - 1]
            step.tell("played", seat=seat, card=played[seat])
        play = {"played": played, "dealer": "", "others": [], "points": [], "dealer_others": [], "dealer_points": 0}
        public["rounds"].append(play)
        step.phases = ("dealer",)

    def house_dealer(self, step: Step, claimed: Frame) -> None:
        """Open the second card of the dealer's pile."""
        card = step.hidden["dealer"][step.public["round"] - 1][1]
        step.public["rounds"][-1]["dealer"] = card
        step.tell("dealer-opened", card=card)
        step.phases = ("score",)

    def house_score(self, step: Step, claimed: Frame) -> None:
        """Open the other two cards of each seat that beats the dealer's card, or the dealer's if it beats all seats."""
        number, play = step.public["round"] - 1, step.public["rounds"][-1]
        play["others"] = [[] for _ in self.all_seats()]
        for seat in self.contenders(step):
            if self.beats(play["played"][seat], play["dealer"]):
                pile = step.own[seat]["piles"][number]
                play["others"][seat] = [card for card in pile if card != play["played"][seat]]
                step.tell("scored", seat=seat, cards=play["others"][seat], points=self.points(play["others"][seat]))
        if all(self.beats(play["dealer"], play["played"][seat]) for seat in self.contenders(step)):
            first, _, third = step.hidden["dealer"][number]
            play["dealer_others"] = [first, third]
        play["points"] = [self.points(cards) for cards in play["others"]]
        play["dealer_points"] = self.points(play["dealer_others"])
        step.tell("dealer-scored", cards=play["dealer_others"], points=play["dealer_points"])
        step.phases = ("bet",)

    def beats(self, card: str, other: str) -> bool:
        """Return whether a card beats another: the higher number wins, but 1 beats 9."""
        return card == "1" if {card, other} == {"1", "9"} else int(card) > int(other)

    def points(self, cards: Cards) -> int:
        return sum(int(card) for card in cards)

    def bet(self, step: Step, claimed: Frame, seat: int, *_: Any) -> None:
        """Check the turn. No card moves."""
        need(seat == step.public["turn"], "a move out of turn")
        step.phases = ("bet",)

    move_open = move_call = move_raise = move_check = move_all_in = bet

    def move_fold(self, step: Step, claimed: Frame, seat: int, move: Any, body: Any) -> None:
        self.bet(step, claimed, seat)
        step.public["statuses"][seat] = "folded"
        step.tell("folded", seat=seat)

    def house_bet(self, step: Step, claimed: Frame) -> None:
        """End the betting: the next round follows, or the payment after the third."""
        public = step.public
        need(public["turn"] is None, "the house moves while a seat has to bet")
        if public["round"] == 3:
            self.settle(step, claimed)
            return
        public.update(round=public["round"] + 1, chosen=[False for _ in self.all_seats()])
        step.tell("round-began", round=public["round"])
        step.phases = ("choose",)

    def settle(self, step: Step, claimed: Frame) -> None:
        """End the match: remove all cards, and let seats with chips play again."""
        public = step.public
        points = [sum(play["points"][seat] for play in public["rounds"]) for seat in self.all_seats()]
        dealer = sum(play["dealer_points"] for play in public["rounds"])
        last = {"match": public["match"], "rounds": public["rounds"], "points": points, "dealer_points": dealer}
        step.tell("match-ended", match=public["match"], points=points, dealer_points=dealer)
        self.clear(step)
        public["last"] = last
        public["statuses"] = ["active" if chips else "out" for chips in claimed["public"]["chips"]]
        step.phases = ("begin", "end")

    def house_end(self, step: Step, claimed: Frame) -> None:
        step.phases = ("over",)


GAMES["get9"] = Get9
