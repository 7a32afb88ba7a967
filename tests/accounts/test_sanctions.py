"""Sanctions: what they block, how they end, appeals, and that no click avoids them."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone

from accounts import selectors
from accounts.models import AuditLogEntry, Sanction, User
from accounts.staff import sanctions
from accounts.tasks import expire_sanctions
from tests.accounts.conftest import PASSWORD, who
from tests.accounts.sanctioned import laid, restore, suspend

HTML = {"accept": "text/html,*/*", "accept-language": "en"}
STANDING = "/account/status/"


def fresh(person: User) -> User:
    return User.objects.get(pk=person.pk)


def in_force(person: User) -> set[str]:
    return set(Sanction.objects.in_force().filter(person=person).values_list("kind", flat=True))


@pytest.fixture
def inside(client, anna, at_door):
    """Anna's browser, which asks as browsers do."""
    at_door(client, "anna")
    client.defaults |= {"HTTP_ACCEPT": "text/html,*/*", "HTTP_ACCEPT_LANGUAGE": "en"}
    return client


def text(answer) -> str:
    return " ".join(answer.content.decode().split())


def test_a_warning_stands_before_everything_until_it_is_read(inside, anna, boss):
    row = laid("warn", anna, boss, reason="Please be kind <b>")
    for path in ("/", "/lobby/", "/settings/profile/", "/friends/"):
        assert inside.get(path).url == STANDING
    assert inside.post("/settings/profile/", {"name": "Zoe", "language": ""}).url == STANDING
    assert fresh(anna).name == "Anna"
    page = text(inside.get(STANDING))
    assert "Please be kind &lt;b&gt;" in page
    assert "Insults, hate or spam" in page
    assert inside.post(STANDING, {"do": "read", "sanction": row.public_id}).url == STANDING
    assert inside.get("/lobby/").status_code == 200
    row.refresh_from_db()
    assert (row.end_reason, row.closed_at is not None, fresh(anna).must_acknowledge) == ("done", True, False)


def test_two_warnings_are_two(inside, anna, boss):
    rows = [laid("warn", anna, boss) for _ in range(2)]
    inside.post(STANDING, {"do": "read", "sanction": rows[0].public_id})
    assert inside.get("/lobby/").url == STANDING
    inside.post(STANDING, {"do": "read", "sanction": rows[1].public_id})
    assert inside.get("/lobby/").status_code == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [({"hx-request": "true", "accept": "*/*"}, 403), ({"accept": "application/json"}, 401), ({"accept": "*/*"}, 200)],
)
def test_scripts_are_told_in_their_own_way(inside, anna, boss, headers, status):
    laid("warn", anna, boss)
    answer = inside.get("/lobby/", headers=headers)
    assert answer.status_code == status
    assert ("HX-Redirect" in answer.headers) is ("hx-request" in headers)
    if "json" in headers["accept"]:
        assert answer.json()["code"] == "owes"


def test_a_reset_name_is_neutral_until_another_is_chosen(inside, anna, boss):
    row = laid("name", anna, boss)
    neutral = fresh(anna).name
    assert neutral != "Anna"
    User.objects.create_user("zoe", name="Zoe")
    for name, sentence in (("Zoe", "already has this name"), ("", ""), ("x" * 25, "")):
        answer = inside.post(STANDING, {"do": "name", "sanction": row.public_id, "name": name})
        assert answer.status_code == 422
        assert sentence in text(answer)
    assert inside.get("/").url == STANDING
    inside.post(STANDING, {"do": "name", "sanction": row.public_id, "name": " Annika "})
    assert (fresh(anna).name, inside.get("/").status_code) == ("Annika", 200)


def test_a_running_session_reads_why_at_once_and_is_over_afterwards(inside, anna, boss):
    row = suspend(anna, boss, reason="You told your cards", hours=24)
    assert inside.get("/lobby/").url == STANDING
    assert inside.post("/settings/profile/", {"name": "Zoe", "language": ""}).url == STANDING
    page = text(inside.get(STANDING))
    assert "You are suspended" in page
    assert "You told your cards" in page
    assert row.ends_at is not None
    assert who(inside).is_anonymous
    restore(fresh(anna), boss)
    assert inside.get("/settings/profile/").url.startswith("/account/login/")


def test_who_logs_in_with_the_password_reads_it_as_well(other, anna, boss, at_door):
    suspend(anna, boss, reason="You told your cards")
    assert at_door(other, "anna").url == STANDING
    assert "You told your cards" in text(other.get(STANDING))
    assert who(other).is_anonymous
    assert at_door(other, "anna", "another-password").status_code == 200
    assert other.post("/account/status/log-out/").url == "/account/login/"
    assert other.get(STANDING).url == "/account/login/"


def test_a_stranger_reads_nobodys(client, anna, boss):
    row = suspend(anna, boss)
    assert client.get(STANDING).url == "/account/login/"
    assert client.post(STANDING, {"do": "appeal", "sanction": row.public_id, "words": "x"}).url == "/account/login/"
    assert not Sanction.objects.get().appeal


def test_an_appeal_is_made_once_answered_and_lifted(inside, anna, boss):
    row = suspend(anna, boss)
    say = {"do": "appeal", "sanction": row.public_id}
    for words in ("", " ", "x" * 1001):
        assert inside.post(STANDING, {**say, "words": words}).status_code == 422
    assert inside.post(STANDING, {**say, "words": "It was my brother"}).url == STANDING
    assert inside.post(STANDING, {**say, "words": "Really"}).status_code == 422
    row.refresh_from_db()
    assert (row.appeal, row.has_open_appeal) == ("It was my brother", True)
    with pytest.raises(PermissionDenied):  # against their own decision
        sanctions.reject_appeal(sanction=row, by=boss, reason="I was right")
    judge = User.objects.create_superuser("judge")
    sanctions.reject_appeal(sanction=row, by=judge, reason="He has his own account")
    assert "He has his own account" in text(inside.get(STANDING))
    with pytest.raises(ValidationError):
        sanctions.reject_appeal(sanction=row, by=boss, reason="Again")
    sanctions.lift_sanction(sanction=row, by=boss, reason="It was your brother")
    row.refresh_from_db()
    assert (row.end_reason, row.closing_note, fresh(anna).is_active) == ("lifted", "It was your brother", True)
    with pytest.raises(ValidationError):
        sanctions.lift_sanction(sanction=row, by=boss, reason="x")
    actions = list(AuditLogEntry.objects.order_by("pk").values_list("action", flat=True))
    assert actions == ["sanction-suspend", "refuse-appeal", "lift"]


def test_nobody_answers_to_somebody_elses(client, anna, boss, at_door):
    eve = User.objects.create_user("eve", password=PASSWORD)
    row = laid("warn", anna, boss)
    at_door(client, "eve")
    for do in ("read", "appeal", "name"):
        assert (
            client.post(STANDING, {"do": do, "sanction": row.public_id, "words": "x", "name": "Zed"}).status_code == 403
        )
    assert client.post(STANDING, {"do": "explode"}).status_code == 400
    row.refresh_from_db()
    assert (row.closed_at, row.appeal, fresh(eve).name) == (None, "", "eve")


@pytest.mark.parametrize("by_job", [True, False])
def test_it_ends_on_time_with_or_without_the_job(inside, anna, boss, by_job):
    suspend(anna, boss, hours=1)
    Sanction.objects.update(ends_at=timezone.now() - timedelta(seconds=1))
    if by_job:
        expire_sanctions()
    else:
        assert inside.get("/lobby/").url == "/lobby/"  # looked at, and once more
    assert fresh(anna).is_active
    assert Sanction.objects.get().end_reason == "expired"


def test_a_guest_is_back_in_the_same_session(client, guest, boss):
    suspend(guest, boss, hours=1)
    assert client.get("/lobby/", headers=HTML).url == STANDING
    Sanction.objects.update(ends_at=timezone.now())
    assert client.get("/lobby/", headers=HTML).url == "/lobby/"
    assert who(client) == guest


def test_at_log_in_it_is_over_as_well(other, anna, boss, at_door):
    suspend(anna, boss, hours=1)
    Sanction.objects.update(ends_at=timezone.now())
    assert at_door(other, "anna").url == "/"
    assert who(other) == anna


def test_a_second_one_takes_the_place_of_the_first(anna, boss):
    first, second = suspend(anna, boss, hours=1), suspend(anna, boss, hours=24)
    first.refresh_from_db()
    assert (first.end_reason, first.closed_at is not None) == ("replaced", True)
    Sanction.objects.filter(pk=first.pk).update(ends_at=timezone.now())
    expire_sanctions()
    assert not fresh(anna).is_active
    assert second.closed_at is None


@pytest.mark.parametrize("kind", ["mute", "no-reports"])
def test_a_new_guest_in_the_same_browser_has_what_the_former_had(client, guest, boss, kind):
    """A click doesn't get around it, except that an account holder isn't held for a guest in the same browser."""
    laid(kind, guest, boss, hours=24)
    client.cookies.pop("sessionid")
    client.post("/test/sit/")
    second = who(client)
    assert second != guest
    assert in_force(second) == {kind}
    row = Sanction.objects.get(person=second)
    assert (row.copied_from.person_id, row.ends_at) == (guest.pk, row.copied_from.ends_at)


def test_what_a_person_with_an_account_has_is_theirs_alone(client, anna, boss, at_door):
    at_door(client, "anna")
    laid("mute", anna, boss)
    client.post("/account/logout/")
    client.post("/test/sit/")
    assert in_force(who(client)) == set()


def test_a_new_guest_is_warned_too(client, guest, boss):
    laid("warn", guest, boss, reason="Please be kind")
    client.cookies.pop("sessionid")
    client.post("/test/sit/")
    assert client.get("/", headers=HTML).url == STANDING


@pytest.mark.parametrize(
    "wrong", [{"kind": "explode"}, {"category": "none"}, {"hours": 5}, {"hours": -1}, {"reason": " "}]
)
def test_what_is_no_sanction(anna, boss, wrong):
    with pytest.raises((ValidationError, ValueError)):
        laid(**{"kind": "mute", "person": anna, "by": boss, **wrong})
    assert not Sanction.objects.exists()


def test_each_kind_has_a_right_of_its_own(anna):
    mod = User.objects.create_user("mod", is_staff=True)
    for kind, right in (("warn", "sanction_user"), ("name", "sanction_user"), ("suspend", "suspend_person")):
        mod.user_permissions.set(Permission.objects.exclude(codename=right))
        with pytest.raises(PermissionDenied):
            laid(kind, anna, User.objects.get(pk=mod.pk))
    assert not Sanction.objects.exists()


def test_silence_is_told(anna, boss):
    assert selectors.get_silence(anna.pk) == (False, None)
    row = laid("mute", anna, boss, hours=24)
    assert selectors.get_silence(anna.pk) == (True, row.ends_at)


def test_who_wants_mails_is_told_that_there_is_word(anna, boss, worker, mailoutbox, settings):
    settings.SITE_URL = "https://cards.example.org"
    for wants in (False, True):
        User.objects.filter(pk=anna.pk).update(email_turn_notifications=wants)
        laid("warn", fresh(anna), boss, reason="Please be kind")
        worker()
    (letter,) = mailoutbox
    assert letter.to == [anna.email]
    assert "https://cards.example.org/account/status/" in letter.body
    assert "kind" not in letter.body


class TestTheDesk:
    """Staff's pages about sanctions."""

    @pytest.fixture
    def desk(self, client, boss):
        client.force_login(boss)
        return client

    def test_appeals_are_found_and_decided(self, desk, anna, boss):
        row = suspend(anna, boss)
        sanctions.submit_appeal(person=anna, public_id=row.public_id, words="It was my brother")
        assert list(desk.get("/admin/accounts/sanction/?state=appeal").context["cl"].result_list) == [row]
        page = f"/admin/accounts/sanction/decide/{row.pk}/"
        assert "It was my brother" in desk.get(page).content.decode()
        assert desk.post(page, {"do": "lift", "reason": ""}).status_code == 422
        assert desk.post(page, {"do": "lift", "reason": "So it was"}).status_code == 302
        assert fresh(anna).is_active
        assert desk.post(page, {"do": "lift", "reason": "So it was"}).status_code == 403

    def test_an_appeal_is_decided_by_somebody_else_and_nothing_is_chosen_beforehand(self, desk, anna, boss):
        row = suspend(anna, boss)
        sanctions.submit_appeal(person=anna, public_id=row.public_id, words="It was my brother")
        page = f"/admin/accounts/sanction/decide/{row.pk}/"
        shown_text = text(desk.get(page))
        assert 'value="Take it back"' in shown_text
        assert "Decide the appeal" not in shown_text
        assert "refuse" not in shown_text
        assert desk.post(page, {"do": "refuse", "reason": "I was right"}).status_code == 422
        row.refresh_from_db()
        assert row.has_open_appeal
        desk.force_login(User.objects.create_superuser("judge"))
        desk_text = text(desk.get(page))
        assert 'value="Decide the appeal"' in desk_text
        assert desk_text.count('type="radio" name="do"') == 2
        assert "checked" not in desk_text
        assert desk.post(page, {"reason": "x"}).status_code == 422

    @pytest.mark.parametrize(("name", "hours", "label"), [("ban", {}, "Ban"), ("suspend", {"hours": 24}, "Suspension")])
    def test_a_suspension_without_end_is_a_ban(self, desk, anna, name, hours, label):
        form = {"category": "abuse", "reason": "Enough"}
        page = f"/admin/accounts/user/act/{name}/?person={anna.pk}"
        assert desk.post(page, form | hours).status_code == 302
        row = Sanction.objects.get()
        assert (row.kind, row.label, row.ends_at is None) == ("suspend", label, name == "ban")
        form["seen"] = desk.get(page).context["form"]["seen"].value()
        assert desk.post(page, form | {"hours": 0}).status_code == (422 if name == "suspend" else 302)

    def test_what_is_still_in_force_comes_first(self, desk, anna, boss):
        first, second, last = (laid(kind, anna, boss) for kind in ("mute", "warn", "suspend"))
        sanctions.lift_sanction(sanction=second, by=boss, reason="x")
        sanctions.lift_sanction(sanction=last, by=boss, reason="x")
        assert list(desk.get("/admin/accounts/sanction/").context["cl"].result_list) == [first, last, second]

    def test_not_ones_own_and_not_without_a_right(self, desk, anna, boss):
        row = laid("mute", anna, boss)
        looker = User.objects.create_user("looker", is_staff=True)
        looker.user_permissions.set(Permission.objects.filter(codename="view_sanction"))
        page = f"/admin/accounts/sanction/decide/{row.pk}/"
        desk.force_login(looker)
        assert desk.get(page).status_code == 200
        assert desk.post(page, {"do": "lift", "reason": "x"}).status_code == 403
        User.objects.filter(pk=anna.pk).update(is_staff=True)
        anna.user_permissions.set(Permission.objects.filter(codename__in=["view_sanction", "sanction_user"]))
        desk.force_login(fresh(anna))
        assert desk.get(page).status_code == 404
        assert row not in desk.get("/admin/accounts/sanction/").context["cl"].result_list
        assert in_force(anna) == {"mute"}
