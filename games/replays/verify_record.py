"""Check a match's record.json without trusting the site it comes from. Needs Python 3.9 and nothing else.

    python3 verify_record.py [SEAT:PHRASE …] [RECEIPT …] < record.json
Rebuilds chain, hashes, shuffles and lots from the seed (record.md); receipts and phrases that you kept must fit."""

import hmac
import json
import sys
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any

DECKS = {
    "crown": list("PBBBBNNNNNNNNNKKKKKKKKKKK"),
    "dilemma": [item + str(n) for item in "GFBU" for n in range(1, 11)],
    "doudizhu": [rank for rank in "3 4 5 6 7 8 9 10 J Q K A 2".split() for _ in range(8)] + ["s", "s", "B", "B"],
    "get9": list("123456789"),
    "lombard": "K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11 N2 N3 N4 N5 N6 N7 N8 N9 N10 B4 B5 B6 B7 B8 P4 P6 P8".split(),
    "sdc": [suit + rank for suit in "WFAE" for rank in "2 3 4 5 6 7 8 9 10 J Q K A".split()],
}
dump = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode


def sha(*parts: bytes) -> str:
    return sha256(b"|".join(parts)).hexdigest()


def mac(key: bytes, text: str) -> bytes:
    return hmac.digest(key, text.encode(), "sha256")


class Chance:
    key, deck = b"", [""]

    def numbers(self, label: str) -> Iterator[int]:
        for counter in range(2**32):
            block = mac(self.key, f"{label}|{counter}")
            yield from (int.from_bytes(block[at : at + 8], "big") for at in (0, 8, 16, 24))

    def lot(self, label: str, n: int, numbers: "Iterator[int] | None" = None) -> int:
        return next(number for number in numbers or self.numbers(label) if number < 2**64 - 2**64 % n) % n

    def shuffled(self, label: str, items: Sequence[str] = ()) -> list[str]:
        deck, numbers = list(items or self.deck), self.numbers(label)
        for i in range(len(deck) - 1, 0, -1):
            j = self.lot(label, i + 1, numbers)
            deck[i], deck[j] = deck[j], deck[i]
        return deck


def patched(old: Any, delta: Any) -> Any:
    if delta is None or delta[0] == "=":
        return delta[1] if delta else old
    if delta[0] == "[":
        return [patched(value, delta[1].get(str(i))) for i, value in enumerate(old)]
    kept = {name: value for name, value in old.items() if name not in delta[2]}
    return {**kept, **{name: patched(old.get(name), change) for name, change in delta[1].items()}}


def deals(title: str, lot: Any, shuffled: Any, body: Any, was: Any, now: Any) -> Iterator[Any]:
    """Pairs of what follows from the key and what the record says, for an event's shuffles and lots."""
    told, public, deck = {one["what"]["type"] for one in body["happenings"]}, now["public"], now["hidden"].get("deck")
    own = public.get("open") or now["own"]
    hands = [sorted(seat.get("hand", seat.get("cards", ()))) for seat in own]
    if body["kind"] == "start" and (fork := body["data"].get("fork")):
        yield fork["taken"]["public"], public
        yield [fork["taken"]["own"][seat] or ours for seat, ours in enumerate(now["own"])], now["own"]
        if fork["seat"] is None and deck:
            yield shuffled("fork", fork["taken"]["hidden"]["deck"]), deck
    if "first-opener" in told:
        yield lot("first-opener", 2) if public["options"]["first_opener"] == "random" else 0, public["opener"]
    for what, n in ("dealer", len(own)), ("player", 2):
        if f"first-{what}" in told:
            yield lot("dealer" if what == "dealer" else "first-player", n), public[what]
    if "face-up" in told:
        seat, at = divmod(lot(f"deal/{public['deal']}/face-up", 100), 25)
        yield (seat, own[seat]["hand"][at]), (public["starter"], public["face_up"])
    if "stage-began" in told:
        cards, first = shuffled(f"stage/{public['stage']}/deck"), public["opener"]
        yield (sorted(cards[0:10:2]), sorted(cards[1:10:2]), cards[10:]), (hands[first], hands[1 - first], deck)
    if title in ("dilemma", "lombard") and "dealt" in told:
        name, live = "hand" if title == "dilemma" else "round", [hand for hand in hands if hand]
        cards, rest = shuffled(f"{name}/{public[name]}/deck"), public["board"] + deck
        yield ([sorted(cards[2 * i : 2 * i + 2]) for i, _ in enumerate(live)], cards[2 * len(live) :]), (live, rest)
    if "deal-began" in told:
        cards = shuffled(f"deal/{public['deal']}/deck")
        yield [sorted(cards[at : at + 25]) for at in (8, 33, 58, 83)], hands
        yield sorted(cards[:8]), sorted(now["hidden"]["kitty"])
    if title == "get9" and "match-began" in told:
        yield shuffled(f"match/{public['match']}/dealer"), sum(now["hidden"]["dealer"], [])
    if title == "get9" and body["cause"] in ("clock", "house") and (body["move"] or {}).get("type") == "split":
        cards = shuffled(f"match/{was['public']['match']}/split/{body['seat']}")
        yield [sorted(cards[at : at + 3]) for at in (0, 3, 6)], body["move"]["piles"]
    if title == "crown" and "began" in told:
        cards, first = shuffled("deck"), 1 - public["player"]
        yield (sorted(cards[:5]), sorted(cards[5:10]), cards[10:]), (hands[first], hands[1 - first], deck)
    if "reshuffled" in told:
        pile = was["public"]["pile"] + [card for one in was["public"]["open"] or was["own"] for card in one["buried"]]
        yield shuffled(f"reshuffle/{public['shuffles']}", sorted(pile, key="PBNK".index)), deck
    elif was and deck and not told & {"dealt", "began"}:
        yield was["hidden"]["deck"][-len(deck) :], deck  # drawn from the top, and otherwise left alone


def verify(record: Any, kept: Sequence[str] = ()) -> "str | None":
    """None if everything agrees, else what doesn't, with the number of the first event that is wrong."""
    table, name, seed = record["table"], record["table"].encode(), bytes.fromhex(record["seed"])
    digest, hashes, frame, chance = record["commitment"], [""] * record["seats"], None, Chance()
    if record["format"] != "tefuda-record-2" or sha(b"tefuda-1", name, seed) != digest:
        return "commitment"
    strict, closed, chance.deck = False, False, DECKS[record["title"]]
    for n, event in enumerate(record["events"], 1):
        digest = sha(bytes.fromhex(digest) + sha256(mac(seed, f"{table}|event|{n}") + event["body"].encode()).digest())
        body, was = json.loads(event["body"]), frame
        if digest != event["digest"] or (body["seq"], body["table"]) != (n, table):
            return f"event {n}: chain"
        if n == 1 and any(body["data"][part] != record[part] for part in ("title", "options", "seats", "commitment")):
            return "event 1: table"
        strict, closed = strict or (n == 1 and "strict" in body["data"]), closed or body["kind"] == "open"
        if body["kind"] in ("sit", "leave", "sit-bot", "phrase") and frame is None:
            hashes, closed = [""] * len(hashes) if closed else hashes, False
            hashes[body["seat"]] = body["data"].get("phrase", "")
        if body["kind"] == "start":
            parts = body["data"]["opened"] if strict else hashes
            fits = [part and sha(name, b"%d" % i, bytes.fromhex(part)) for i, part in enumerate(parts)]
            if not hashes == body["data"]["phrases"] == record["phrases"] == (fits if strict else hashes):
                return f"event {n}: phrases"
            chance.key = mac(seed, "|".join([table, *parts]))
        if event["frame"]:
            frame = json.loads(event["frame"]) if event["keyframe"] else patched(frame, json.loads(event["frame"]))
            state = {k: sha(dump(v).encode()) for k, v in frame.items() if k != "own"}
            if body["state"] != {**state, "own": [sha(dump(own).encode()) for own in frame["own"]]}:
                return f"event {n}: what was shown"
            if any(a != b for a, b in deals(record["title"], chance.lot, chance.shuffled, body, was, frame)):
                return f"event {n}: shuffle"
    ended = {"void": "voided", "expire": "abandoned", "leave": "abandoned"}.get(body["kind"], "finished")
    if (digest, ended) != (record["digest"], record["status"]):
        return "end"
    known = {*record["phrases"], *(event["digest"] for event in record["events"])}
    parts = {one: one.split(":", 1) for one in kept}
    given = {one: sha(name, two[0].encode(), bytes.fromhex(two[1])) if two[1:] else one for one, two in parts.items()}
    return next((one for one, value in given.items() if value not in known), None)


if __name__ == "__main__":
    try:
        wrong = verify(json.loads(text := sys.stdin.read()), sys.argv[1:])
    except Exception as problem:
        wrong = f"not a whole record, {problem!r}"
    more = " It goes on from another match; what was imagined of it is not checked." if r"\"fork\":{" in text else ""
    sys.exit(f"NO: {wrong}") if wrong else print("Yes: log, deals, receipts and phrases agree." + more)
