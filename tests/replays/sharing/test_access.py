"""Access to a finished match: every address, every choice of the players, for every kind of visitor."""

import pytest
from django.urls import reverse

from games.replays.archive.services import archive_table
from games.replays.models import MatchSummary, Review, SharingPreference
from games.replays.sharing.preview_image import save_preview
from games.replays.sharing.services import get_sharing, set_sharing
from games.tables.access import get_table_access
from games.tables.models import Result, Table
from games.tables.services.seats import create_quick_table, leave_seat
from tests.matches import finished, fresh, opened, play_on, played, running
from tests.site.url_map import walk_urls

pytestmark = [pytest.mark.thorough, pytest.mark.django_db]
Sharing = Table.ReplayVisibility
POSTED = {"replays:share", "replays:review_start", "replays:fork", "social:comment", "social:note"}
WITHOUT_POSITION = ("replays:share", "replays:review_start")
SHOWN = (
    "replays:detail", "replays:position", "replays:sidebar", "replays:preview", "replays:text", "replays:verify",
    "replays:record_json", "replays:record_txt", "replays:guess", "replays:guess_at", "replays:guess_answer",
    "tables:detail",
)  # fmt: skip
# What makes no page of a match: invitations to one that is over, and what only those who sit there may do.
ELSEWHERE = {"tables:invite"}


def addresses(table):
    """Every address that names this table, replay and table pages alike, as GETs."""
    kwargs = {
        "public_id": table.public_id, "n": table.last_seq, "room": "players", "number": 1, "key": "x",
        "code": "wrongwrong12", "seat": 0,
    }  # fmt: skip
    paths = {}
    for url in walk_urls():
        if (
            "public_id" in url.converters
            and url.name not in ELSEWHERE
            and url.route.startswith(("replays/", "tables/"))
        ):
            paths[url.name] = reverse(url.name, kwargs={name: kwargs[name] for name in url.converters})
    return paths


def seal(table):
    archive_table(table.pk)
    save_preview(table.pk)
    return fresh(table)


@pytest.fixture
def match(alice, bob):
    return seal(finished("sdc", alice, bob))


def share(table, sharing):
    Table.objects.filter(pk=table.pk).update(replay_visibility=sharing)


def test_all_addresses_are_there(match):
    names = set(addresses(match))
    assert {
        "replays:detail", "replays:position", "replays:sidebar", "replays:preview", "replays:verify",
        "replays:record_json", "replays:record_txt", "tables:detail", "replays:position_rendered",
        "replays:log_rendered", "replays:text", "tables:fragment", "tables:log", "social:chat",
    } <= names  # fmt: skip


@pytest.mark.parametrize(
    ("visibility", "sharing"),
    [("public", Sharing.PARTICIPANTS), ("private", Sharing.LINK), ("private", Sharing.LISTED)],
)
def test_whoever_may_see_it_sees_all_of_it(match, sharing, visibility, alice, charlie, moderator, visit):
    """Only the participants and their choices decide; moderators see no more here than others."""
    share(match, sharing)
    Table.objects.filter(pk=match.pk).update(visibility=visibility)
    for user in (None, charlie, moderator, alice):
        client = visit(user)
        allowed = user == alice or sharing != Sharing.PARTICIPANTS
        for name, address in addresses(match).items():
            status = {client.get(address, follow=True).status_code}
            if not allowed or user is None:  # a HEAD goes the same way, and costs as much
                status.add(client.head(address, follow=True).status_code)
            if not allowed:
                # A GET of a POST-only address redirects to its page, which isn't found.
                assert status <= {404}, (name, user)
            elif name in SHOWN:
                assert status == {200}, (name, user)


@pytest.mark.parametrize("sharing", list(Sharing))
def test_posts_are_no_way_in(match, sharing, charlie, visit):
    share(match, sharing)
    for name in POSTED:
        kwargs = {"public_id": match.public_id} | ({} if name in WITHOUT_POSITION else {"n": 5})
        data = {"sharing": "3", "seat": "0", "n": "5", "against": "bots", "level": "beginner", "text": "x"}
        status = visit(charlie).post(reverse(name, kwargs=kwargs), data).status_code
        if sharing == Sharing.PARTICIPANTS:
            assert status == 404, name
    assert not SharingPreference.objects.exists()
    assert Review.objects.exists() is (sharing != Sharing.PARTICIPANTS)
    assert fresh(match).replay_visibility == sharing


def test_a_glance_at_the_fragment_gives_nothing_away(match, alice, charlie, visit):
    client = visit(charlie)
    tag = client.get(f"/tables/{match.public_id}/fragment/")["ETag"]
    share(match, Sharing.PARTICIPANTS)
    assert client.get(f"/tables/{match.public_id}/fragment/", headers={"If-None-Match": tag}).status_code == 404


def test_how_it_begins(alice, bob, person):
    def ended(*people, **setup):
        return played("sdc", *people, **setup).replay_visibility

    assert ended(alice, bob) == Sharing.LISTED
    assert ended(alice, bob, visibility="link") == Sharing.LINK
    assert ended(alice, bob, visibility="private") == Sharing.PARTICIPANTS
    assert ended(alice, visibility="private") == Sharing.LINK  # against bots, as quick tables are


def test_before_the_end_it_is_as_it_was_set_up(alice, bob, charlie, visit):
    quick = create_quick_table(game_slug="sdc", user_id=alice.pk)
    public = running("sdc", alice, bob)
    share(public, Sharing.PARTICIPANTS)
    share(quick, Sharing.LISTED)
    for table, status in ((quick, 404), (public, 200)):
        assert visit(charlie).get(f"/tables/{table.public_id}/").status_code == status
    assert visit(alice).get(f"/replays/{public.public_id}/record.json").status_code == 409
    abandoned = opened("sdc", alice)
    leave_seat(public_id=abandoned.public_id, user_id=alice.pk)
    assert visit(charlie).get(f"/replays/{abandoned.public_id}/verify/").status_code == 200


def test_the_strictest_wish_counts(match, alice, bob, charlie, visit):
    def wish(user, sharing):
        return visit(user).post(f"/replays/{match.public_id}/share/", {"sharing": sharing, "n": 5}).status_code

    def now():
        return fresh(match).replay_visibility, set(
            Result.objects.filter(table=match).values_list("is_public", flat=True)
        )

    assert now() == (Sharing.LISTED, {True})
    assert wish(alice, 2) == 302
    assert now() == (Sharing.LINK, {False})
    assert wish(bob, 1) == 302
    assert now() == (Sharing.PARTICIPANTS, {False})
    assert wish(alice, 3) == 302
    assert now() == (Sharing.PARTICIPANTS, {False})  # Bob's still counts
    setting = get_sharing(get_table_access(match.public_id, alice.pk))
    assert (setting.now, setting.preference, setting.is_limited) == (Sharing.PARTICIPANTS, Sharing.LISTED, True)
    assert wish(bob, 3) == 302
    assert now() == (Sharing.LISTED, {True})
    for bad in ("4", "0", "-1", "x", ""):
        assert wish(alice, bad) in (400, 422)
    assert now()[0] == Sharing.LISTED
    assert wish(charlie, 1) == 403
    assert visit().post(f"/replays/{match.public_id}/share/", {"sharing": "1"}).status_code == 403
    assert now()[0] == Sharing.LISTED


def test_a_private_match_opens_only_when_all_wish_it(alice, bob):
    table = played("sdc", alice, bob, visibility="private")
    set_sharing(public_id=table.public_id, user_id=alice.pk, sharing=Sharing.LISTED)
    assert fresh(table).replay_visibility == Sharing.PARTICIPANTS
    type(alice).objects.filter(pk=alice.pk).update(anonymised_at=alice.date_joined, is_active=False)
    set_sharing(public_id=table.public_id, user_id=bob.pk, sharing=Sharing.LINK)
    assert fresh(table).replay_visibility == Sharing.LINK  # a person's choice stays after they leave


def test_what_players_of_a_private_table_said_stays_among_them(alice, bob, charlie, visit):
    table = running("sdc", alice, bob, visibility="private")
    visit(alice).post(f"/tables/{table.public_id}/chat/messages/", {"text": "our secret handshake"})
    share(play_on(table), Sharing.LISTED)
    assert "handshake" in visit(bob).get(f"/tables/{table.public_id}/chat/").text
    for address in ("chat/", "chat/messages/new/?mark=x", ""):
        assert "handshake" not in visit(charlie).get(f"/tables/{table.public_id}/{address}").text
    assert visit(charlie).get(f"/tables/{table.public_id}/chat/messages/players/1/").status_code == 404


def test_sealing_leaves_an_outline_and_a_picture(match, visit):
    assert MatchSummary.objects.filter(table=match).exists()
    answer = visit().get(f"/replays/{match.public_id}/preview.png")
    assert answer["Content-Type"] == "image/png"
    assert answer.content.startswith(b"\x89PNG")
