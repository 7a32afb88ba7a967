"""The hands that the other may hold, and how likely each is."""

from games.catalog.crown import rules
from games.catalog.crown.bots.counts import KNIGHTS, NOBLES, decode_hand, encode_hand
from games.catalog.crown.bots.likely_hands import DOUBT, Worlds, sample_hands, weigh_hands
from games.catalog.crown.determinize import imagine
from games.catalog.crown.game import GAME
from games.catalog.crown.moves import Attack, Keep, Pick, Take, Yield
from games.catalog.crown.state import CrownState, get_sides
from games.engine.chance import Chance, Rng
from tests.catalog.crown.positions import A, O, cards, draft, played, start, turn
from tests.catalog.states import but


def weigh(state: CrownState, seat: int = A) -> Worlds:
    return weigh_hands(GAME.view(state, seat), lambda code: KNIGHTS[code])


def test_a_hand_that_was_seen_is_the_only_one() -> None:
    state = played(turn("K3 N2", "K1 N3 B2"), (A, Attack()), (O, Yield()), (A, Take("B")))
    assert [decode_hand(code) for code in weigh(state)] == [cards("N3 K1")]


def test_a_hand_is_as_likely_as_its_cards_are_many() -> None:
    """Of the 20 cards that A doesn't see O holds one: 11 knights, 5 bishops, 3 princes, a noble."""
    weights = weigh(turn("N8", "K1"))
    assert {decode_hand(code): weight // DOUBT for code, weight in weights.items()} == {
        cards("P1"): 3,
        cards("B1"): 5,
        cards("N1"): 1,
        cards("K1"): 11,
    }


def test_nobody_is_believed_to_hold_on_to_what_scores() -> None:
    later = but(turn("K3 B1", "K3 N2"), turn=2)
    weights = weigh(later)
    assert weights[encode_hand(cards("K3 N2"))] * DOUBT == weigh(turn("K3 B1", "K3 N2"))[encode_hand(cards("K3 N2"))]
    few_nobles = sum(weight for code, weight in weights.items() if NOBLES[code] < 2)
    assert few_nobles > 2 * sum(weight for code, weight in weights.items() if NOBLES[code] >= 2)


def test_of_two_cards_passed_the_wanted_one_was_kept() -> None:
    """Here knights are wanted; the noble lies in the pile then."""
    state = played(draft("K2", "N2 K1", "B1 K1 N1"), (A, Keep("B")))
    picked = played(state, (O, Pick("N")))
    unpassed = turn("K2 B1", "N3 K1")  # the same cards seen, and nothing passed
    assert count_knights(weigh(picked)) > 2 * count_knights(weigh(unpassed)) > 0


def count_knights(weights: Worlds) -> float:
    """Of the hands' weight, how much holds three or more for each that holds fewer."""
    heavy = sum(weight for code, weight in weights.items() if KNIGHTS[code] >= 3)
    return heavy / (sum(weights.values()) - heavy)


def test_every_hand_that_can_be_imagined_has_a_weight() -> None:
    """And the one that is held, in every question of some matches."""
    questions = 0
    for mode, seed in (("classic", 1), ("adjusted", 2), ("classic", 3), ("solo", 4)):
        chance, state, rng = Chance(b"%d" % seed), start(mode=mode), Rng(b"likely", str(seed))
        while not rules.over(state):
            if step := rules.advance(state, chance):
                state = step.state
                continue
            seat = min(rules.waiting_on(state))
            weights, questions = weigh(state, seat), questions + 1
            view = GAME.view(state, seat)
            worlds = [state, *(imagine(view, rng) for _ in range(3))]
            assert all(weights[encode_hand(get_sides(world)[1 - seat].hand)] > 0 for world in worlds)
            state = rules.apply(state, seat, rules.legal(state, seat).sample(rng)).state
    assert questions > 100


def test_hands_are_drawn_by_their_weights() -> None:
    samples = sample_hands({7: 1, 8: 3}, 400, Rng(b"likely", "drawn"))
    assert 270 < samples.count(8) < 330
    assert sample_hands({5: 9}, 400, Rng(b"likely", "one")) == [5]


def test_alone_both_hands_are_open() -> None:
    assert list(weigh(turn("K3", "N3 B2", mode="solo"))) == [encode_hand(cards("N3 B2"))]
