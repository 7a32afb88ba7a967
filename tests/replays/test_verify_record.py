"""The independent checker follows every card: honest records agree, and every swapped card is named.

The cheats are those of a site that has the seed and makes a new chain, so only the cards themselves can reveal them.
"""

import ast
import copy
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from games.catalog import registry
from games.replays.standalone.assembly import get_record_checker
from games.tables.models import ENDED_STATUSES, Event, Table
from tests.replays import record_checker
from tests.replays.random_records import random_record, setups, text_of
from tests.replays.rechaining import events_of, first_event, receipts, rechain, unfolded
from tests.replays.record_checker import verify, verify_record
from tests.replays.records.files import paths, read

ENDINGS, GAMES, remark = verify_record.ENDINGS, verify_record.GAMES, verify_record.remark

pytestmark = pytest.mark.thorough

Match = dict[str, Any]
SLUGS = list(registry.list_metadata())


# --- honest records ---------------------------------------------------------------------------------------------------


def honest(slug: str) -> Iterator[dict[str, Any]]:
    """Matches of some setups, one declared void, two that go on from another."""
    for number, (options, seats) in enumerate(setups(slug)[:4]):
        record = random_record(slug, options, seats, number)
        yield record
        if number == 0:
            yield random_record(slug, options, seats, number, ends="voided")
            yield random_record(slug, options, seats, 100, of=record)
            yield random_record(slug, options, seats, 101, of=record, seat=seats - 1)


@pytest.mark.parametrize("slug", SLUGS)
def test_honest_records_agree(slug):
    records = list(honest(slug))
    assert [verify(record, receipts(record)[-1:]) for record in records] == [None] * len(records)
    assert [bool(remark(record)) for record in records[:4]] == [False, False, True, True]
    assert [rechain(unfolded(record)) == record for record in records[:2]] == [True, True]


@pytest.mark.slow
@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("number", range(1, 40))
def test_many_honest_records_agree(slug, number):
    for at, (options, seats) in enumerate(setups(slug)):
        record = random_record(slug, options, seats, 1_000 * number + at)
        longer = [
            random_record(slug, options, seats, 1_000 * number + at, ends="voided"),
            random_record(slug, options, seats, 1_000 * number + 500 + at, of=record),
            random_record(slug, options, seats, 1_000 * number + 700 + at, of=record, seat=number % seats),
        ]
        assert [verify(honest) for honest in (record, *longer)] == [None] * 4


@pytest.mark.parametrize("path", paths(), ids=lambda path: path.name)
def test_records_of_older_releases_agree(path):
    assert verify(read(path)) is None


def test_it_is_one_file_without_anything_of_ours():
    """It runs alone, with nothing of the site in reach."""
    record = random_record("lombard", {}, 4, 1)
    command = [sys.executable, "-I", "-S", str(record_checker.PATH), receipts(record)[3]]
    run = subprocess.run(command, input=text_of(record).encode(), capture_output=True, check=True)
    assert run.stdout.decode() == "Yes: log, cards, receipts and phrases agree.\n"
    tree = ast.walk(ast.parse(get_record_checker(), feature_version=(3, 9)))
    imported = {
        name.split(".")[0]
        for node in tree
        for name in (
            [alias.name for alias in node.names] if isinstance(node, ast.Import)
            else [node.module or "."] if isinstance(node, ast.ImportFrom) else []
        )
    }  # fmt: skip
    assert "json" in imported
    assert imported <= sys.stdlib_module_names


def test_it_knows_every_game_with_its_moves_and_happenings():
    assert set(GAMES) == set(SLUGS)
    for slug, game in GAMES.items():
        title = registry.get_game(slug)
        assert set(game.moves) == {move.type for move in title.moves}
        fields = {kind: set(names.replace("+", "").split()) for kind, names in game.happenings.items()}
        assert fields == {happening.type: set(happening.__dataclass_fields__) for happening in title.happenings}


def test_it_knows_how_tables_end():
    assert {Table.Status.FINISHED, *ENDINGS.values()} == set(ENDED_STATUSES)
    assert set(Event.Kind.values) == verify_record.KINDS
    assert verify_record.KINDS > ENDINGS.keys() > set(verify_record.LAST_EVENTS)


# --- cheats: in each the first event that is wrong is returned, and named ------------------------------------------


@cache
def _play_match(slug: str, options: tuple[tuple[str, Any], ...], seats: int, number: int) -> dict[str, Any]:
    return random_record(slug, dict(options), seats, number)


def match_of(slug: str, seats: int, number: int = 1, **options: Any) -> Match:
    return unfolded(_play_match(slug, tuple(options.items()), seats, number))


def rest_of_hand(match: Match, event: dict[str, Any], until: str) -> list[dict[str, Any]]:
    """Return this event and those after it, until a happening returns all cards."""
    events = match["events"]
    rest = events[events.index(event) :]
    ends = (i for i, later in enumerate(rest) if i and until in types(later))
    return rest[: next(ends, len(rest))]


def types(event: dict[str, Any]) -> set[str]:
    return {happening["what"]["type"] for happening in event["body"]["happenings"]}


def rename_cards(value: Any, names: dict[str, str]) -> Any:
    """The same with other cards in the places of some."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [rename_cards(part, names) for part in value]
    if isinstance(value, dict):
        return {name: rename_cards(part, names) for name, part in value.items()}
    return value


def swap(events: list[dict[str, Any]], card: str, other: str, *, deck: bool = True) -> None:
    """Swap these two cards from then on, in the deck as well or not; happenings are changed accordingly."""
    names = {card: other, other: card}
    for event in events:
        frame, body = event["frame"], event["body"]
        hidden = frame["hidden"]
        event["frame"] = rename_cards(frame, names)
        if not deck:
            event["frame"]["hidden"] = hidden
        body["happenings"], body["move"] = rename_cards(body["happenings"], names), rename_cards(body["move"], names)


def replace_card(cards: list[str], old: str, new: str) -> list[str]:
    """One card of a hand made another."""
    at = cards.index(old)
    return [*cards[:at], new, *cards[at + 1 :]]


CHEATS: list[tuple[Callable[[], tuple[Match, dict[str, Any]]], str]] = []


def cheat(sentence: str) -> Callable[[Any], Any]:
    """Registers a cheat: it returns a changed match and the event that must be named, with `sentence` said of it."""

    def add(make: Any) -> Any:
        CHEATS.append((make, sentence))
        return make

    return add


@cheat("the cards of seat 1")
def dilemma_deal():
    """Two seats are dealt each other's first card."""
    match = match_of("dilemma", 4)
    event = first_event(match, "house", "dealt")
    hands = [private["cards"] for private in event["frame"]["own"]]
    swap(rest_of_hand(match, event, "hand-began"), hands[0][0], hands[1][0])
    return match, event


def board_event(match: Match, count: int) -> dict[str, Any]:
    return next(
        event
        for event in events_of(match, "house", "community-opened")
        if event["body"]["happenings"][-1]["what"].get("count", len(event["frame"]["public"]["board"])) == count
    )


@cheat("public: board")
def dilemma_river():
    """The river is a folded card; the deck goes on as if the right one had come."""
    match = match_of("dilemma", 4)
    event = board_event(match, 5)
    public, privates = event["frame"]["public"], event["frame"]["own"]
    folded = privates[public["betting"]["live"].index(False)]["cards"][0]
    river = public["board"][4]
    for later in rest_of_hand(match, event, "hand-began"):
        later["frame"]["public"] = rename_cards(later["frame"]["public"], {river: folded})
        later["body"]["happenings"] = rename_cards(later["body"]["happenings"], {river: folded})
    return match, event


@cheat("the hidden cards")
def dilemma_deck():
    """Before the flop two cards of the deck change places."""
    match = match_of("dilemma", 4)
    event = first_event(match, "move")
    deck = event["frame"]["hidden"]["deck"]
    swap(rest_of_hand(match, event, "hand-began"), deck[0], deck[-1])
    return match, event


@cheat("happening missing: dealt")
def dilemma_silence():
    """No deal is in the happenings, so nothing shows that cards were dealt."""
    match = match_of("dilemma", 4)
    event = first_event(match, "house", "dealt")
    event["body"]["happenings"] = []
    return match, event


@cheat("public: board")
def dilemma_no_river():
    """The showdown comes with four cards on the board."""
    match = match_of("dilemma", 4)
    event = board_event(match, 5)
    event["frame"] = copy.deepcopy(before(match, event)["frame"])
    event["frame"]["public"]["phase"] = "showdown"
    event["body"]["happenings"] = []
    return match, event


def before(match: Match, event: dict[str, Any]) -> dict[str, Any]:
    return match["events"][match["events"].index(event) - 1]


@cheat("public: hand")
def dilemma_hand_left_out():
    """A hand number is passed over: it would have dealt badly."""
    match = match_of("dilemma", 4)
    event = list(events_of(match, "house", "hand-began"))[1]
    for later in rest_of_hand(match, event, ""):
        later["frame"]["public"]["hand"] += 1
    event["body"]["happenings"][0]["what"]["hand"] += 1
    return match, event


@cheat("the cards of seat 2")
def lombard_deal():
    """A seat is dealt the first two cards of the rest of the deck."""
    match = match_of("lombard", 4)
    event = first_event(match, "house", "dealt")
    frame = event["frame"]
    rest = rest_of_hand(match, event, "round-began")
    for hole_card, card in zip(list(frame["own"][1]["cards"]), frame["hidden"]["deck"][-2:], strict=True):
        swap(rest, hole_card, card)
    return match, event


@cheat("the cards of seat")
def lombard_hole_card():
    """Just before its turn a seat's hole card becomes another, which it then opens."""
    match = match_of("lombard", 4)
    calls = (event for event in events_of(match, "move") if event["body"]["move"]["type"] == "call")
    call = next(event for event in calls if before(match, event)["body"]["kind"] == "move")
    event = before(match, call)
    hole_card = event["frame"]["own"][call["body"]["seat"]]["cards"][call["body"]["move"]["card"]]
    swap(rest_of_hand(match, event, "round-began"), hole_card, call["frame"]["hidden"]["deck"][-1], deck=False)
    return match, event


@cheat("public: board")
def lombard_runout():
    """The two last community cards are the lowest of the deck."""
    match = match_of("lombard", 4)
    event = board_event(match, 5)
    new, deck = event["frame"]["public"]["board"][3:], event["frame"]["hidden"]["deck"]
    rest = rest_of_hand(match, event, "round-began")
    for card, other in zip(new, deck[-2:], strict=True):
        swap(rest, card, other)
    return match, event


@cheat("the cards of seat")
def sdc_deal():
    match = match_of("sdc", 2)
    event = first_event(match, "house", "dealt")
    swap(
        rest_of_hand(match, event, "stage-began"),
        event["frame"]["own"][0]["hand"][0],
        event["frame"]["hidden"]["deck"][-1],
    )
    return match, event


@cheat("the cards of seat")
def sdc_exchange():
    """The opener draws a card from the bottom of the deck; the deck goes on as if it hadn't."""
    match = match_of("sdc", 2)
    event = next(
        event
        for event in events_of(match, "house", "drew")
        if any(private["discards"] for private in event["frame"]["own"])
    )
    seat = next(seat for seat, private in enumerate(event["frame"]["own"]) if private["discards"])
    old = set(before(match, event)["frame"]["own"][seat]["hand"])
    new = next(card for card in event["frame"]["own"][seat]["hand"] if card not in old)
    swap(rest_of_hand(match, event, "stage-began"), new, event["frame"]["hidden"]["deck"][-1], deck=False)
    return match, event


@cheat("the cards of seat")
def sdc_discards_come_back():
    """A seat gets back what it has given away."""
    match = match_of("sdc", 2)
    event = next(
        event
        for event in events_of(match, "house", "drew")
        if any(private["discards"] for private in event["frame"]["own"])
    )
    seat = next(seat for seat, private in enumerate(event["frame"]["own"]) if private["discards"])
    hand = before(match, event)["frame"]["own"][seat]["hand"]
    for later in rest_of_hand(match, event, "stage-began"):
        if later["frame"]["own"][seat]["hand"]:
            later["frame"]["own"][seat]["hand"] = hand
    return match, event


@cheat("the cards of seat 2")
def doudizhu_deal():
    match = match_of("doudizhu", 4, deals=1)
    event = first_event(match, "house", "dealt")
    hands = [private["hand"] for private in event["frame"]["own"]]
    low, high = hands[1][0], max(set(hands[2]) - {hands[1][0]}, key=hands[2].index)
    hands[1][:], hands[2][:] = replace_card(hands[1], low, high), replace_card(hands[2], high, low)
    return match, event


def order(hand: list[str]) -> list[str]:
    return sorted(hand, key=GAMES["doudizhu"].ranks.index)


@cheat("the cards of seat")
def doudizhu_eight_twos():
    """When the landlord is named, their hand has eight 2s; the cards for them come from the others' hands."""
    match = match_of("doudizhu", 4, deals=1)
    event = first_event(match, "house", "landlord-named")
    landlord = event["body"]["happenings"][0]["what"]["seat"]
    privates = event["frame"]["own"]
    for seat in range(4):
        while seat != landlord and "2" in privates[seat]["hand"]:
            low = next(card for card in privates[landlord]["hand"] if card not in ("2", "s", "B"))
            privates[landlord]["hand"] = order(replace_card(privates[landlord]["hand"], low, "2"))
            privates[seat]["hand"] = order(replace_card(privates[seat]["hand"], "2", low))
    return match, event


@cheat("the cards of seat")
def doudizhu_played_without():
    """A seat plays a card and still has it."""
    match = match_of("doudizhu", 4, deals=1)
    event = next(event for event in events_of(match, "move", "played"))
    seat = event["body"]["seat"]
    event["frame"]["own"][seat]["hand"] = before(match, event)["frame"]["own"][seat]["hand"]
    return match, event


@cheat("the hidden cards")
def doudizhu_kitty():
    """During the auction a joker moves to the eight cards put aside, without a deal in the happenings."""
    match = match_of("doudizhu", 4, deals=1)
    event = first_event(match, "move")
    hidden = event["frame"]["hidden"]
    hidden["kitty"] = order(["B", *hidden["kitty"][1:]])
    return match, event


@cheat("the hidden cards")
def doudizhu_deal_without_a_word():
    """Nothing shows that a deal has begun, so no one would check it."""
    match = match_of("doudizhu", 4, deals=1)
    event = first_event(match, "house", "deal-began")
    event["body"]["happenings"] = []
    event["frame"]["hidden"]["kitty"] = order(["2"] * 8)
    return match, event


@cheat("the hidden cards")
def get9_deal():
    match = match_of("get9", 3, matches=3)
    event = first_event(match, "house", "match-began")
    swap(rest_of_hand(match, event, "match-ended"), "9", "1")
    event["body"]["happenings"][0]["what"]["seat"] = 0
    for later in rest_of_hand(match, event, "match-ended"):
        later["frame"]["hidden"]["dealer"] = rename_cards(later["frame"]["hidden"]["dealer"], {"1": "1"})
    return match, event


@cheat("the hidden cards")
def get9_dealer_later():
    """When all cards are chosen, the dealer's piles are laid again."""
    match = match_of("get9", 3, matches=3)
    event = first_event(match, "house", "played")
    piles = event["frame"]["hidden"]["dealer"]
    other = {piles[0][1]: piles[2][1], piles[2][1]: piles[0][1]}
    for later in rest_of_hand(match, event, "match-ended"):
        later["frame"]["hidden"] = rename_cards(later["frame"]["hidden"], other)
    return match, event


@cheat("the cards of seat 2")
def get9_piles():
    """A seat's piles change after it has split."""
    match = match_of("get9", 3, matches=3)
    event = first_event(match, "house", "choice-began")
    piles = event["frame"]["own"][1]["piles"]
    piles[1][0], piles[2][0] = piles[2][0], piles[1][0]
    return match, event


@cheat("not the split by lot")
def get9_split_by_the_clock():
    """A player whose time is up gets a random split; here the site chooses it."""
    for number in range(20):
        match = match_of("get9", 3, number, matches=3)
        for event in events_of(match, "move"):
            if event["body"]["move"]["type"] == "split" and event["body"]["cause"] == "clock":
                piles = [["1", "2", "3"], ["4", "5", "6"], ["7", "8", "9"]]
                event["body"]["move"]["piles"] = piles
                event["frame"]["own"][event["body"]["seat"]]["piles"] = piles
                event["body"]["happenings"][1]["what"]["piles"] = piles
                return match, event
    raise AssertionError("no clock has split")


@cheat("the cards of seat 1")
def crown_deal():
    match = match_of("crown", 2)
    event = first_event(match, "house", "dealt")
    privates = event["frame"]["own"]
    hands = [private["hand"] for private in privates]
    card, other = next((a, b) for a in hands[0] for b in hands[1] if a != b)
    for hand, old, new in ((hands[0], card, other), (hands[1], other, card)):
        hand[:] = sorted(replace_card(hand, old, new), key="PBNK".index)
    return match, event


@cheat("the cards of seat")
def crown_draw():
    """A knight that is drawn becomes a prince."""
    match = match_of("crown", 2)
    event = next(
        event
        for event in events_of(match, "house", "drew-cards")
        if "K" in event["body"]["happenings"][1]["what"]["cards"]
    )
    seat = event["frame"]["public"]["player"]
    cards = event["body"]["happenings"][1]["what"]["cards"]
    new = sorted(replace_card(cards, "K", "P"), key="PBNK".index)
    event["frame"]["own"][seat]["drawn"] = event["body"]["happenings"][1]["what"]["cards"] = new
    return match, event


@cheat("the cards of seat")
def crown_princes():
    """In the middle of the other's turn three knights of a hand become princes."""
    match = match_of("crown", 2)
    event = next(
        candidate
        for candidate in events_of(match, "move")
        if any(o["hand"].count("K") > 2 for o in candidate["frame"]["own"])
    )
    private = next(private for private in event["frame"]["own"] if private["hand"].count("K") > 2)
    knights = [card for card in private["hand"] if card == "K"]
    private["hand"] = ["P"] * 3 + [card for card in private["hand"] if card != "K"] + knights[3:]
    return match, event


@cheat("the hidden cards")
def crown_reshuffle():
    """The site chooses the new deck, and no reshuffle is in the happenings."""
    for number in range(20):
        match = match_of("crown", 2, number, target_points=15)
        for event in events_of(match, "house", "reshuffled"):
            event["body"]["happenings"] = []
            event["frame"]["hidden"]["deck"].sort()
            return match, event
    raise AssertionError("nothing was reshuffled")


@cheat("public: pile")
def crown_pile():
    """A card of the pile becomes another: the next deck would have it."""
    match = match_of("crown", 2)
    event = next(event for event in events_of(match, "move") if "N" in event["frame"]["public"]["pile"])
    pile = event["frame"]["public"]["pile"]
    pile[:] = sorted(replace_card(pile, "N", "P"), key="PBNK".index)
    return match, event


@cheat("public: open")
def crown_solo_automaton():
    """The automaton refills its hand with other cards than the deck's next ones."""
    for number in range(20):
        match = match_of("crown", 1, number, mode="solo")
        for event in events_of(match, "house", "refilled"):
            hand = event["frame"]["public"]["open"][1]["hand"]
            cards = event["body"]["happenings"][0]["what"]["cards"]
            if "K" in cards:
                cards[:] = sorted(replace_card(cards, "K", "B"), key="PBNK".index)
                hand[:] = sorted(replace_card(hand, "K", "B"), key="PBNK".index)
                return match, event
    raise AssertionError("nothing was refilled")


@cheat("the house has nothing to do in phase bets")
def a_superfluous_deal():
    """The house deals once more in the middle of a hand."""
    match = match_of("dilemma", 4)
    move = first_event(match, "move")
    deal = copy.deepcopy(first_event(match, "house", "dealt"))
    assert before(match, move)["frame"]["public"]["phase"] == "bets"
    match["events"].insert(match["events"].index(move), deal)
    return match, deal


@cheat("cards moved although nobody played")
def cards_that_move_by_themselves():
    """While a table is frozen a hand changes."""
    match = match_of("sdc", 2)
    event = copy.deepcopy(first_event(match, "move"))
    event["body"].update(kind="freeze", move=None, happenings=[], cause="moderator", seat=None)
    match["events"].insert(match["events"].index(first_event(match, "move")), event)
    return match, event


@cheat("unknown part of happening folded")
def a_happening_that_names_cards():
    match = match_of("lombard", 4)
    event = first_event(match, "move", "folded")
    event["body"]["happenings"][0]["what"]["cards"] = ["K1"]
    return match, event


@cheat("happening hand-shown")
def a_hand_shown_that_is_not_there():
    match = match_of("lombard", 4)
    event = first_event(match, "house", "hand-shown")
    happening = event["body"]["happenings"][0]["what"]
    happening["cards"] = [event["frame"]["hidden"]["deck"][0], happening["cards"][1]]
    return match, event


@cheat("happening dealt")
def somebody_is_told_anothers_cards():
    match = match_of("lombard", 4)
    event = first_event(match, "house", "dealt")
    next(happening for happening in event["body"]["happenings"] if happening["what"]["type"] == "dealt")["to"] = [3]
    return match, event


@cheat("unknown part of a happening")
def something_stands_beside_what_is_told():
    match = match_of("lombard", 4)
    event = first_event(match, "house", "dealt")
    event["body"]["happenings"][0]["then"] = "K11"
    return match, event


@cheat("the options have changed")
def the_options_change():
    match = match_of("doudizhu", 4, deals=1)
    event = first_event(match, "house", "face-up")
    event["frame"]["public"]["options"]["show_kitty"] = not match["options"]["show_kitty"]
    return match, event


@pytest.mark.parametrize(("make", "what"), CHEATS, ids=[make.__name__ for make, _ in CHEATS])
def test_a_cheat_is_named(make, what):
    match, event = make()
    number = next(n for n, candidate in enumerate(match["events"], 1) if candidate is event)
    changed = rechain(match)
    named = verify(changed)
    assert named is not None
    assert named.startswith(f"event {number}: ")
    assert what in named


# --- the end, the start, the phrases ----------------------------------------------------------------------------------


def cut(match: Match, length: int, status: str = "finished") -> str | None:
    return verify(rechain({**match, "events": match["events"][:length], "status": status}))


@pytest.mark.parametrize("slug", SLUGS)
def test_a_record_cut_short_is_named(slug):
    options, seats = setups(slug)[1]
    match = unfolded(random_record(slug, options, seats, 3))
    start = next(n for n, event in enumerate(match["events"], 1) if event["body"]["kind"] == "start")
    for length in (start, start + 5, len(match["events"]) - 1):
        for status in ("finished", "voided", "abandoned"):
            assert cut(match, length, status).startswith("end")
    assert cut(match, len(match["events"])) is None
    assert cut(match, len(match["events"]), "voided").startswith("end")


def test_a_void_is_the_last_event():
    records = (random_record("lombard", {}, 4, number, ends="voided") for number in range(9))
    match = unfolded(next(record for record in records if record["status"] == "voided"))
    assert cut(match, len(match["events"]), "voided") is None
    assert cut(match, len(match["events"]), "abandoned").startswith("end")
    match["events"].append(copy.deepcopy(match["events"][-1]))
    assert "after the end" in cut(match, len(match["events"]), "voided")


def test_a_table_that_never_began_is_no_started_one():
    match = unfolded(random_record("lombard", {}, 4, 3))
    start = next(n for n, event in enumerate(match["events"], 1) if event["body"]["kind"] == "start")
    people = [event for event in match["events"] if event["body"]["kind"] in ("create", "sit")]
    leaves = copy.deepcopy(people)
    for event in leaves:
        event["body"].update(kind="leave", data={})
    last = leaves[-1]
    match["events"] = [*match["events"][: start - 1], *leaves]
    assert cut(match, len(match["events"]), "abandoned") is None
    assert cut(match, len(match["events"]), "broken-off").startswith("end")
    last["body"]["kind"] = "break-off"
    assert "broken off before a phrase was open" in cut(match, len(match["events"]), "broken-off")


def test_nothing_comes_after_the_end():
    match = unfolded(random_record("lombard", {}, 4, 3))
    last = match["events"][-1]
    for kind in ("freeze", "extend", "vacation", "void"):
        extra = copy.deepcopy(last)
        extra["body"].update(kind=kind, seat=None, cause="moderator", move=None, happenings=[], data={})
        answer = verify(rechain({**match, "events": [*match["events"], extra]}))
        assert answer == f"event {len(match['events']) + 1}: something after the end", kind


def test_what_is_no_event_or_no_seat_is_named():
    for change, problem in (({"kind": "nap"}, "an unknown kind"), ({"seat": 9}, "a seat"), ({"seat": True}, "a seat")):
        match = unfolded(random_record("lombard", {}, 4, 3))
        match["events"][1]["body"].update(change)
        assert verify(rechain(match)).startswith(f"event 2: {problem}"), change
    for seat in (-1, 4, None, True):
        match = unfolded(random_record("lombard", {}, 4, 3))
        match["events"][0]["body"]["seat"] = seat
        assert verify(rechain(match)).startswith("event 1: a seat that"), seat


def test_a_record_is_not_what_it_says_without_status_or_events():
    match = unfolded(random_record("lombard", {}, 4, 3))
    assert cut(match, 5, None).startswith("end")
    assert cut(match, len(match["events"]) - 1, None).startswith("end")
    assert verify({**rechain(match), "events": []}) == "end: there are no events"
    assert verify({**rechain(match), "seats": 10**12}) == "table"


def test_others_are_still_there_when_somebody_leaves():
    """A table is abandoned when its last person leaves; before that it goes on, and after that nothing does."""
    match = unfolded(random_record("lombard", {}, 4, 3))
    maker, other = [event for event in match["events"] if event["body"]["kind"] in ("create", "sit")][:2]
    goes, is_last = copy.deepcopy(other), copy.deepcopy(other)
    goes["body"].update(kind="leave", data={})
    is_last["body"].update(kind="leave", data={}, seat=maker["body"]["seat"])
    match.update(events=[maker, other, goes, is_last, copy.deepcopy(other)], phrases=[""] * 4)
    assert cut(match, 3, "abandoned").startswith("end")
    assert cut(match, 4, "abandoned") is None
    assert cut(match, 5, "abandoned") == "event 5: something after the end"


def test_what_a_stranger_wrote_does_not_steer_the_terminal():
    match = unfolded(random_record("lombard", {}, 4, 3))
    first_event(match, "move")["body"]["move"] = {"type": "fold", "\x1b[2J": 1}
    event = first_event(match, "house")
    event["body"]["happenings"] = [{"to": None, "what": {"type": "\x1b]0;x\x07\u202eYes"}}]
    command = [sys.executable, "-I", "-S", str(record_checker.PATH)]
    run = subprocess.run(command, input=text_of(rechain(match)).encode(), capture_output=True, check=False)
    assert run.returncode == 1
    message = run.stderr.decode()
    assert "\\x1b]0;x\\x07\\u202eYes" in message
    assert message.rstrip("\n").isprintable()


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_record_in_any_encoding_of_editors_and_shells_is_read(encoding):
    command = [sys.executable, "-I", "-S", str(record_checker.PATH)]
    sent = text_of(random_record("lombard", {}, 4, 1)).encode(encoding)
    assert subprocess.run(command, input=sent, capture_output=True, check=False).returncode == 0


def test_a_fork_that_begins_otherwise_is_named():
    options, seats = setups("lombard")[0]
    record = random_record("lombard", options, seats, 3)
    for seat in (None, 1):
        match = unfolded(random_record("lombard", options, seats, 4, of=record, seat=seat))
        event = first_event(match, "start")
        number = match["events"].index(event) + 1
        forged = copy.deepcopy(match)
        first_event(forged, "start")["body"]["data"]["fork"]["event"] += 1
        assert verify(rechain(forged)) == f"event {number}: fork"
        forged = copy.deepcopy(match)
        first_event(forged, "start")["frame"]["own"][1]["cards"] = ["K1", "K2"]
        assert verify(rechain(forged)).startswith(f"event {number}: ")
        forged = copy.deepcopy(match)
        del forged["events"][0]["body"]["data"]["fork"]
        assert verify(rechain(forged)) == f"event {number}: fork"


def test_a_phrase_changed_is_named_and_so_is_one_that_was_kept():
    record = next(
        candidate for candidate in (random_record("sdc", {}, 2, n) for n in range(9)) if all(candidate["phrases"])
    )
    phrase = b"phrase 1".hex()
    assert verify(record, [f"1:{phrase}"]) is None
    assert verify(record, [f"0:{phrase}"]) == f"0:{phrase}"
    match = unfolded(record)
    match["phrases"][1] = "ab" * 32
    assert verify(rechain(match)).endswith("phrases")
    first_event(match, "start")["body"]["data"]["phrases"][1] = "ab" * 32
    assert verify(rechain(match)).endswith("phrases")


def test_a_phrase_given_after_the_start_is_named():
    match = unfolded(random_record("lombard", {}, 4, 3))
    start = first_event(match, "start")
    number = match["events"].index(start) + 2
    body = {"kind": "phrase", "cause": "player", "seat": 0, "data": {"phrase": "ab" * 32}, "happenings": []}
    late = {"body": {**start["body"], **body}, "frame": copy.deepcopy(start["frame"])}
    match["events"].insert(number - 1, late)
    assert verify(rechain(match)) == f"event {number}: phrases: one given after the start"


def test_another_seed_than_was_promised_is_named():
    """Regardless of everything recomputed from it: the commitment was shown before."""
    record = random_record("lombard", {}, 4, 3)
    other = {**unfolded(record), "seed": "5a" * 32}
    assert verify(rechain(unfolded(record), record["commitment"])) is None
    assert verify(rechain(other, record["commitment"])) == "commitment"
    assert verify(rechain(other)).startswith("event "), "nor are the cards its own"


def test_what_can_not_be_read_is_named_by_its_event():
    match = unfolded(random_record("sdc", {}, 2, 1))
    event = first_event(match, "move")
    event["body"]["move"] = {"type": "draw", "cards": 7}
    number = match["events"].index(event) + 1
    assert verify(rechain(match)).startswith(f"event {number}: not readable")
    with pytest.raises(verify_record.Wrong, match="twice"):
        verify_record.read('{"a": 1, "a": 2}')
