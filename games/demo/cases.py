"""Cases for moderators: a dozen reports of all kinds, and one that was decided earlier."""

from datetime import timedelta

from django.utils import timezone

from accounts.models import Sanction, User
from accounts.staff.sanctions import impose_sanction, submit_appeal
from games.demo.matches import DemoTables
from games.demo.people import MODERATOR, OPERATOR, People
from games.moderation.models import CollusionFlag, Report
from games.moderation.reports import resolve
from games.moderation.reports.submit import submit_report
from games.moderation.reports.target_types import message_ref
from games.moderation.reports.targets import TARGET_TYPES
from games.social.chat.selectors import list_newest_messages
from games.social.chat.services import post_message
from games.social.models import ChatRoom
from games.tables.access import get_table_access
from games.tables.models import Table

Category = Report.Category


def chat(table: Table, *lines: tuple[User, str]) -> list[str]:
    """Post these lines to the table's chat. Return the references for reporting them."""
    for person, text in lines:
        access = get_table_access(table.public_id, person.pk)
        assert access is not None
        post_message(access, person.pk, text)
    room = ChatRoom.objects.get(table=table, name="players")
    newest = list_newest_messages(room)[-len(lines) :]
    return [message_ref(table.public_id, room.name, message.number) for message in newest]


def report(kind: str, ref: str, category: Category, by: User, about: User, text: str, hours: float = 1.0) -> Report:
    """Create a report made `hours` ago."""
    target = TARGET_TYPES[kind].find(ref, by)
    assert target is not None
    row = submit_report(target, reporter=by, about=about.public_id, category=category, text=text)
    Report.objects.filter(pk=row.pk).update(created_at=timezone.now() - timedelta(hours=hours))
    return row


def create_cases(people: People, tables: DemoTables) -> None:
    """Create reports of most kinds: chat, names, stalling, collusion, suspicions against the site, a stolen account."""
    _report_chat(people, tables)
    _report_names(people)
    _report_play(people, tables)
    _decide_one(people)


def _report_chat(people: People, tables: DemoTables) -> None:
    daniel, mika, bob, alice = (people[name] for name in ("Daniel", "Mika", "Bob", "Alice"))
    kenji, sakura, chi = people["Kenji"], people["Sakura"], people["Chi"]
    table = tables.started[0]
    lines = chat(
        table,
        (mika, "よろしくお願いします"),
        (daniel, "Hi all. I hope somebody here can play this time."),
        (kenji, "ゆっくりいきましょう"),
        (daniel, "You are idiots, all three of you. Learn the game or get lost."),
        (mika, "そういう言い方はやめてください"),
    )
    report("line", lines[3], Category.ABUSE, mika, daniel, "暴言です。前にもありました。", 30)
    report("line", lines[3], Category.ABUSE, sakura, daniel, "", 29)
    lines = chat(
        tables.started[1],
        (chi, "gl"),
        (bob, "Cheap chips at chips-4-you.example, code BOB20!!!"),
        (alice, "Bob, not again."),
    )
    report("line", lines[1], Category.ABUSE, chi, bob, "Advertising at every table.", 5)
    report("line", lines[2], Category.OTHER, bob, alice, "She follows me around.", 4)


def _report_names(people: People) -> None:
    loser, support = people["You All Lose"], people["Tefuda Support"]
    report("person", loser.public_id, Category.NAME, people["Yuki"], loser, "", 52)
    report("person", support.public_id, Category.NAME, people["Alice"], support, "Pretends to be one of you.", 20)
    report("person", support.public_id, Category.OTHER, people["Chi"], support, "Asked me for my password.", 19)


def _report_play(people: People, tables: DemoTables) -> None:
    alice, bob, chi, kenji = (people[name] for name in ("Alice", "Bob", "Chi", "Kenji"))
    sakura, haruto, daniel = (people[name] for name in ("Sakura", "Haruto", "Daniel"))
    slow = tables.running[1].public_id
    report("table", slow, Category.STALLING, sakura, kenji, "毎回、時間切れの直前まで待ちます。", 12)
    report("table", slow, Category.STALLING, sakura, daniel, "", 10)
    report("table", tables.running[2].public_id, Category.STALLING, sakura, kenji, "", 11)
    shared = tables.suspected
    report(
        "table", shared.public_id, Category.CHEATING, daniel, alice, "She folds everything to Bob. Look at hand 3.", 7
    )
    for kind, count in ((CollusionFlag.Kind.CHIPS, 180), (CollusionFlag.Kind.TOGETHER, 6)):
        CollusionFlag.objects.create(
            table=shared, user_a=alice, user_b=bob, kind=kind, count=count, sample_size=8, detected_at=timezone.now()
        )
    report("table", tables.ended[0].public_id, Category.CHEATING, daniel, kenji, "He must see my cards.", 3)
    last = tables.ended[-1]
    first, second = (seat.user for seat in last.seats.select_related("user").order_by("number"))
    assert first
    assert second
    report("table", last.public_id, Category.HOUSE, first, second, "Nobody is that lucky. Does the site cheat?", 2)
    report("person", haruto.public_id, Category.ACCOUNT, chi, haruto, "Somebody else plays with his account.", 1)


def _decide_one(people: People) -> None:
    """Create an old report of Bob, which led to a mute that he appeals, with a note by a senior moderator."""
    bob, moderator, operator = people["Bob"], people[MODERATOR], people[OPERATOR]
    before = report("person", bob.public_id, Category.ABUSE, people["Daniel"], bob, "Insults in his profile.", 200)
    resolve.claim_case(person=bob, by=operator)
    sanction = impose_sanction(
        person=bob, by=operator, kind=Sanction.Kind.MUTE, category=Category.ABUSE, reason="Advertising", hours=72
    )
    resolve.decide_report(report_pk=before.pk, by=operator, outcome=Report.Outcome.UPHELD, answer="Thank you.")
    resolve.release_case(person=bob, by=operator)
    resolve.add_case_note(person=bob, by=moderator, text="Second time; next time a week.")
    submit_appeal(person=bob, public_id=sanction.public_id, words="It was a joke among friends.")
