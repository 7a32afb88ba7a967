"""Who is new at a title is told more, until a match of it has been finished."""

from tests.every_game import every_game
from tests.matches import finished, running


def is_first(client, table) -> bool:
    page = client.get(f"/tables/{table.public_id}/").content.decode()
    assert ("play--first" in page) is ('data-title="' + table.game_slug + '" open' in page)
    return "play--first" in page


def test_it_is_the_first_match_until_one_has_been_finished(alice, bob, charlie, visit):
    running_one = running("sdc", alice, bob)
    assert is_first(visit(alice), running_one)
    assert not is_first(visit(charlie), running_one)  # looks on
    assert not is_first(visit(None), running_one)
    finished("sdc", alice, charlie)
    assert not is_first(visit(alice), running_one)
    assert is_first(visit(bob), running_one)
    assert is_first(visit(alice), running("lombard", alice, bob))


@every_game
def test_every_title_says_what_is_asked(slug, alice, bob, charlie, person, visit):
    people = [alice, bob, charlie, person("Dan")]
    table = running(slug, *people[: {"doudizhu": 4, "get9": 3}.get(slug, 2)])
    asked = [seat.user for seat in table.seats.filter(question_seq__isnull=False)]
    for language, words in (("en", "How to play"), ("ja", "遊び方")):
        page = visit(asked[0], language).get(f"/tables/{table.public_id}/").content.decode()
        advice = page.split('<p class="advice" tabindex="0">')[1].split("</p>")[0]
        assert words in advice
        assert len(advice.split("<a ")[0].strip()) > 15
        assert '<dialog id="keys"' in page
