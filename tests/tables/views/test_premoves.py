"""Plans through their pages: filed, changed, withdrawn by plain forms; a refusal gives its reason and changes
nothing.
"""

import pytest

from games.tables.models import SeatPremoves
from tests.html import page
from tests.matches import running, waiting

WORDS = {
    "en": ("Planned: fold", "Another plan", "moved on"),
    "ja": ("予約済み：フォールド", "ほかの予約", "進みました"),
}


@pytest.fixture
def trio(person, alice, bob):
    return running("lombard", alice, bob, person("Carol"), options={"target_coins": 32})


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_plan_by_plain_forms(trio, visit, language):
    filed, ahead, _ = WORDS[language]
    seat_to_move = waiting(trio)[0]
    at = trio.seats.exclude(pk=seat_to_move.pk).first()
    browser, base = visit(at.user, language), f"/tables/{trio.public_id}/"
    assert ahead in page(browser.get(base)).text
    assert 'id="plan"' not in visit(seat_to_move.user).get(base).content.decode()
    form = {"type": "step-out", "about": "1", "person": at.user.public_id}
    answer = browser.post(f"{base}premoves/", form)
    assert (answer.status_code, answer.headers["Location"]) == (302, base)
    text = page(browser.get(base)).text
    assert filed in " ".join(text.split())
    assert filed not in " ".join(page(visit(seat_to_move.user, language).get(base)).text.split())
    assert filed not in " ".join(page(visit(None, language).get(base)).text.split())
    assert browser.post(f"{base}premoves/cancel/", {"type": "step-out"}).status_code == 302
    assert not SeatPremoves.objects.exists()
    assert filed not in " ".join(page(browser.get(base)).text.split())


@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_is_refused_says_why(trio, visit, charlie, language):
    at = trio.seats.exclude(pk=waiting(trio)[0].pk).first()
    browser, base = visit(at.user, language), f"/tables/{trio.public_id}/"

    def posted(client=browser, path="premoves/", **form):
        return client.post(base + path, {"type": "step-out", "about": "1"} | form)

    stale = posted(about="7")
    assert stale.status_code == 409
    assert WORDS[language][2] in page(stale).text
    assert posted(person="somebodyelse").status_code == 409
    assert posted(type="nothing").status_code == 400
    assert posted(type="call-with", card="x").status_code == 400
    assert posted(visit(charlie)).status_code == 403
    assert posted(visit(None)).status_code == 403
    assert posted(visit(charlie), "premoves/cancel/").status_code == 403
    assert browser.get(f"{base}premoves/").headers["Location"] == base
    assert visit(at.user).post("/tables/nosuchtable/premoves/", {}).status_code == 404
    assert visit(at.user, enforce_csrf_checks=True).post(f"{base}premoves/", {"type": "step-out"}).status_code == 403
    assert not SeatPremoves.objects.exists()


def test_a_plan_that_waited_is_answered_in_short(trio, visit, charlie):
    at = trio.seats.exclude(pk=waiting(trio)[0].pk).first()
    browser, base = visit(at.user), f"/tables/{trio.public_id}/"

    def sent(client=browser, path="premoves/", **form):
        fields = {"type": "step-out", "about": "1", "person": at.user.public_id} | form
        answer = client.post(base + path, fields, headers={"accept": "application/json"})
        return answer.status_code, answer.json()

    def refused(*arguments, **form):
        status, problem = sent(*arguments, **form)
        return status, problem["code"], "moved on" in problem.get("sentence", "")

    assert refused(about="7") == (409, "stale", True)
    assert refused(visit(charlie)) == (409, "somebody-else", False)
    assert refused(visit(charlie), person=charlie.public_id) == (403, "not-seated", False)
    assert refused(visit(None)) == (401, "signed-out", False)
    assert not SeatPremoves.objects.exists()
    assert sent() == sent() == (200, {})
    assert SeatPremoves.objects.count() == 1
    assert refused(visit(charlie), "premoves/cancel/")[:2] == (409, "somebody-else")
    assert sent(path="premoves/cancel/") == sent(path="premoves/cancel/") == (200, {})
    assert not SeatPremoves.objects.exists()


def test_in_the_list_of_tables_one_tap_plans_and_takes_back(trio, visit):
    seat_to_move = waiting(trio)[0]
    at = trio.seats.exclude(pk=seat_to_move.pk).first()
    browser, base = visit(at.user), f"/tables/{trio.public_id}/"
    lobby = page(browser.get("/lobby/"))
    assert "Plan ahead" in lobby.text
    assert "Plan ahead" not in page(visit(seat_to_move.user).get("/lobby/")).text
    form = {"type": "step-out", "about": "1", "person": at.user.public_id, "next": "lobby"}
    assert browser.post(f"{base}premoves/", form).headers["Location"] == "/lobby/#mine"
    lobby = page(browser.get("/lobby/"))
    assert "Planned: fold" in lobby.text
    assert "Planned: fold" not in page(visit(seat_to_move.user).get("/lobby/")).text
    form = {"type": "step-out", "person": at.user.public_id, "next": "lobby"}
    assert browser.post(f"{base}premoves/cancel/", form).headers["Location"] == "/lobby/#mine"
    assert "Planned: fold" not in page(browser.get("/lobby/")).text


def test_against_bots_only_nothing_is_planned(alice, visit):
    table = running("lombard", alice, seats=3)
    assert 'id="plan"' not in visit(alice).get(f"/tables/{table.public_id}/").content.decode()
