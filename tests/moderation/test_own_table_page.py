"""A moderator's proposal on the table's page: read and answered by those who play there."""

import pytest

from games.moderation.models import ProposedAction
from games.moderation.services.approvals import order_action
from tests.html import page
from tests.matches import fresh, new_key, running, waiting
from tests.refusals import NO_SEAT, UNREADABLE, post_refused
from tests.sentences import sentence, squeezed
from tests.site.test_query_counts import queries

AGREE, REFUSE = ("answer", "agree"), ("answer", "refuse")
OVER = "This proposal is no longer open."
OWN = "The others have to agree; your own vote doesn’t count."


@pytest.fixture(params=["en", "ja"])
def language(request):
    return request.param


@pytest.fixture
def match(alice, bob, charlie, moderating):
    """Alice is a moderator."""
    moderating(alice)
    return running("lombard", alice, bob, charlie)


def propose(table, person, action="void", **options):
    order_action(
        public_id=table.public_id, moderator_id=person.pk, action=action, reason="<b>cards</b> were shown", **options
    )


def opened(client, table):
    return page(client.get(f"/tables/{table.public_id}/"))


def words(table_page):
    return squeezed(table_page.text)


@pytest.mark.parametrize(
    ("action", "more", "english"),
    [
        ("freeze", {}, "The table is frozen: the clocks stop, and no move is accepted until it is unfrozen."),
        (
            "void", {},
            "The table is declared void. You can take that back within a day; after that the match is over for "
            "good, without a result.",
        ),
        ("seat-to-bot", {"number": 1, "level": "normal"}, "A bot plays on for %(who)s."),
    ],
)  # fmt: skip
def test_it_says_what_is_proposed_and_why(match, alice, bob, visit, language, action, more, english):
    propose(match, alice, action, **more)
    text = words(opened(visit(bob, language), match))
    assert sentence("%(who)s, a moderator who plays here, proposes:", language) % {"who": "Alice"} in text
    assert sentence(english, language) % {"who": "Bob"} in text
    assert sentence("Reason: %(reason)s", language) % {"reason": "<b>cards</b> were shown"} in text
    awaited = sentence("Waiting for: %(names)s.", language)
    assert awaited % {"names": ("、" if language == "ja" else ", ").join(["Bob", "Charlie"])} in text


def test_it_is_in_the_answer_to_a_move(match, alice, visit):
    """The page doesn't reload the table, so the form has to know it."""
    propose(match, alice)
    at = next(seat for seat in waiting(match) if seat.user_id)
    client = visit(at.user)
    move = {"type": "call", "card": "0", "asked": at.question_seq, "key": new_key()}
    answer = client.post(f"/tables/{match.public_id}/move/", move, headers={"hx-request": "true"})
    assert answer.status_code == 200
    assert "a moderator who plays here, proposes:" in answer.content.decode()


def test_all_agree_and_it_is_done(match, alice, bob, charlie, visit):
    propose(match, alice)
    for person in (bob, charlie):
        client = visit(person)
        response = opened(client, match).form("/moderation-approval/").send(client, AGREE)
        assert (response.status_code, response.url) == (302, f"/tables/{match.public_id}/")
    assert fresh(match).void_due_at is not None
    table_page = opened(visit(bob), match)
    assert not table_page.has_form("/moderation-approval/")
    assert "proposes" not in words(table_page)


def test_one_refuses_and_everybody_reads_it(match, alice, bob, charlie, visit, language):
    propose(match, alice)
    client = visit(bob, language)
    opened(client, match).form("/moderation-approval/").send(client, REFUSE)
    for person in (alice, bob, charlie):
        table_page = opened(visit(person, language), match)
        assert sentence("It was refused, so nothing changes.", language) in words(table_page)
        assert not table_page.has_form("/moderation-approval/")
    assert fresh(match).status == "running"


def test_who_has_agreed_is_named_and_may_still_refuse(match, alice, bob, visit, language):
    propose(match, alice)
    client = visit(bob, language)
    opened(client, match).form("/moderation-approval/").send(client, AGREE)
    table_page = opened(client, match)
    assert sentence("Agreed so far: %(names)s.", language) % {"names": "Bob"} in words(table_page)
    assert table_page.form("/moderation-approval/").buttons == [REFUSE]


def test_whoever_proposed_it_may_take_it_back(match, alice, bob, visit, language):
    propose(match, alice)
    client = visit(alice, language)
    table_page = opened(client, match)
    assert sentence("You have proposed:", language) in words(table_page)
    assert sentence("Withdraw proposal", language) in words(table_page)
    assert table_page.form("/moderation-approval/").buttons == [REFUSE]
    table_page.form("/moderation-approval/").send(client, REFUSE)
    assert not opened(visit(bob), match).has_form("/moderation-approval/")


def test_nobody_else_reads_it(match, alice, person, visit):
    propose(match, alice)
    for reader in (person("Dora"), None):
        client = visit(reader)
        for part in ("", "fragment/"):
            text = client.get(f"/tables/{match.public_id}/{part}").content.decode()
            assert "proposal" not in text
            assert "cards</b>" not in text


def test_pages_that_are_open_get_it_and_every_answer(match, alice, bob, charlie, visit):
    client, address = visit(bob), f"/tables/{match.public_id}/fragment/"
    etag = client.get(address)["ETag"]
    propose(match, alice)
    response = client.get(address, headers={"if-none-match": etag})
    assert response.status_code == 200
    assert page(response).has_form("/moderation-approval/")
    other = visit(charlie)
    opened(other, match).form("/moderation-approval/").send(other, AGREE)
    later = client.get(address, headers={"if-none-match": response["ETag"]})
    assert "Agreed so far: Charlie." in words(page(later))


def test_what_is_not_an_answer(match, alice, bob, visit, language):
    propose(match, alice)
    number, client = ProposedAction.objects.get().pk, visit(bob, language)
    for data in (
        {}, {"answer": "agree"}, {"proposal": number}, {"proposal": number, "answer": "maybe"},
        {"proposal": "x", "answer": "agree"}, {"proposal": "9" * 30, "answer": "agree"},
        {"proposal": "²", "answer": "agree"}, {"proposal": "\0", "answer": "agree"},
    ):  # fmt: skip
        post_refused(match, client, "moderation-approval", data, 400, UNREADABLE, language)


def test_answers_that_do_not_count(match, alice, bob, person, visit, language):
    propose(match, alice)
    form = {"proposal": ProposedAction.objects.get().pk, "answer": "agree"}
    post_refused(match, visit(bob, language), "moderation-approval", form | {"proposal": 999_999}, 409, OVER, language)
    post_refused(match, visit(alice, language), "moderation-approval", form, 403, OWN, language)
    post_refused(match, visit(person("Dora"), language), "moderation-approval", form, 403, NO_SEAT, language)
    post_refused(match, visit(None, language), "moderation-approval", form, 403, NO_SEAT, language)


def test_a_get_leads_to_the_table(match, visit, bob):
    assert visit(bob).get(f"/tables/{match.public_id}/moderation-approval/").url == f"/tables/{match.public_id}/"


def test_it_costs_no_query_more(match, alice, visit):
    propose(match, alice)
    (at,) = waiting(match)
    client = visit(at.user)
    with queries(5):
        assert client.get(f"/tables/{match.public_id}/").status_code == 200
