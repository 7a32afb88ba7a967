"""Bugs in the rules: who may do what, what it costs, who wins."""

from tests.mutants.listing import Bug, File

FILES = (
    File(
        "games/engine/legal_moves.py",
        ("tests/engine/test_legal.py",),
        (
            Bug(
                "an amount may be a step above the most",
                "self.min <= value <= self.max and (value - self.min)",
                "self.min <= value <= self.max + self.step and (value - self.min)",
            ),
            Bug(
                "a pick may name the same card twice",
                "self.min <= len(picked) <= self.max and len(set(picked)) == len(picked) and set(picked)",
                "self.min <= len(picked) <= self.max and set(picked)",
            ),
            Bug(
                "an arrangement may lay a card twice and another not at all",
                "!= self.shape or sorted(laid) != sorted(self.cards)",
                "!= self.shape or not set(laid) <= set(self.cards)",
            ),
        ),
    ),
    File(
        "games/engine/chance.py",
        ("tests/engine/test_chance.py",),
        (
            Bug("a shuffle never leaves a card where it was", "j = number % (i + 1)", "j = number % i"),
            Bug(
                "the seats' phrases are left out of the key",
                '"|".join((table_id, *seat_hashes)).encode()',
                '"|".join((table_id, *("" for _ in seat_hashes))).encode()',
            ),
        ),
    ),
    File(
        "games/engine/transitions.py",
        ("tests/engine", "tests/moderation/test_suspended_seats.py"),
        (
            Bug(
                "who forfeited still counts among the others' places",
                "other_places = [place for seat, place in enumerate(standing.places) if seat not in last]",
                "other_places = list(standing.places)",
                ("tests/tables/test_time_up.py::test_who_forfeits_ranks_last",),
            ),
        ),
    ),
    File(
        "games/kit/betting.py",
        ("tests/kit/test_betting.py",),
        (
            Bug(
                "a short blind is owed only in part",
                "betting.seen[seat], blind, betting.step)",
                "betting.seen[seat], paid, betting.step)",
            ),
            Bug(
                "a short all-in lowers the step",
                "step = raised if raised > betting.step else betting.step",
                "step = raised if raised > 0 else betting.step",
            ),
            Bug(
                "who has acted may raise again over a short all-in",
                "if answered_bet >= 0 and betting.highest - answered_bet < betting.step and not reopens:",
                "if answered_bet > betting.highest and not reopens:",
            ),
            Bug(
                "side pots hold the chips of who has folded as if he could win",
                "seats = [seat for seat, amount in enumerate(paid) if amount >= level and live[seat]]",
                "seats = [seat for seat, amount in enumerate(paid) if amount >= level]",
            ),
            Bug("the odd unit goes to the last winner", "(at < odd)) * unit", "(at >= winners - odd)) * unit"),
            Bug(
                "the next seat is looked for from the seat itself on",
                "for at in range(after + 1, after + 1 + seats):\n        seat = at % seats",
                "for at in range(after, after + seats):\n        seat = at % seats",
            ),
        ),
    ),
    File(
        "games/kit/poker_hands.py",
        ("tests/kit/test_poker.py",),
        (
            Bug(
                "a full house takes its pair from kickers",
                "_first(multiples[:1], pairs, 2)",
                "_first(multiples[:1], ranks, 1)",
            ),
            Bug(
                "the wheel counts as a straight to the highest rank",
                "(1 << ranks - 1 | 15, 3)",
                "(1 << ranks - 1 | 15, ranks - 1)",
            ),
        ),
    ),
    File(
        "games/kit/seats.py",
        ("tests/kit/test_seats.py",),
        (
            Bug(
                "places after a tie are not skipped",
                "1 + sum([other > rank for other in ranks])",
                "1 + len({other for other in ranks if other > rank})",
                ("tests/catalog/lombard/test_rules.py", "tests/test_doctests.py"),
            ),
            Bug(
                "the order of the table begins with the dealer",
                "key=lambda seat: (seat - dealer - 1) % count",
                "key=lambda seat: (seat - dealer) % count",
            ),
        ),
    ),
    File(
        "games/catalog/lombard/rules.py",
        ("tests/catalog/lombard/test_rules.py",),
        (
            Bug(
                "a call opens the other hole card",
                "hole = (card, None) if at == 0 else (None, card)",
                "hole = (card, None) if at == 1 else (None, card)",
                ("tests/contract/test_games.py::test_random_matches_keep_the_contract[lombard]",),
            ),
            Bug(
                "the last player left may fold",
                "_PLAYS if _is_alone(state.public) else (*_PLAYS, Fold())",
                "(*_PLAYS, Fold())",
            ),
            Bug("a check of the turn is left out", "    if seat != state.public.turn:\n        return Legal()\n", ""),
        ),
    ),
    File(
        "games/catalog/lombard/house.py",
        ("tests/catalog/lombard/test_rules.py",),
        (
            Bug(
                "the target has to be passed, not reached",
                "won = balance >= public.options.target_coins",
                "won = balance > public.options.target_coins",
            ),
            Bug(
                "the worst hand takes the pot",
                "key=lambda seat: get_showdown_key(cards[seat], board), reverse=True)",
                "key=lambda seat: key(cards[seat], board))",
                ("tests/catalog/lombard/test_cases.py", "tests/catalog/lombard/test_rules.py"),
            ),
        ),
    ),
    File(
        "games/catalog/lombard/hands.py",
        ("tests/catalog/lombard/test_hands.py",),
        (
            Bug(
                "two princes don't complete a flush",
                "best = max(best, _best_with_wild(plain_counts), _best_by_suits(suits, 1))",
                "best = max(best, _best_with_wild(plain_counts))",
            ),
        ),
    ),
    File(
        "games/catalog/dilemma/rules.py",
        ("tests/catalog/dilemma/test_rounds.py",),
        (
            Bug(
                "a bet may be any number of chips",
                "free.low <= move.to <= free.high and move.to % UNIT == 0",
                "free.low <= move.to <= free.high",
            ),
            Bug(
                "a timeout folds where a check is free",
                "Check() if betting.bets[seat] == betting.highest else Fold()",
                "Check() if betting.bets[seat] > betting.highest else Fold()",
            ),
        ),
    ),
    File(
        "games/catalog/dilemma/showdown.py",
        ("tests/catalog/dilemma/test_settlement.py",),
        (
            Bug("penalties go to the bank after the active one", "before.level - 1\n", "before.level % 3\n"),
            Bug("the winner pays the penalty too", "if hand.place > 1]", "if hand.place > 0]"),
            Bug(
                "folded hands take part in the showdown",
                "_clockwise(public, public.live)}",
                "_clockwise(public, [at for at, cards in enumerate(public.starts) if cards])}",
            ),
            Bug(
                "the last hand is played once more",
                "public.hand >= (public.options.max_hands or HAND_CAP)",
                "public.hand > (public.options.max_hands or HAND_CAP)",
            ),
        ),
    ),
    File(
        "games/catalog/dilemma/house.py",
        ("tests/catalog/dilemma/test_rounds.py",),
        (
            Bug(
                "casino blinds hold for more than two",
                'options.heads_up_blinds == "casino" and big == dealer',
                'options.heads_up_blinds == "casino"',
            ),
        ),
    ),
    File(
        "games/catalog/sdc/rules.py",
        ("tests/catalog/sdc/test_stage.py", "tests/catalog/sdc/test_sheet.py"),
        (
            Bug(
                "a raise may name the bid again",
                'Amount(Raise, "to", public.bid + 1, public.limit)',
                'Amount(Raise, "to", public.bid, public.limit)',
            ),
            Bug(
                "a timeout calls a dear bid",
                'return Call() if public.phase == "answer" and public.bid == 1 else Drop()',
                'return Call() if public.phase == "answer" else Drop()',
                ("tests/catalog/sdc/test_options.py",),
            ),
        ),
    ),
    File(
        "games/catalog/sdc/house.py",
        ("tests/catalog/sdc/test_stage.py", "tests/catalog/sdc/test_sheet.py"),
        (
            Bug("the loser opens the next stage", "opener=winner, last=outcome", "opener=1 - winner, last=outcome"),
            Bug(
                "the opener's drop costs the raise",
                "return public.responder, public.bid\n",
                "return public.responder, public.raised or public.bid\n",
            ),
        ),
    ),
    File(
        "games/catalog/sdc/hands.py",
        ("tests/catalog/sdc/test_hands.py",),
        (
            Bug(
                "a straight is decided by its highest suit",
                "next(suit for number, suit in cards if number == end)",
                "max(suit for number, suit in cards)",
            ),
        ),
    ),
    File(
        "games/catalog/get9/betting.py",
        ("tests/catalog/get9/test_betting.py",),
        (
            Bug(
                "a raise is open with nobody left to answer",
                "max_bet <= public.table_bet or public.active == (seat,)",
                "max_bet <= public.table_bet",
            ),
            Bug(
                "the limit leaves out what lies in the pots",
                "limit - max(public.pots[seat] for seat in public.contenders)",
                "limit - min(public.pots[seat] for seat in public.contenders)",
            ),
            Bug(
                "who has bet the last chip stays active",
                'return public if chips_left else _with_status(public, seat, "all-in")',
                "return public",
            ),
        ),
    ),
    File(
        "games/catalog/get9/payment.py",
        ("tests/catalog/get9/test_flow.py", "tests/catalog/get9/test_sheet.py"),
        (
            Bug(
                "a tie with the dealer wins",
                "if dealer >= points[by_points[0][0]]:",
                "if dealer > points[by_points[0][0]]:",
            ),
            Bug(
                "the second is served from what the first has taken",
                "served = max(served, pots[seat])",
                "served = min(served, pots[seat])",
            ),
        ),
    ),
    File(
        "games/catalog/get9/house.py",
        ("tests/catalog/get9/test_flow.py", "tests/catalog/get9/test_sheet.py"),
        (Bug("who rested stays out of the next round", '"active" if status == "resting" else status', "status"),),
    ),
    File(
        "games/catalog/doudizhu/combos.py",
        (
            "tests/catalog/doudizhu/test_book.py",
            "tests/catalog/doudizhu/test_rules.py",
            "tests/catalog/doudizhu/test_cases.py",
        ),
        (
            Bug(
                "bombs compare by rank first",
                "(self.size, self.rank) > (other.size, other.rank)",
                "(self.rank, self.size) > (other.rank, other.size)",
            ),
            Bug(
                "sequences of another length may follow",
                "self.kind == other.kind and self.size == other.size and self.rank > other.rank",
                "self.kind == other.kind and self.rank > other.rank",
            ),
        ),
    ),
    File(
        "games/catalog/doudizhu/rules.py",
        ("tests/catalog/doudizhu/test_rules.py",),
        (
            Bug(
                "a limited seat may bomb again and again",
                "bombs_left = replace_at(bombs_left, seat, 0)",
                "bombs_left = replace_at(bombs_left, seat, 1)",
            ),
            Bug(
                "the auction goes on after somebody accepted",
                'ends = accepts or "" not in answers',
                'ends = "" not in answers',
            ),
        ),
    ),
    File(
        "games/catalog/doudizhu/house.py",
        ("tests/catalog/doudizhu/test_rules.py",),
        (
            Bug(
                "the landlord wins no more than a farmer",
                "gains = tuple(3 * to_landlord if",
                "gains = tuple(to_landlord if",
            ),
        ),
    ),
    File(
        "games/catalog/doudizhu/view.py",
        ("tests/catalog/doudizhu/test_rules.py",),
        (
            Bug("the turn goes clockwise", "(self.trick[-1].seat - 1) % SEATS", "(self.trick[-1].seat + 1) % SEATS"),
            Bug("the leader comes back after two passes", "self.trick[:-4:-1]", "self.trick[:-3:-1]"),
        ),
    ),
    File(
        "games/catalog/crown/choices.py",
        ("tests/catalog/crown/test_rules.py", "tests/catalog/crown/test_sheet.py"),
        (
            Bug(
                "bishops may be shown twice in a turn", "unshown = remove_cards(hand, public.tabled)", "unshown = hand"
            ),
            Bug(
                "three princes may be shown out of turn",
                'shows = public.options.reveal_princes_any_time or (seat == public.asked and public.phase == "act")',
                'shows = public.phase == "act"',
            ),
        ),
    ),
    File(
        "games/catalog/crown/effects.py",
        ("tests/catalog/crown/test_rules.py", "tests/catalog/crown/test_sheet.py"),
        (
            Bug(
                "an attack takes more points than there are",
                "points = min(len(cards), state.public.scores[other])",
                "points = len(cards)",
            ),
            Bug(
                "the hand limit begins a card later",
                "over_limit = len(get_sides(state)[seat].hand) >= limit",
                "over_limit = len(get_sides(state)[seat].hand) > limit",
            ),
            Bug(
                "what was discarded stays known",
                "return learn_cards(after, 1 - seat, remove_cards(side.exposed, cards))",
                "return after",
                ("tests/catalog/crown/test_memory.py",),
            ),
        ),
    ),
    File(
        "games/catalog/crown/house.py",
        ("tests/catalog/crown/test_solo.py",),
        (
            Bug(
                "the automaton shows bishops again and again",
                "if bishops >= 3 and not state.public.tabled:",
                "if bishops >= 3 and len(state.public.deeds) < 9:",
            ),
            Bug(
                "a reshuffle forgets what a seat has buried",
                "sort_cards(public.pile + sides[0].buried + sides[1].buried)",
                "sort_cards(public.pile + sides[0].buried)",
                (
                    "tests/contract/test_games.py::test_random_matches_keep_the_contract[crown]",
                    "tests/catalog/crown/test_rules.py",
                ),
            ),
        ),
    ),
)
