"""What has been fetched becomes the table in steps: nothing is lost, mixed up or made anew that is the same."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.playing import my_turn, press, table_with_beginners, two_at_a_table

pytestmark = [pytest.mark.browser, pytest.mark.moving]

QUIET = """
    swapFinished();
    [aimMs, room, busy] = [0, LEAST, true];
    zone().dataset.rev = 99999;
    streamClosed();
    clearTimeout(polling);
"""
# What the site would answer now, with another number and another word for whose turn it is.
ANSWER = """
    window.answer = async (rev, word) => {
        const text = await (await fetch(play.dataset.fragment)).text();
        const page = new DOMParser().parseFromString(text, "text/html");
        page.getElementById("zone").dataset.rev = rev;
        page.querySelector("#turn span").textContent = word;
        return page.body.innerHTML;
    };
    // As htmx tells of it; without a form that has asked.
    window.arrives = (text) => {
        const xhr = { responseText: text, getResponseHeader: () => window.tag || "" };
        const detail = { target: zone(), xhr, requestConfig: { elt: zone() }, shouldSwap: true };
        htmx.trigger(zone(), "htmx:beforeSwap", detail);
    };
    window.happened = [];
    const noted = (name) => document.addEventListener(`tefuda:${name}`, () => happened.push(name));
    ["fresh", "step", "done"].forEach(noted);
    window.inPlace = () => new Promise((done) => {
        const look = () => (isSwapping() ? setTimeout(look, 20) : done(true));
        look();
    });
"""


def ready(page: Page) -> None:
    """Nothing comes but what the test lets arrive: what is under way is older. In the smallest steps."""
    page.evaluate(f"() => {{ {QUIET} {ANSWER} }}")


def test_a_part_that_is_the_same_stays_the_very_same(person: Person) -> None:
    alice, bob = person(), person()
    two_at_a_table(alice, bob, "lombard")
    mover, other = (alice, bob) if my_turn(alice) else (bob, alice)
    other.evaluate("for (const one of document.querySelectorAll('#zone *, #tail *')) one.kept = one.outerHTML")
    rev = other.locator("#zone").get_attribute("data-rev") or ""
    press(mover, "call")
    expect(other.locator("#zone")).not_to_have_attribute("data-rev", rev)
    same = "(all) => all.every((one) => one.kept !== undefined)"
    assert other.locator("#zone .seat, #zone .board, #zone .seat__name, #tail h2").evaluate_all(same)
    changed = other.locator("#zone .seat .chips").evaluate_all("(all) => all.some((one) => one.kept !== one.outerHTML)")
    assert changed


@pytest.mark.parametrize("width", [360, 1280])
def test_a_whole_table_comes_in_several_tasks_and_is_complete(person: Person, width: int) -> None:
    page = person(width=width)
    table_with_beginners(page, "lombard", seats="11", visibility="private")
    expect(page.locator("#zone .seat")).to_have_count(11)
    ready(page)
    page.evaluate("""async () => {
        const text = await answer(100000, "Mine");
        const plain = new DOMParser().parseFromString(text, "text/html").getElementById("zone");
        zone().querySelector(".board").remove();
        arrives(text);
        await inPlace();
        const parts = (root) => Array.from(root.querySelectorAll(".board *"), (one) => one.nodeName + one.className);
        window.alike = JSON.stringify(parts(zone())) === JSON.stringify(parts(plain));
    }""")
    assert page.evaluate("alike")
    happened = page.evaluate("happened")
    assert happened[0] == "fresh"
    assert happened[-1] == "done"
    assert happened.count("step") >= 5
    expect(page.locator("#zone")).to_have_attribute("data-rev", "100000")


def test_what_arrives_meanwhile_comes_after_it(person: Person) -> None:
    page = person()
    table_with_beginners(page, "dilemma", seats="10", visibility="private")
    ready(page)
    page.evaluate("""async () => {
        const [first, second] = [await answer(100001, "First"), await answer(100002, "Second")];
        const old = await answer(1, "Old");
        zone().querySelector(".board").remove();
        arrives(first);
        stepTaken();
        window.between = [isSwapping(), zone().dataset.rev];
        document.addEventListener("tefuda:fresh", () => {
            window.then = [document.querySelector("#turn span").textContent, zone().dataset.rev];
        });
        arrives(second);
        await inPlace();
        arrives(old);
    }""")
    swapping, rev = page.evaluate("between")
    assert swapping
    assert rev != "100001"  # said once all of it is there
    assert page.evaluate("then") == ["First", "100001"]
    expect(page.locator("#turn span").first).to_have_text("Second")
    happened = [name for name in page.evaluate("happened") if name != "step"]
    assert happened == ["fresh", "done", "fresh", "done"]


def test_focus_selection_and_folds_stay_through_all_steps(person: Person) -> None:
    page = person()
    table_with_beginners(page, "dilemma", seats="10", visibility="private")
    ready(page)
    page.locator("#log-box").focus()
    page.evaluate("""async () => {
        const fold = document.createElement("details");
        fold.id = "test-fold";
        const closed = '<details id="test-fold"></details>';
        const text = (await answer(100003, "Mine")).replace('<div class="board"', `${closed}$&`);
        zone().querySelector(".board").before(fold);
        fold.open = true;
        window.lookedAt = [];
        document.addEventListener("tefuda:step", () => {
            lookedAt.push(document.activeElement.id, document.getElementById("test-fold").open);
        });
        arrives(text);
        await inPlace();
    }""")
    looked = page.evaluate("lookedAt")
    assert looked
    assert set(looked) == {"log-box", True}
    assert page.evaluate("document.activeElement.id") == "log-box"


def test_a_step_that_fails_does_not_stop_the_table(person: Person) -> None:
    page = person()
    table_with_beginners(page, "lombard", seats="3", visibility="private")
    ready(page)
    page.evaluate("""async () => {
        const path = `${play.dataset.fragment}?asked=${hand().dataset.asked}&log=${zone().dataset.log}`;
        window.tag = (await fetch(path)).headers.get("ETag");
        const text = await answer(100004, "Mine");
        window.reportError = (problem) => (window.reported = String(problem));
        const whole = patching;
        window.patching = null;
        arrives(text);
        await inPlace();
        window.patching = whole;
    }""")
    assert "TypeError" in page.evaluate("reported")
    assert page.evaluate("busy") is False
    page.evaluate("zone().querySelector('.board').remove()")
    page.evaluate("zone().dataset.rev = 0")
    page.evaluate("refresh()")  # and not answered by "nothing new"
    expect(page.locator("#zone .board")).to_be_visible()


def test_a_large_hand_grows_out_of_sight_beside_the_one_it_follows(person: Person) -> None:
    page = person(width=1280)
    table_with_beginners(page, "dilemma", seats="10", visibility="private")
    expect(page.locator("#move")).to_be_visible()
    ready(page)
    page.evaluate("""async () => {
        const text = await answer(100005, "Mine");
        const plain = new DOMParser().parseFromString(text, "text/html").getElementById("hand");
        const [old, buttons] = [hand(), (one) => Array.from(one.querySelectorAll("button"), (button) => button.value)];
        [window.meanwhile, window.wider] = [[], []];
        moveForm().remove(); // as while one waits: keys then find no form, and not the one that grows
        const looked = new MutationObserver(() => {
            const coming = document.querySelector(".tray.is-coming");
            if (!coming) return;
            meanwhile.push(hand() === old && !moveForm() && getComputedStyle(coming).clipPath);
            wider.push(coming.offsetWidth - old.offsetWidth);
        });
        looked.observe(play, { childList: true, subtree: true });
        arrives(text);
        await inPlace();
        window.after = [hand() !== old, old.isConnected, String(buttons(hand())) === String(buttons(plain))];
    }""")
    assert set(page.evaluate("meanwhile")) == {"inset(100%)"}
    assert set(page.evaluate("wider")) == {0}  # or it would be laid out once more in its place
    assert page.evaluate("after") == [True, False, True]
    expect(page.locator(".tray")).to_have_count(1)
    expect(page.locator("#hand")).to_be_visible()
