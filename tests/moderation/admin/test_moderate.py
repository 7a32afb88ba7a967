"""The moderators' actions: a page that says what will happen and asks why, then an event."""

import pytest
from django.contrib.admin.models import LogEntry

from games.moderation.models import ModerationAction, ProposedAction
from tests.matches import bodies, fresh, opened, running, seat, snapshot
from tests.moderation import actions
from tests.moderation.admin.pages import listing, moderate, page

WHY = {"reason": "  a report,  looked into "}
ACTIONS = [("freeze", {}), ("void", {}), ("seat-to-bot", {"seat": 0})]


def history(table) -> list[str]:
    entries = LogEntry.objects.filter(object_id=str(table.pk)).order_by("pk")
    return [entry.change_message for entry in entries]


@pytest.mark.parametrize(("action", "more"), ACTIONS)
def test_the_page_says_what_will_happen_and_changes_nothing(at_desk, mia, table, action, more):
    before = snapshot(table)
    answer = at_desk(mia).get(moderate(action, table, **more))
    assert answer.status_code == 200
    text = answer.content.decode()
    assert table.public_id in text
    assert 'name="reason"' in text
    assert 'maxlength="200"' in text
    expected = {"freeze": "no move is accepted", "void": "without a result", "seat-to-bot": "A bot plays on for Anna"}
    assert expected[action] in text
    assert snapshot(table) == before


def test_freeze_and_thaw(at_desk, mia, table):
    client = at_desk(mia)
    answer = client.post(moderate("freeze", table), WHY)
    assert (answer.status_code, answer.url) == (302, page("table", table.pk))
    assert fresh(table).frozen_reason == "a report, looked into"
    client.post(moderate("thaw", table), WHY)
    assert fresh(table).frozen_at is None
    assert [body["kind"] for body in bodies(table)[-2:]] == ["freeze", "thaw"]
    assert history(table) == ["Freeze: a report,  looked into", "Unfreeze: a report,  looked into"]
    assert ModerationAction.objects.filter(table=table, moderator=mia, reason="a report, looked into").count() == 2


def test_void(at_desk, mia, table):
    at_desk(mia).post(moderate("void", table), WHY)
    assert fresh(table).status == "running"
    assert (bodies(table)[-1]["kind"], bodies(table)[-1]["cause"]) == ("voiding", "moderator")
    actions.a_day_later(table.public_id)
    assert fresh(table).status == "voided"


def test_a_seat_to_a_bot_and_back(at_desk, mia, table):
    client = at_desk(mia)
    client.post(moderate("seat-to-bot", table, seat=1), WHY | {"level": "beginner"})
    assert (seat(table, 1).bot_level, seat(table, 1).user.name) == ("beginner", "Ben")
    client.post(moderate("seat-back", table, seat=1), WHY)
    assert seat(table, 1).bot_level == ""
    assert history(table)[0] == "Seat to a bot (Ben): a report,  looked into"
    assert list(ModerationAction.objects.filter(table=table).values_list("action", "seat")) == [
        ("seat-back", 1),
        ("seat-to-bot", 1),
    ]


def test_selected_tables_together(at_desk, mia, table, ben):
    client, other = at_desk(mia), opened("sdc", ben)
    picked = {"action": "freeze", "_selected_action": [table.pk, other.pk]}
    part = f"{listing('table')}?frozen=no"
    answer = client.post(part, picked)
    assert answer.status_code == 302
    assert f'class="closelink" href="{part}"' in client.get(answer.url).text
    response = client.get(answer.url)
    assert response.status_code == 200
    response_list = client.post(answer.url, WHY, follow=True)
    assert response_list.redirect_chain == [(part, 302)]  # one is back where one was
    assert "Done at 2 tables." in response_list.content.decode()
    assert all(fresh(frozen_table).frozen_at for frozen_table in (table, other))


@pytest.mark.parametrize("reason", ["", "   ", "x" * 201])
def test_a_reason_is_needed(at_desk, mia, table, reason):
    before = snapshot(table)
    answer = at_desk(mia).post(moderate("void", table), {"reason": reason})
    assert answer.status_code == 422
    assert "errorlist" in answer.content.decode()
    assert snapshot(table) == before
    assert history(table) == []


def test_the_longest_reason_is_taken(at_desk, mia, table):
    assert at_desk(mia).post(moderate("void", table), {"reason": "長" * 200}).status_code == 302
    assert ModerationAction.objects.get(table=table).reason == "長" * 200


def test_a_refusal_is_said_in_words_and_leaves_no_trace(at_desk, mia, table):
    actions.table_void(public_id=table.public_id, moderator_id=mia.pk, reason="before")
    before = snapshot(table)
    answer = at_desk(mia).post(moderate("freeze", table), WHY)
    assert answer.status_code == 409
    assert "The match is over." in answer.content.decode()
    assert snapshot(table) == before
    assert history(table) == []


def test_a_refusal_in_japanese(at_desk, mia, table):
    answer = at_desk(mia, "ja").post(moderate("thaw", table), WHY)
    assert answer.status_code == 409
    text = answer.content.decode()
    assert "このテーブルは凍結されていません。" in text
    assert "凍結を解除する" in text
    assert "Thaw" not in text


def test_what_is_refused_holds_up_nothing_else(at_desk, mia, table, ben):
    other = opened("sdc", ben)
    actions.table_freeze(public_id=other.public_id, moderator_id=mia.pk, reason="before")
    answer = at_desk(mia).post(moderate("freeze", table, other), WHY)
    assert answer.status_code == 409
    text = " ".join(answer.content.decode().split())
    assert "Done at 1 table." in text
    assert f"{other.public_id}: A moderator has frozen this table." in text
    assert fresh(table).frozen_at
    assert [left_table.pk for left_table, *_ in answer.context["tables"]] == [other.pk]


@pytest.mark.parametrize(
    ("action", "more", "status"),
    [
        ("freeze", {"table": "nowhere"}, 404),
        ("explode", {}, 404),
        ("seat-to-bot", {}, 404),
        ("seat-to-bot", {"seat": 9}, 404),
        ("seat-to-bot", {"seat": "x"}, 404),
        ("seat-to-bot", {"seat": 2}, 409),  # a bot's own
        ("seat-back", {"seat": 0}, 409),  # no bot plays the seat
    ],
)
def test_impossible_orders(at_desk, mia, table, action, more, status):
    before = snapshot(table)
    address = moderate(action, table) + "".join(f"&{key}={value}" for key, value in more.items())
    assert at_desk(mia).post(address, WHY | {"level": "normal"}).status_code == status
    assert snapshot(table) == before


def test_an_unknown_level(at_desk, mia, table):
    answer = at_desk(mia).post(moderate("seat-to-bot", table, seat=0), WHY | {"level": "godlike"})
    assert answer.status_code == 422


def test_no_tables_no_page(at_desk, mia, table):
    assert at_desk(mia).get(moderate("freeze")).status_code == 404


@pytest.mark.parametrize(("action", "more"), ACTIONS)
def test_a_moderator_who_plays_there_only_proposes(at_desk, anna, moderating, table, action, more):
    client, before = at_desk(moderating(anna)), fresh(table)
    question_text = client.get(moderate(action, table, **more)).content.decode()
    assert "You play at this table yourself" in question_text
    assert "agreed on the table’s page: Ben" in question_text
    answer = client.post(moderate(action, table, **more), WHY | {"level": "normal"}, follow=True)
    text = answer.content.decode()
    assert answer.redirect_chain == [(page("table", table.pk), 302)]
    assert "At 1 table where you play, the others are being asked now." in text
    assert "Done at" not in text
    assert "Anna plays here and has proposed:" in text
    assert history(table)[0].startswith("Proposed: ")
    assert (fresh(table).last_seq, fresh(table).frozen_at, seat(table, 0).bot_level) == (before.last_seq, None, "")
    assert ProposedAction.objects.get(table=table).reason == "a report, looked into"
    response = client.post(moderate(action, table, **more), WHY | {"level": "normal"})
    assert (response.status_code, len(history(table))) == (409, 1)
    assert "There is already an open proposal at this table." in response.content.decode()


def test_nobody_but_a_moderator_who_plays_there_is_told_to_ask(at_desk, mia, table):
    assert "You play at this table yourself" not in at_desk(mia).get(moderate("void", table)).content.decode()


def test_own_tables_among_others(at_desk, anna, ben, moderating, table):
    other = opened("sdc", ben)
    answer = at_desk(moderating(anna)).post(moderate("freeze", table, other), WHY, follow=True)
    text = " ".join(answer.content.decode().split())
    assert "Done at 1 table." in text
    assert "At 1 table where you play" in text
    assert (fresh(table).frozen_at, bool(fresh(other).frozen_at)) == (None, True)


def test_a_seat_of_nobody_can_be_handed_to_a_bot(at_desk, mia, table):
    table.seats.filter(number=1).update(user=None, played_by="nobody")
    client = at_desk(mia)
    address = moderate("seat-to-bot", table, seat=1)
    assert address.replace("&", "&amp;") in client.get(page("table", table.pk)).content.decode()
    assert client.post(address, WHY | {"level": "normal"}).status_code == 302
    assert seat(table, 1).bot_level == "normal"


def test_no_weaker_bot_is_offered(at_desk, mia, anna):
    table = running("lombard", anna, seats=3, level="normal")
    address = moderate("seat-to-bot", table, seat=0)
    text = at_desk(mia).get(address).content.decode()
    assert 'value="normal"' in text
    assert 'value="beginner"' not in text
    assert at_desk(mia).post(address, WHY | {"level": "beginner"}).status_code == 422
