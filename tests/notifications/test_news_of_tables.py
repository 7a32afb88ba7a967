"""What happens at a table while someone is away: in the list, by mail, push and webhook, until it is over."""

import json
import re
from collections.abc import Callable

import pytest
from django.core import mail
from django.test import Client

from accounts.models import User
from games.clocks.time_control import TimeControl
from games.notifications.models import Notification
from games.notifications.outbox.dispatcher import deliver_notifications
from games.social.friends.blocks import block
from games.tables.models import Seat, Table
from games.tables.services.proposals import answer_proposal, end_pause, make_proposal
from games.tables.services.rematch import join_rematch
from games.tables.services.seats import fill_with_bots, leave_seat, take_seat
from games.tables.services.start import start_table
from games.tables.services.timeouts import resolve_overdue
from tests.html import page
from tests.matches import finished, opened, running, seat, to_turn_of
from tests.moderation.actions import seat_to_bot
from tests.notifications.push_devices import Browser
from tests.notifications.readers import hooked, later, reader
from tests.notifications.servers import Received
from tests.people import commit_and_tell
from tests.time_travel import time_runs_out

pytestmark = pytest.mark.django_db
SHORT = {"options": {"target_coins": 32}}
ENGLISH, JAPANESE = "en", "ja"


@pytest.fixture(autouse=True)
def _site(service, jobs):
    pass


@pytest.fixture
def ann() -> User:
    return reader("ann", language="en")


@pytest.fixture
def ben() -> User:
    return reader("ben", language="ja")


def match_of(*people: User, **setup: object) -> Table:
    return running("lombard", *people, seats=3, **SHORT, **setup)


def table_full(host: User, other: User, moderator: User) -> None:
    table = opened("lombard", host, seats_=2, **SHORT)
    take_seat(public_id=table.public_id, user_id=other.pk)


def pause_proposed(reader: User, other: User, moderator: User) -> Table:
    table = match_of(reader, other)
    make_proposal(public_id=table.public_id, user_id=other.pk, kind="pause")
    return table


def pause_agreed(reader: User, other: User, moderator: User) -> Table:
    table = match_of(reader, other)
    make_proposal(public_id=table.public_id, user_id=reader.pk, kind="pause")
    answer_proposal(public_id=table.public_id, user_id=other.pk, kind="pause", agrees=True)
    return table


def pause_ended(reader: User, other: User, moderator: User) -> None:
    end_pause(public_id=pause_agreed(reader, other, moderator).public_id, user_id=other.pk)


def time_over(table: Table, number: int = 0) -> None:
    """That seat's person does not answer in time."""
    to_turn_of(table, number)
    time_runs_out(table, number)
    resolve_overdue(5)


def timed_out(reader: User, other: User, moderator: User) -> None:
    time_over(match_of(reader, other))


def forfeited(reader: User, other: User, moderator: User) -> None:
    time_over(match_of(reader, other, timing=TimeControl(86_400, on_timeout=Table.OnTimeout.FORFEIT)))


def replaced(reader: User, other: User, moderator: User) -> None:
    time_over(match_of(reader, other, timing=TimeControl(86_400, bot_after=1)))


def replaced_by_moderator(reader: User, other: User, moderator: User) -> None:
    table = match_of(reader, other)
    seat_to_bot(public_id=table.public_id, moderator_id=moderator.pk, number=0, level="normal", reason="away")


def rematch(reader: User, other: User, moderator: User) -> None:
    join_rematch(public_id=finished("sdc", reader, other).public_id, user_id=other.pk)


GAME = {"Lombard Hold'em": "ロンバード・ホールデム"}
NEWS: list[tuple[Callable[[User, User, User], object], str, str, str, str]] = [
    (table_full, "Your table is full: Lombard Hold'em", "You can start the match with Zoe now.",
     "テーブルが満席になりました：", "Zoeさんとの対戦を開始できます。"),
    (pause_proposed, "Zoe proposes a pause: Lombard Hold'em", "Agree or refuse at the table.",
     "Zoeさんが一時停止を提案しています：", "テーブルで賛成か反対を選んでください。"),
    (pause_agreed, "The match is paused: Lombard Hold'em", "No clock runs until someone resumes the match.",
     "対戦は一時停止中です：", "だれかが再開するまで"),
    (pause_ended, "Zoe has resumed the match: Lombard Hold'em", "The clocks are running again.",
     "Zoeさんが対戦を再開しました：", "時計はまた動いています。"),
    (timed_out, "Your time ran out: Lombard Hold'em", "A safe move was played for you.",
     "時間切れになりました：", "安全な手が代わりに"),
    (forfeited, "Your time ran out: Lombard Hold'em", "You have forfeited the match.",
     "時間切れになりました：", "この対戦は放棄したことになり"),
    (replaced, "A bot has taken your seat: Lombard Hold'em", "You can take your seat back at the table.",
     "ボットがあなたの席に入りました：", "テーブルで席に戻れます。"),
    (replaced_by_moderator, "A bot has taken your seat: Lombard Hold'em", "A moderator decides that.",
     "ボットがあなたの席に入りました：", "モデレーター"),
    (rematch, "Zoe wants a rematch: ", "Find the invitation in the lobby.",
     "Zoeさんが再戦を希望しています：", "ロビー"),
]  # fmt: skip


def send_all() -> None:
    commit_and_tell()
    later(minutes=2)
    deliver_notifications(100)


@pytest.mark.parametrize(("happens", "headline", "details", "headline_ja", "details_ja"), NEWS)
@pytest.mark.parametrize("language", [ENGLISH, JAPANESE])
def test_it_is_in_the_list_and_goes_out_by_every_channel(
    happens, headline, details, headline_ja, details_ja, language, moderator, visit, service: Received
):
    person, zoe = reader("alice", language=language), User.objects.create_user("zoe", name="Zoe")
    hooked(person, f"https://localhost:{service.port}/hook", "json")
    browser = Browser(service, person, "/push")
    happens(person, zoe, moderator)
    send_all()
    headline, details = (headline, details) if language == ENGLISH else (headline_ja, details_ja)
    html = page(visit(person).get("/notifications/", headers={"accept-language": language})).text
    assert headline in html
    assert details in html
    letters = [f"{letter.subject} {letter.body}" for letter in mail.outbox]  # some with a turn of the same minute
    assert [details in text for text in letters if headline in text] == [True]
    pushed = [browser.reads(body) for path, _, body in service.requests if path == "/push"]
    assert [details in message["body"] for message in pushed if headline in message["title"]] == [True]
    hooks = [json.loads(body)["text"] for path, _, body in service.requests if path == "/hook"]
    assert any(headline in text and details in text for text in hooks) is (happens is not rematch)


@pytest.mark.parametrize(
    ("topic", "happens"),
    [("table-full", table_full), ("pause", pause_proposed), ("timed-out", timed_out), ("rematch", rematch)],
)
def test_each_topic_can_be_switched_off(topic, happens, ann, ben, moderator, visit):
    client = visit(ann)
    settings = page(client.get("/settings/notifications/"))
    form = next(form for form in settings.forms if form.data().get("part") == ["topics"])
    choices = [choice for choice in form.data()["topic"] if not choice.startswith(f"{topic}:")]
    assert len(choices) < len(form.data()["topic"])
    form.send(client, topic=choices)
    happens(ann, ben, moderator)
    send_all()
    ann_kinds = Notification.objects.filter(recipient=ann, is_listed=True).values_list("kind", flat=True)
    assert not any(kind.startswith(topic) for kind in ann_kinds)
    letters = [f"{letter.subject} {letter.body}" for letter in mail.outbox if letter.to == [ann.email]]
    assert not [text for text in letters if re.search("is full|pause|ran out|rematch", text)]


def read_list(person: User, visit: Callable[[User], Client]) -> str:
    send_all()
    return page(visit(person).get("/notifications/", headers={"accept-language": "en"})).text


def test_a_full_table_is_no_news_once_it_has_started_or_has_room_again(ann, ben, visit):
    started, with_room = (opened("lombard", ann, seats_=2, **SHORT) for _ in range(2))
    for table in (started, with_room):
        take_seat(public_id=table.public_id, user_id=ben.pk)
    start_table(public_id=started.public_id, user_id=ann.pk)
    assert read_list(ann, visit).count("Your table is full") == 1
    leave_seat(public_id=with_room.public_id, user_id=ben.pk)
    assert "Your table is full" not in read_list(ann, visit)


def test_a_host_who_fills_the_table_with_bots_is_not_told_that_it_is_full(ann, visit):
    table = opened("lombard", ann, seats_=2, **SHORT)
    fill_with_bots(public_id=table.public_id, user_id=ann.pk, level="normal")
    assert "full" not in read_list(ann, visit)


def test_a_proposed_pause_is_asked_of_those_who_have_not_answered(ann, ben, visit):
    cleo = reader("cleo", language="en")
    table = running("lombard", ann, ben, cleo, **SHORT)
    make_proposal(public_id=table.public_id, user_id=ann.pk, kind="pause")
    answer_proposal(public_id=table.public_id, user_id=ben.pk, kind="pause", agrees=True)
    assert "proposes a pause" in read_list(cleo, visit)
    assert "proposes a pause" not in read_list(ben, visit)
    assert "proposes a pause" not in read_list(ann, visit)
    answer_proposal(public_id=table.public_id, user_id=cleo.pk, kind="pause", agrees=False)
    assert "proposes a pause" not in read_list(cleo, visit)


def test_live_play_is_no_pause(ann, ben, visit):
    table = match_of(ann, ben)
    make_proposal(public_id=table.public_id, user_id=ben.pk, kind="live")
    assert "pause" not in read_list(ann, visit)


def test_a_bot_in_the_seat_is_news_until_the_seat_is_taken_back(ann, ben, moderator, visit):
    replaced(ann, ben, moderator)
    assert "A bot has taken your seat" in read_list(ann, visit)
    assert "Your time ran out:" not in read_list(ann, visit)
    table = Table.objects.get(seats__user=ann)
    assert seat(table, 0).played_by == Seat.PlayedBy.BOT_WHILE_AWAY
    visit(ann).post(f"/tables/{table.public_id}/reclaim/")
    assert seat(table, 0).is_person
    assert "A bot has taken your seat" not in read_list(ann, visit)


def test_a_rematch_invites_everyone_who_sat_there_also_to_a_private_table(ann, ben, visit):
    table = finished("sdc", ann, ben, visibility=Table.Visibility.PRIVATE)
    new = join_rematch(public_id=table.public_id, user_id=ben.pk)
    assert "Ben wants a rematch" in read_list(ann, visit)
    client = visit(ann)
    lobby = page(client.get("/lobby/"))
    form = next(form for form in lobby.forms if new in form.action)
    assert (
        form.send(client, button=next(button for button in form.buttons if button[1] in ("accept", "yes"))).status_code
        == 302
    )
    assert Seat.objects.filter(table__public_id=new, user=ann).exists()
    assert "wants a rematch" not in read_list(ann, visit)


def test_nobody_is_invited_to_a_rematch_by_someone_they_block(ann, ben, visit):
    table = finished("sdc", ann, ben)
    block(user_id=ann.pk, other_id=ben.pk)
    join_rematch(public_id=table.public_id, user_id=ben.pk)
    assert "rematch" not in read_list(ann, visit)


def test_alone_with_bots_a_time_out_is_listed_and_not_mailed(ann, visit):
    time_over(running("lombard", ann, seats=3, **SHORT))
    assert "Your time ran out" in read_list(ann, visit)
    assert mail.outbox == []
