"""Chat at a table: readers, accepted texts, and no effect on the match."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Sanction
from accounts.services.users import create_guest
from accounts.staff.services import anonymize_user
from games.catalog.lombard.moves import Fold
from games.social.chat.cleanup import delete_old_messages
from games.social.chat.permissions import is_quick_messages_only
from games.social.chat.selectors import SHOWN, get_chat_page, get_new_messages
from games.social.models import ChatMessage, ChatRoom
from games.tables.bots.substitutes import resign_seat
from games.tables.errors import ForbiddenError, LimitExceededError, UnprocessableError
from games.tables.services.seats import take_seat
from tests.accounts.sanctioned import laid
from tests.matches import fresh, opened, play_on, running, seat, snapshot, submit, to_turn_of
from tests.replays.archived import sealed_of
from tests.social.chats import read, say, seen
from tests.tables.test_concurrency import at_once

pytestmark = pytest.mark.django_db


def test_players_and_spectators_talk_apart_until_the_end(alice, bob, charlie):
    table = opened("sdc", alice, bob)
    say(table, charlie, "may I watch?")
    say(table, alice, "of course")
    assert read(table, bob) == read(table, None) == ["may I watch?", "of course"]
    running_table = running("sdc", alice, bob, options={"start_coins": 5, "stage_limit": 20})
    say(running_table, alice, "to Bob")
    say(running_table, charlie, "to who watches")
    assert read(running_table, bob) == ["to Bob"]
    assert read(running_table, charlie) == read(running_table, None) == ["to who watches"]
    play_on(running_table)
    assert fresh(running_table).status == "finished"
    for reader in (alice, bob, charlie, None):
        assert read(running_table, reader) == ["to Bob", "to who watches"]
    say(running_table, bob, "thanks")
    assert read(running_table, charlie)[-1] == "thanks"


def test_the_match_knows_nothing_of_it(sdc, alice, bob, charlie):
    before = snapshot(sdc)
    glances = [seen(sdc, user).page_version for user in (alice, bob, charlie)]
    say(sdc, alice, "hello")
    say(sdc, charlie, phrase="hello")
    assert snapshot(sdc) == before
    assert [seen(sdc, user).page_version for user in (alice, bob, charlie)] == glances


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("  two\nlines\t here ", "two lines here"),
        ("abc\u202edef\u2066\u200b\ufeff", "abcdef"),
        ("nul\x00 and bell\x07", "nul and bell"),
        ("e" + "\u0301" * 30, "é\u0301\u0301"),
        ("家族 👨\u200d👩\u200d👧", "家族 👨\u200d👩\u200d👧"),
        ("<b>https://example.org/</b>", "<b>https://example.org/</b>"),
        ("x" * 300, "x" * 300),
    ],
)
def test_what_is_kept_of_a_line(sdc, alice, said, kept):
    assert say(sdc, alice, said).text == kept


@pytest.mark.parametrize(
    ("text", "phrase", "code"),
    [
        ("", "", "chat-empty"),
        (" \u200b\u202e\u2800\u200d ", "", "chat-empty"),
        ("x" * 301, "", "chat-too-long"),
        ("", "a-flush", "chat-no-phrase"),
    ],
)
def test_what_is_no_line(sdc, alice, text, phrase, code):
    with pytest.raises(UnprocessableError) as refusal:
        say(sdc, alice, text, phrase)
    assert refusal.value.code == code
    assert not ChatMessage.objects.exists()
    assert not ChatRoom.objects.exists()


def test_a_second_click_says_nothing_twice(sdc, alice, bob):
    for _ in range(2):
        say(sdc, alice, "hello")
    say(sdc, bob, "hello")
    say(sdc, alice, "well")
    say(sdc, alice, "hello")
    assert read(sdc, bob) == ["hello", "hello", "well", "hello"]
    ChatMessage.objects.update(created_at=timezone.now() - timedelta(seconds=11))
    say(sdc, alice, "hello")
    assert ChatMessage.objects.count() == 5


def test_limits_per_person_and_table_lower_for_guests(settings, alice, bob):
    settings.CHAT_RATE_PER_MINUTE, settings.CHAT_RATE_PER_TABLE_HOUR = (
        {"account": 3, "guest": 2},
        {"account": 4, "guest": 4},
    )
    guest = create_guest(language="en")
    table = opened("lombard", alice, seats_=4)
    take_seat(public_id=table.public_id, user_id=guest.pk)
    for person, limit in ((alice, 3), (guest, 2)):
        for n in range(limit):
            say(table, person, f"line {n}")
        with pytest.raises(LimitExceededError):
            say(table, person, "one more")
    say(table, bob, "nobody else is concerned")
    ChatMessage.objects.update(created_at=timezone.now() - timedelta(minutes=2))
    say(table, alice, "a minute later")
    with pytest.raises(LimitExceededError):
        say(table, alice, "but enough at this table")
    say(opened("sdc", alice), alice, "not at another")


def play_to_a_fold(alice, bob, charlie):
    """A Lombard table where Alice has just folded and the round goes on."""
    table = running("lombard", alice, bob, charlie, options={"target_coins": 32})
    for _ in range(20):
        at = to_turn_of(table, 0)
        submit(table, at, Fold())
        if seat(table, 0).question_seq is None and is_quick_messages_only(seen(table, alice)):
            return table
    raise AssertionError("Alice never folds before somebody else")


def test_who_decides_nothing_more_in_the_deal_has_phrases_only(alice, bob, charlie):
    table = play_to_a_fold(alice, bob, charlie)
    with pytest.raises(ForbiddenError) as refusal:
        say(table, alice, "I had a queen")
    assert refusal.value.code == "chat-phrases-only"
    say(table, alice, phrase="nice")
    assert read(table, bob) == ["Nice move!"]
    to_turn_of(table, 0)  # the next deal
    say(table, alice, "and on we go")


def test_who_has_resigned_has_phrases_only(sdc, alice, bob):
    resign_seat(public_id=sdc.public_id, user_id=alice.pk)
    with pytest.raises(ForbiddenError):
        say(sdc, alice, "he holds nothing")
    say(sdc, alice, phrase="good-game")
    say(sdc, bob, "thank you")
    table = play_on(sdc)
    assert table.is_ended
    say(table, alice, "now I may")


@pytest.mark.parametrize("hours", [1, 0])
def test_a_silenced_person_reads_but_does_not_write(sdc, alice, bob, moderator, hours):
    laid("mute", alice, moderator, hours=hours)
    for call in (lambda: say(sdc, alice, "hello"), lambda: say(sdc, alice, phrase="hello")):
        with pytest.raises(ForbiddenError) as refusal:
            call()
        assert refusal.value.code == "chat-silenced"
    say(sdc, bob, "poor you")
    assert read(sdc, alice) == ["poor you"]
    chat_page = get_chat_page(seen(sdc, alice), alice.pk)
    assert (chat_page.silenced, chat_page.silenced_until is None) == (True, not hours)
    Sanction.objects.update(ends_at=timezone.now())  # over, whether or not the job has come
    say(sdc, alice, "hello")


def test_an_open_page_asks_for_what_is_new(sdc, alice, bob):
    start = get_chat_page(seen(sdc, bob), bob.pk)
    assert (start.lines, start.mark) == ([], "players.0.0")
    assert get_new_messages(seen(sdc, bob), bob.pk, start.mark) == ([], start.mark)
    say(sdc, alice, "one")
    lines, mark = get_new_messages(seen(sdc, bob), bob.pk, start.mark)
    assert [line.text for line in lines] == ["one"]
    say(sdc, bob, "two")
    lines, mark = get_new_messages(seen(sdc, bob), bob.pk, mark)
    assert [(line.text, line.is_own) for line in lines] == [("two", True)]
    ChatMessage.objects.filter(text="one").update(is_hidden=True)
    ChatRoom.objects.update(revision=9)  # as a moderator leaves it
    assert get_new_messages(seen(sdc, bob), bob.pk, mark) is None
    for odd in ("", "players", "players.x.1", "spectators.0.0", "players.99.99", "a.1.1_b.2.2", "players.²,1"):
        assert get_new_messages(seen(sdc, bob), bob.pk, odd) is None


def test_more_than_a_page_since_is_the_page_anew(settings, sdc, alice, bob):
    settings.CHAT_RATE_PER_MINUTE = settings.CHAT_RATE_PER_TABLE_HOUR = {"account": 999, "guest": 999}
    for n in range(SHOWN + 1):
        say(sdc, alice, f"{n}")
    assert get_new_messages(seen(sdc, bob), bob.pk, "players.0.0") is None
    assert read(sdc, bob) == [str(n) for n in range(1, SHOWN + 1)]


def test_after_ninety_days_it_is_forgotten(sdc, alice, bob):
    old, new = say(sdc, alice, "old"), say(sdc, bob, "new")
    ChatMessage.objects.filter(pk=old.pk).update(created_at=timezone.now() - timedelta(days=91))
    assert read(sdc, bob) == ["new"]  # even before the sweep
    assert delete_old_messages() == 1
    assert list(ChatMessage.objects.all()) == [new]
    say(sdc, alice, "numbers go on")
    assert ChatMessage.objects.latest("pk").number == 3


def test_whoever_is_anonymised_leaves_no_words(sdc, alice, bob, moderator):
    say(sdc, alice, "I live in …")
    anonymize_user(person=alice, by=moderator, reason="asked for it")
    assert read(sdc, bob) == []
    assert not ChatMessage.objects.exists()


def test_never_in_the_record(alice, bob):
    table = running("sdc", alice, bob, options={"start_coins": 5, "stage_limit": 20})
    say(table, alice, "a line that is in no record")
    play_on(table)
    text = sealed_of(table).text
    assert table.public_id in text
    assert "a line" not in text


@pytest.mark.django_db(transaction=True)
def test_many_at_once_are_numbered_one_by_one(alice, bob):
    table = running("sdc", alice, bob)
    calls = [lambda n=n, by=by: say(table, by, f"line {n}") for n in range(4) for by in (alice, bob)]
    at_once(*calls)
    assert sorted(ChatMessage.objects.values_list("number", flat=True)) == list(range(1, 9))
    assert list(ChatRoom.objects.values_list("last_message_number", "revision")) == [(8, 8)]


@pytest.mark.django_db(transaction=True)
def test_a_limit_holds_for_many_at_once(settings, alice, bob):
    settings.CHAT_RATE_PER_MINUTE = {"account": 3, "guest": 3}
    table = running("sdc", alice, bob)
    answers = at_once(*[lambda n=n: say(table, alice, f"line {n}") for n in range(8)])
    assert answers.count((429, "chat-too-quick")) == 5
    assert ChatMessage.objects.count() == 3
