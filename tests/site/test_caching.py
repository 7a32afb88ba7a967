"""Browser caches: computers are shared, and the back button doesn't ask the server."""

import pytest
from django.test import Client

from games.tables.models import Table
from tests.matches import opened, running, seat

KEPT_NEVER = {"no-store", "private"}
ASKED_ANEW = {"no-cache", "private"}


def read_cache_control(client: Client, address: str) -> set[str]:
    return {part.strip() for part in client.get(address)["Cache-Control"].split(",")}


@pytest.mark.parametrize(
    "address",
    [
        "/account/login/", "/account/signup/", "/settings/profile/", "/settings/availability/", "/account/email/",
        "/account/password/reset/",
        "/account/password/reset/key/1-x/", "/account/password/reset/done/", "/account/none/", "/admin/",
        "/admin/login/",
        "/admin/jsi18n/", "/admin/tables/table/", "/admin/none/",
    ],
)  # fmt: skip
@pytest.mark.parametrize("who", ["nobody", "alice", "moderator"])
def test_accounts_and_the_admin_are_kept_nowhere(address, who, alice, moderator, visit):
    client = visit({"alice": alice, "moderator": moderator}.get(who))
    assert read_cache_control(client, address) >= KEPT_NEVER


def test_an_invitation_is_kept_nowhere(alice, bob, visit):
    table = opened("lombard", alice, visibility=Table.Visibility.PRIVATE)
    assert read_cache_control(visit(bob), f"/tables/{table.public_id}/invitations/{table.invite_code}/") >= KEPT_NEVER


@pytest.mark.parametrize("who", ["nobody", "alice"])
@pytest.mark.parametrize(
    "address",
    ["/", "/lobby/", "/tables/next/", "/tables/{}/", "/tables/{}/log/", "/tables/{}/fragment/", "/tables/none/"],
)
def test_other_pages_are_asked_for_anew(address, who, alice, bob, visit):
    table = running("lombard", alice, bob)
    assert read_cache_control(visit(alice if who == "alice" else None), address.format(table.public_id)) == ASKED_ANEW


def test_a_fragment_kept_from_one_log_in_is_not_good_for_the_next(alice, bob, visit):
    """The same person at the same seat, but perhaps a different one at the screen."""
    table = running("lombard", alice, bob)
    address = f"/tables/{table.public_id}/fragment/?asked={seat(table, 0).question_seq or ''}"
    before, after = visit(alice), visit(alice)
    headers = {"if-none-match": before.get(address)["ETag"]}
    assert before.get(address, headers=headers).status_code == 304
    assert after.get(address, headers=headers).status_code == 200
