"""Offline moves: they wait, are sent once and in order, and only under their person's name."""

import os
import signal
from uuid import uuid4

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.closable_proxy import Door
from tests.browser.conftest import Site
from tests.browser.offline import Visitor, alone, choose, kept, moves_made, my_turn_at, sent_later, worker_ready
from tests.browser.playing import my_turn, token_of, two_at_a_table
from tests.server.running import eventually

pytestmark = pytest.mark.browser


def cut_off(visitor: Visitor, door: Door) -> tuple[Page, str]:
    """A person has to move at a table when the connection drops. Return the page and the table's path."""
    page = visitor()
    table = alone(page)
    page.goto(table)
    expect(page.locator("#move")).to_be_visible()
    door.shut()
    return page, table


def test_offline_moves_are_sent_once_and_in_order(visitor: Visitor, door: Door, site: Site) -> None:
    page = visitor()
    worker_ready(page)
    tables = [alone(page), alone(page, "sdc"), alone(page)]
    for table in tables:
        my_turn_at(page, table)
    door.shut()
    order = tables[::-1]
    for table in order:  # each is there to be played at, as it was last seen
        page.goto(table)
        expect(page.locator("#seen")).to_contain_text("Seen ")
        choose(page)
    expect(page.locator("#unsent [data-outbox-target=count]")).to_have_text("2")  # and the one in the hand
    page.goto("/games/sdc/rules/")  # kept as anybody sees it, which is not to say that one has to log in
    expect(page.locator("#unsent [data-outbox-target=count]")).to_have_text("3")
    expect(page.locator("#unsent-login")).to_be_hidden()
    page.goto(order[-1])
    door.posts.clear()
    door.open()
    expect(page.locator("#waiting .waiting")).to_have_count(0)
    expect(page.locator("#unsent")).to_be_hidden()
    expect(page.locator("#seen")).to_be_hidden()
    assert door.posts == [f"{table}move/" for table in order]
    assert [moves_made(site, table) for table in tables] == [1, 1, 1]
    assert [f"/tables/{receipt['table']}/" for receipt in sent_later(page)] == order


def test_a_move_can_be_withdrawn_and_chosen_anew(visitor: Visitor, door: Door, site: Site) -> None:
    page, table = cut_off(visitor, door)
    choose(page, "Call")
    assert page.locator("#move").evaluate("form => form.inert")
    page.locator("#waiting button").click()
    expect(page.locator("#waiting .waiting")).to_have_count(0)
    assert kept(page, "moves") == []
    choose(page, "Fold")
    door.open()
    expect(page.locator("#waiting .waiting")).to_have_count(0)
    assert moves_made(site, table) == 1
    assert [receipt["says"] for receipt in sent_later(page)] == ["Fold (free)"]


def test_the_tab_is_closed_and_the_server_started_anew_meanwhile(visitor: Visitor, door: Door, site: Site) -> None:
    page, table = cut_off(visitor, door)
    choose(page)
    context = page.context
    page.close()
    web = site.serve.pid("web")
    os.kill(web, signal.SIGKILL)
    assert eventually(lambda: site.serve.pid("web") != web and site.serve.shows_life("web"))
    door.open()
    page = context.new_page()
    page.goto("/games/sdc/rules/")  # on every page
    assert eventually(lambda: len(sent_later(page)) == 1)
    assert moves_made(site, table) == 1


def test_background_sync_sends_without_the_page(visitor: Visitor, door: Door, site: Site) -> None:
    page = visitor()
    table = alone(page)
    worker_ready(page)
    page.goto(table)
    expect(page.locator("#move")).to_be_visible()
    session, registrations = page.context.new_cdp_session(page), list[str]()
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(registration["registrationId"] for registration in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    assert eventually(lambda: page.evaluate("1") and registrations)
    page.route("**/offline/session/", lambda route: route.abort())  # the page itself can't send it
    door.shut()
    choose(page)
    door.open()
    about = {"origin": door.url, "registrationId": registrations[0], "tag": "moves", "lastChance": False}
    session.send("ServiceWorker.dispatchSyncEvent", about)
    expect(page.locator("#waiting .waiting")).to_have_count(0)  # from the worker
    assert moves_made(site, table) == 1


def test_two_tabs_send_a_move_once(visitor: Visitor, door: Door, site: Site) -> None:
    page = visitor()
    table = alone(page)
    page.goto(table)
    expect(page.locator("#move")).to_be_visible()
    other = page.context.new_page()
    other.goto(table)
    expect(other.locator("#move")).to_be_visible()
    door.shut()
    choose(page)
    expect(other.locator("#waiting")).to_contain_text("Waiting to be sent")
    assert other.locator("#move").evaluate("form => form.inert")
    door.posts.clear()
    door.open()
    for tab in (page, other, page, other):
        tab.evaluate("dispatchEvent(new Event('online'))")
    for tab in (page, other):
        expect(tab.locator("#waiting .waiting")).to_have_count(0)
    assert door.posts == [f"{table}move/"]
    assert moves_made(site, table) == len(sent_later(page)) == 1


def test_the_table_has_moved_on_meanwhile(visitor: Visitor, door: Door, site: Site) -> None:
    """A move that comes too late is named with the reason, and the present question is asked."""
    page, table = cut_off(visitor, door)
    choose(page, "Call")
    question = page.locator("#move [name=asked]").input_value()
    elsewhere = {"move": '{"type":"fold"}', "asked": question, "key": uuid4().hex}  # on another device, say
    played = page.request.post(f"{site.url}{table}move/", form=elsewhere, headers={"X-CSRFToken": token_of(page)})
    assert played.ok
    door.open()
    expect(page.locator(".waiting--refused")).to_contain_text("The table has moved on")
    expect(page.locator(".waiting--refused")).to_contain_text("Call, opening")
    page.locator(".waiting--refused button").click()
    expect(page.locator("#waiting .waiting")).to_have_count(0)
    expect(page.locator(f"#move [name=asked]:not([value='{question}'])")).to_have_count(1)
    assert not page.locator("#move").evaluate("form => form.inert")
    assert sent_later(page) == kept(page, "moves") == []
    assert moves_made(site, table) == 1


def test_without_https_moves_wait_while_a_page_is_open(visitor: Visitor, door: Door, site: Site) -> None:
    page = visitor(base_url=door.url.replace("127.0.0.1", "plain.test"))
    assert not page.evaluate("isSecureContext || 'serviceWorker' in navigator")
    page.locator("form[action='/games/lombard/quick-play/'] button").first.click()
    page.wait_for_url("**/tables/**")
    expect(page.locator("#move")).to_be_visible()
    door.shut()
    choose(page)
    expect(page.locator("#waiting")).to_contain_text("Keep a page of this site open")
    door.open()
    expect(page.locator("#waiting .waiting")).to_have_count(0)
    assert moves_made(site, page.url.split(str(door.port))[1]) == 1


def test_plans_wait_and_are_sent_once(visitor: Visitor, door: Door, site: Site) -> None:
    alice, bob = visitor(), visitor(width=360)
    url = two_at_a_table(alice, bob, "lombard", visibility="link", opt_target_coins="32")
    table = url.removeprefix(door.url)
    bob.reload()
    mover, waits = (alice, bob) if my_turn(alice) else (bob, alice)

    def plan(kind: str) -> Locator:
        return waits.locator(f'.plan__offer:has(input[value="{kind}"])')

    waits.locator("#plan-fold > summary").click()
    door.shut()
    for kind in ("double-up", "step-out"):
        waits.locator(f"#plan-{kind} > summary").click()
        if kind == "double-up":
            plan(kind).locator("[name=wary]").select_option("true")
        plan(kind).locator("button").click()
        expect(plan(kind)).to_have_js_property("inert", True)
    notes = waits.locator("#waiting .waiting")
    expect(notes.first).to_contain_text("coins). however many double before me and unless an opened card pairs")
    notes.first.locator("button").click()
    expect(notes).to_have_count(1)
    expect(plan("double-up")).to_have_js_property("inert", False)
    door.posts.clear()
    door.open()
    expect(waits.locator(".plan__filed")).to_contain_text("Planned: fold")
    expect(notes).to_have_count(0)
    assert door.posts == [f"{table}premoves/"]
    expect(waits.locator("#plan-fold")).to_have_attribute("open", "")  # as it was left
    door.shut()
    waits.locator("#plan-double-up > summary").click()
    plan("double-up").locator("button").click()
    expect(notes).to_have_count(1)
    question = mover.locator("#move [name=asked]").input_value()
    fold = {"move": '{"type":"fold"}', "asked": question, "key": uuid4().hex}
    token = {"X-CSRFToken": token_of(mover)}
    assert mover.request.post(f"{site.url}{table}move/", form=fold, headers=token).ok
    door.open()
    expect(waits.locator(".waiting--refused")).to_contain_text("The table has moved on")
    assert sent_later(waits) == []
