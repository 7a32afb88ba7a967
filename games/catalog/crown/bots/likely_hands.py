"""Possible hands of the other player, weighted by how the unseen cards may lie and by its likely play."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate, product
from math import comb

from games.catalog.crown.bots.counts import BISHOPS, KNIGHTS, NOBLES, PRINCES, STEPS, encode_hand
from games.catalog.crown.card_counting import BEFORE_SEEN, count_held, list_seen_cards
from games.catalog.crown.cards import ALL, KINDS, Cards, remove_cards
from games.catalog.crown.view import CrownView
from games.engine.chance import Rng

DOUBT = 8  # factor by which unlikely actions or omissions reduce a hand's weight

Worlds = Mapping[int, int]  # hands and their weights


def weigh_hands(view: CrownView, want: Callable[[int], float]) -> Worlds:
    """Return every hand that the other may hold (as `counts.py` codes), and its weight. In solo, the one it holds.

    `want` rates a hand for the other: of two cards passed, it is assumed to have kept the one that makes the better
    hand.
    """
    seen_cards, held, passed = list_seen_cards(view) + view.known, count_held(view), view.mine.passed
    if not _has_picked_unseen(view):
        hands = list_hands(view.known, remove_cards(ALL, seen_cards), held)
        return {code: ways * weigh_restraint(code, view) for code, ways in hands}
    first, second = (STEPS[kind] for kind in passed)
    weights: dict[int, int] = {}
    for code, ways in list_hands(view.known, remove_cards(ALL, seen_cards + passed), held - 1):
        weight = ways * weigh_restraint(code, view)
        wants_first = want(code + first) >= want(code + second)
        for step, is_wanted in ((first, wants_first), (second, not wants_first)):
            weights[code + step] = weights.get(code + step, 0) + weight * (DOUBT if is_wanted else 1)
    return weights


def sample_hands(worlds: Worlds, count: int, rng: Rng) -> list[int]:
    """Draw hands by weight; if there is only one, it is returned once."""
    if len(worlds) == 1:
        return list(worlds)
    hands, ends = list(worlds), list(accumulate(worlds.values()))
    return [hands[bisect_right(ends, rng.randbelow(ends[-1]))] for _ in range(count)]


def list_hands(known_cards: Cards, unseen: Cards, held: int) -> Iterator[tuple[int, int]]:
    """Yield possible hands of `held` cards, made of the known ones and unseen ones, and the number of ways for each."""
    base, missing = encode_hand(known_cards), held - len(known_cards)
    have = [unseen.count(kind) for kind in KINDS]
    for p, b, n in product(*(range(min(count, missing) + 1) for count in have[:3])):
        k = missing - p - b - n
        if 0 <= k <= have[3]:
            ways = comb(have[0], p) * comb(have[1], b) * comb(have[2], n) * comb(have[3], k)
            yield base + p * STEPS["P"] + b * STEPS["B"] + n * STEPS["N"] + k * STEPS["K"], ways


def weigh_restraint(code: int, view: CrownView) -> int:
    """Return how likely it is, in parts of DOUBT, that the other has had a turn and still holds such a hand."""
    public = view.public
    if public.turn < 2 or public.options.solo:
        return DOUBT
    received = 0 if public.player == view.me else 2 if public.phase == "pick" else 1  # cards received since
    saves = NOBLES[code] >= (2 if public.options.classic else 4) + received
    hides = BISHOPS[code] + PRINCES[code] // 2 >= 3 + received and view.known.count("B") < 3
    waits = KNIGHTS[code] >= 6 + received
    return DOUBT if saves + hides + waits == 0 else 1


def _has_picked_unseen(view: CrownView) -> bool:
    """Return whether the other has just picked one of two different cards, and may still hold it."""
    public, passed = view.public, view.mine.passed
    just = public.player == view.me and public.phase in BEFORE_SEEN and not public.options.solo
    return just and len(set(passed)) == 2 and not any(deed.struck for deed in public.deeds)
