"""Hints about pairs of people: from stored rows, hands and chips after the end only, and nothing follows from them."""

from collections import Counter
from datetime import timedelta
from itertools import pairwise

import pytest
from django.contrib.auth.models import Group
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import KnownDevice, NetworkFingerprint
from games.moderation.inspection import collusion
from games.moderation.inspection.collusion import detect_collusion
from games.moderation.models import CollusionFlag
from games.moderation.tasks import detect_collusion as detect_collusion_tonight
from games.replays.archive.services import archive_table
from games.replays.summary import get_chapter_scores
from games.tables.models import Event
from tests.matches import bodies, finished, fresh, opened, played, running, snapshot, stretched
from tests.people import staff

LATER = timedelta(days=1)


def found(table, kind=None):
    rows = CollusionFlag.objects.filter(table=table, **({"kind": kind} if kind else {}))
    return list(rows.values_list("kind", "user_a__name", "user_b__name", "count", "sample_size"))


def share(*people, expires=LATER):
    for person in people:
        KnownDevice.objects.create(user=person, token_hash="one", expires_at=timezone.now() + expires)


def test_people_who_have_nothing_in_common_give_none(match):
    assert detect_collusion(match) == 0


def test_the_same_browser_as_long_as_it_is_known(match, alice, bob):
    share(alice, bob)
    assert detect_collusion(match) == 1
    assert found(match) == [("device", "Alice", "Bob", 1, 0)]
    KnownDevice.objects.update(expires_at=timezone.now() - LATER)
    assert detect_collusion(match) == 0


def test_the_same_network_where_others_come_from_elsewhere(match, alice, bob, person):
    def from_network(user, token):
        NetworkFingerprint.objects.create(user=user, week=int(timezone.now().timestamp() // 604_800), token_hash=token)

    for user in (alice, bob):
        from_network(user, "home")
    assert detect_collusion(match) == 0  # everyone
    from_network(bob, "office")
    for n in range(2):
        from_network(person(f"Other{n}"), f"elsewhere{n}")
    assert detect_collusion(match) == 1
    assert found(match) == [("network", "Alice", "Bob", 1, 1)]


def test_sitting_together_nearly_always(alice, bob, charlie):
    tables = [opened("sdc", alice, bob) for _ in range(6)]
    assert detect_collusion(tables[0]) == 1
    assert found(tables[0]) == [("together", "Alice", "Bob", 6, 6)]
    for other in (alice, bob):
        for _ in range(3):
            opened("sdc", other, charlie)
    assert detect_collusion(tables[0]) == 0  # 6 of 9


def by_turns(table, seconds: float) -> None:
    """Twenty moves laid down well after the match's own, the first by who moved last. No words are looked at."""
    last = Event.objects.filter(table=table, kind="move").order_by("-seq").values_list("seat", flat=True).first() or 0
    columns = {"table": table, "kind": "move", "cause": "player", "body": "{}", "digest": ""}
    for n in range(20):
        at = timezone.now() + timedelta(hours=1, seconds=seconds * n)
        Event.objects.create(seq=1_000 + n, seat=(last + n) % 2, created_at=at, **columns)


def test_answers_within_a_second_of_each_other(match, alice, bob):
    by_turns(match, 0.4)
    assert detect_collusion(match) == 1
    assert found(match) == [("quick", "Alice", "Bob", 19, 19)]


def test_slow_ones_are_none(match):
    by_turns(match, 30)
    assert detect_collusion(match) == 0


def test_chips_are_looked_at_after_the_end_only(alice, bob, charlie, monkeypatch):
    monkeypatch.setattr(collusion, "CHIPS_LEAST", 1)
    monkeypatch.setattr(collusion, "CHIPS_SHARE", 0)
    running_ = running("lombard", alice, bob, charlie)
    detect_collusion(running_)
    assert found(running_, "chips") == []
    table = finished("lombard", alice, bob, charlie)
    archive_table(table.pk)
    detect_collusion(table)
    flows = found(table, "chips")
    assert flows
    scores = get_chapter_scores(table.summary)
    losses = sum(max(0, before[0] - after[0]) for before, after in pairwise(scores))
    assert {of for _kind, payer, _other, _count, of in flows if payer == "Alice"} <= {losses}


def drops(table):
    """Return how often each seat folded a hand."""
    return Counter(body["seat"] for body in bodies(table) if (body["move"] or {}).get("type") == "drop")


def test_folds_are_looked_at_in_the_sealed_record_only(alice, bob, monkeypatch):
    monkeypatch.setattr(collusion, "FOLDS_LEAST", 0)
    monkeypatch.setattr(collusion, "FOLDS_SHARE", 0)
    table = next(filter(drops, (played("sdc", alice, bob) for _ in range(20))))  # one with a drop
    detect_collusion(table)
    assert found(table, "folds") == []
    dropped = drops(table)
    archive_table(table.pk)
    detect_collusion(fresh(table))
    flags = found(table, "folds")
    assert {folder: of for _kind, folder, _other, _count, of in flags} == {
        name: dropped[seat] for seat, name in enumerate(("Alice", "Bob")) if dropped[seat]
    }
    assert all(0 <= count <= of for _kind, _one, _other, count, of in flags)
    monkeypatch.setattr(collusion, "FOLDS_LEAST", 1 + max(count for _kind, _one, _other, count, _of in flags))
    detect_collusion(fresh(table))
    assert found(table, "folds") == []


def test_nothing_follows_from_a_hint(match, alice, bob):
    share(alice, bob)
    before = snapshot(match)
    detect_collusion_tonight()
    assert CollusionFlag.objects.count() == 1
    assert snapshot(match) == before


def test_they_go_after_a_while(match, alice, bob):
    share(alice, bob)
    detect_collusion(match)
    CollusionFlag.objects.update(detected_at=timezone.now() - timedelta(days=91))
    collusion.delete_old_flags()
    assert not CollusionFlag.objects.exists()


def test_a_long_log_costs_no_more_queries(match):
    with CaptureQueriesContext(connection) as short_log:
        detect_collusion(match)
    table = stretched(match, 2_000)
    with CaptureQueriesContext(connection) as long_log:
        detect_collusion(table)
    assert len(short_log) == len(long_log)


def test_the_pages(match, alice, bob, visit):
    share(alice, bob)
    client = visit(staff("Mod", "moderator"))
    assert client.post(f"/admin/tables/table/inspect/{match.public_id}/hints/").status_code == 302
    for address in (
        f"/admin/tables/table/inspect/{match.public_id}/",
        "/admin/moderation/collusionflag/",
        f"/admin/moderation/collusionflag/?q={alice.public_id}",
        f"/admin/moderation/collusionflag/?q={match.public_id}",
    ):
        assert "Same browser" in client.get(address).content.decode(), address
    assert (
        "Same browser"
        not in client.get("/admin/moderation/collusionflag/?q=nobody").content.decode().partition("result_list")[2]
    )


@pytest.mark.parametrize("role", ["moderator", "admin"])
def test_nobody_reads_those_about_themselves(match, alice, bob, visit, role):
    share(alice, bob)
    detect_collusion(match)
    bob.is_staff = True
    bob.save()
    bob.groups.add(Group.objects.get(name=role))
    pk = CollusionFlag.objects.get().pk
    assert visit(bob).get(f"/admin/moderation/collusionflag/{pk}/change/").status_code == 302
    assert "Same browser" not in visit(bob).get(f"/admin/tables/table/inspect/{match.public_id}/").content.decode()
