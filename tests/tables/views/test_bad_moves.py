"""Bad moves: refused with the reason, and without a trace."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from games.tables.models import Event, Table
from tests.html import page
from tests.matches import opened, play_on, seat
from tests.moderation.actions import table_freeze, table_void
from tests.refusals import (
    BAD_KEY,
    CALL,
    MISSING,
    NO_MOVE,
    NO_NUMBER,
    NO_SEAT,
    STALE,
    UNREADABLE,
    USED_UP,
    move,
    post_refused,
)

pytestmark = pytest.mark.parametrize("language", ["en", "ja"])

BAD_MOVES: dict[str, tuple[dict[str, str], int, str]] = {
    "unknown": (move(type="surrender"), 400, NO_MOVE),
    "another title's": (move(type="draw", cards=[]), 400, NO_MOVE),
    "no type": (move(card=0), 400, NO_MOVE),
    "type that is a list": (move(type=["call"], card=0), 400, NO_MOVE),
    "type that is an object": (move(type={"call": 1}, card=0), 400, NO_MOVE),
    "escaped NUL in the type": (move(type="call\0", card=0), 400, NO_MOVE),
    "half a character in the type": ({"move": '{"type":"\\ud800","card":0}'}, 400, NO_MOVE),
    "text for a number": (move(type="call", card="0"), 400, NO_NUMBER),
    "true for a number": (move(type="call", card=True), 400, NO_NUMBER),
    "null for a number": (move(type="call", card=None), 400, NO_NUMBER),
    "list for a number": (move(type="call", card=[0]), 400, NO_NUMBER),
    "very large number": (move(type="call", card=10**30), 400, NO_NUMBER),
    "endless number": ({"move": '{"type":"call","card":' + "9" * 20_000 + "}"}, 400, UNREADABLE),
    "float": (move(type="call", card=0.5), 400, UNREADABLE),
    "float that is whole": (move(type="call", card=0.0), 400, UNREADABLE),
    "number with an exponent": ({"move": '{"type":"call","card":1e0}'}, 400, UNREADABLE),
    "NaN": ({"move": '{"type":"call","card":NaN}'}, 400, UNREADABLE),
    "key twice": ({"move": '{"type":"fold","type":"call","card":0}'}, 400, UNREADABLE),
    "unknown field": (move(type="call", card=0, seat=1), 400, UNREADABLE),
    "missing field": (move(type="call"), 400, MISSING),
    "no JSON": ({"move": "call"}, 400, UNREADABLE),
    "half JSON": ({"move": '{"type":"fold"'}, 400, UNREADABLE),
    "list": ({"move": "[]"}, 400, UNREADABLE),
    "text": ({"move": '"fold"'}, 400, UNREADABLE),
    "null": ({"move": "null"}, 400, UNREADABLE),
    "deep lists": ({"move": "[" * 20_000}, 400, UNREADABLE),
    "deep objects": ({"move": '{"a":' * 4_000}, 400, UNREADABLE),
    "raw NUL": ({"move": '{"type":"fo\0ld"}'}, 400, UNREADABLE),
    "nothing": ({}, 400, NO_MOVE),
    "form without its field": ({"type": "call"}, 400, MISSING),
    "form with a word": ({"type": "call", "card": "zero"}, 400, NO_NUMBER),
    "form with nothing": ({"type": "call", "card": ""}, 400, NO_NUMBER),
    "form with a fraction": ({"type": "call", "card": "0.5"}, 400, NO_NUMBER),
    "form with a NUL": ({"type": "call", "card": "0\0"}, 400, NO_NUMBER),
    "asked that is a word": (CALL | {"asked": "four"}, 400, UNREADABLE),
    "asked below zero": (CALL | {"asked": "-1"}, 400, UNREADABLE),
    "asked in other digits": (CALL | {"asked": "٣"}, 400, UNREADABLE),
    "endless asked": (CALL | {"asked": "9" * 5_000}, 400, UNREADABLE),
    "stale": (CALL | {"asked": "1"}, 409, STALE),
    "from the future": (CALL | {"asked": "99999"}, 409, STALE),
    "unasked": (CALL | {"asked": ""}, 409, STALE),
    "no key": (CALL | {"key": ""}, 400, BAD_KEY),
    "long key": (CALL | {"key": "k" * 65}, 400, BAD_KEY),
    "key with a NUL": (CALL | {"key": "k\0"}, 400, BAD_KEY),
}


def test_bad_moves(duel, language):
    """One after the other at one table, since each must leave it as it was; in Japanese one for each sentence."""
    table, at, client = duel
    tried = (
        BAD_MOVES.values()
        if language == "en"
        else {sentence: (*bad, sentence) for *bad, sentence in BAD_MOVES.values()}.values()
    )
    for fields, status, english in tried:
        post_refused(table, client, "move", {"asked": at.question_seq, "key": "k"} | fields, status, english, language)


def test_a_move_against_the_rules(duel, language):
    table, at, client = duel
    english = "You have only two hole cards to choose from."
    for card in (2, -1):
        data = {"asked": at.question_seq, "key": "k"} | move(type="call", card=card)
        post_refused(table, client, "move", data, 422, english, language, "lombard")


NOT_MINE = "You can only exchange cards from your hand."


BAD_CARDS: list[tuple[Any, int, str]] = [
    (["K7"], 422, NOT_MINE),
    (["\0"], 400, UNREADABLE),
    (["<script>"], 422, NOT_MINE),
    ([1], 400, UNREADABLE),
    (["\ud800"], 400, UNREADABLE),
    (["W" * 3_000], 400, UNREADABLE),
    (["W2"] * 501, 400, UNREADABLE),
    ("W2", 400, UNREADABLE),
    ({"W2": 1}, 400, UNREADABLE),
]


def test_bad_lists_of_cards(sdc, alice, visit, language):
    client, question_seq = visit(alice, language), seat(sdc, 0).question_seq
    for cards, status, english in BAD_CARDS:
        data = {"asked": question_seq, "key": "k"} | move(type="draw", cards=cards)
        context = "sdc" if status == 422 else ""
        post_refused(sdc, client, "move", data, status, english, language, context)


def test_the_same_key_with_another_move(duel, language):
    table, at, client = duel
    data = {"asked": str(at.question_seq), "key": "once"}
    assert client.post(f"/tables/{table.public_id}/move/", data | CALL).status_code == 302
    post_refused(table, client, "move", data | move(type="fold"), 422, USED_UP, language)


def test_the_same_key_with_the_same_move_is_no_error(duel, language):
    table, at, client = duel
    data = {"asked": str(at.question_seq), "key": "once"} | CALL
    answers = [client.post(f"/tables/{table.public_id}/move/", data) for _ in range(2)]
    assert [(answer.status_code, answer["Location"]) for answer in answers] == [
        (302, f"/tables/{table.public_id}/")
    ] * 2
    assert Event.objects.filter(table=table, kind="move").count() == 1


def test_a_stale_form_gets_a_fresh_one(duel, language):
    """The page of the refusal holds the present question."""
    table, at, client = duel
    response = client.post(f"/tables/{table.public_id}/move/", {"asked": "1", "key": "k"} | CALL)
    assert page(response).form("/move/").data()["asked"] == [str(at.question_seq)]


def frozen(table: Table, moderator: User) -> None:
    table_freeze(public_id=table.public_id, moderator_id=moderator.pk, reason="a look")


def voided(table: Table, moderator: User) -> None:
    table_void(public_id=table.public_id, moderator_id=moderator.pk, reason="a look")


@pytest.mark.parametrize(
    ("change", "english"),
    [
        (frozen, "A moderator has frozen this table."),
        (voided, "The match is over."),
        (lambda table, moderator: play_on(table), "The match is over."),
    ],
)
def test_a_move_in_the_wrong_moment(duel, moderator, language, change: Callable[[Table, User], Any], english):
    table, at, client = duel
    change(table, moderator)
    post_refused(table, client, "move", {"asked": at.question_seq, "key": "k"} | CALL, 409, english, language)


def test_a_move_before_the_start(alice, bob, visit, language):
    table = opened("lombard", alice, bob)
    english = "The match has not begun yet."
    post_refused(table, visit(alice, language), "move", {"asked": "1", "key": "k"} | CALL, 409, english, language)


def test_a_move_of_somebody_who_sits_elsewhere(duel, charlie, visit, language):
    table, at, _ = duel
    for client in (visit(charlie, language), visit(None, language)):
        post_refused(table, client, "move", {"asked": at.question_seq, "key": "k"} | CALL, 403, NO_SEAT, language)
