"""The pages of worked rounds: read by a visitor without account or script."""

import re

import pytest
from django.test import Client

ROUND = "/games/lombard/worked-round/"


@pytest.fixture
def visitor(client: Client, db) -> Client:
    return client


def test_one_walks_from_the_rulebook_to_the_end_and_back(visitor):
    page = visitor.get("/games/lombard/rules/").text
    assert page.index('id="rules-glance"') < page.index(f'href="{ROUND}1/"') < page.index('id="contents"')
    address, walked = f"{ROUND}1/", []
    while address:
        page = visitor.get(address).text
        walked.append(address)
        assert 'id="lesson-step"' in page
        assert 'class="board ' in page
        assert "<form" not in page[page.index('id="main"') : page.index("</main>")]
        match = re.search(r'rel="next" href="([^"]+)"', page)
        address = match[1] if match else ""
    assert walked == [f"{ROUND}{n}/" for n in range(1, 10)]
    assert 'href="/games/lombard/lessons/"' in page
    assert f'rel="prev" href="{ROUND}8/"' in page


def test_it_is_no_lesson(visitor):
    visitor.get(f"{ROUND}9/")
    assert "lessons" not in visitor.cookies
    assert ROUND not in visitor.get("/games/lombard/lessons/").text


@pytest.mark.parametrize("address", [f"{ROUND}0/", f"{ROUND}10/", f"{ROUND}{'9' * 30}/", "/games/gone/worked-round/1/"])
def test_a_step_that_is_not_there_is_not_found(visitor, address):
    assert visitor.get(address).status_code == 404
