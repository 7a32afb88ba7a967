"""While a table runs no page of the admin shows a hidden card, a move, a seed or the bytes of the log."""

import json
import re

import pytest

from games.engine.chance import Rng
from games.engine.serialization.canonical_json import parse_json
from games.moderation.models import ModerationAction
from games.notifications.calendar import make_feed_token
from games.notifications.models import Delivery, NotificationSettings
from games.tables.boards import get_card_name
from games.tables.models import Event, Position, Seat, Seed
from tests.matches import legal, seat, submit
from tests.moderation.actions import table_freeze, table_void
from tests.moderation.admin.pages import KINDS, listing, moderate, page
from tests.notifications.readers import hooked, subscribed

CARD = re.compile(r'"([KNBP]\d+)"')


def hidden_cards(table) -> set[str]:
    """The cards that some seat holds and the table doesn't show."""
    frame = parse_json(Position.objects.get(table=table).frame)
    held, open_ = (set(CARD.findall(json.dumps(frame[part]))) for part in ("own", "public"))
    return held - open_


def every_page(client, table) -> dict[str, str]:
    """All pages that tell of a table, by address."""
    addresses = [listing(kind) for kind in KINDS] + [
        page("table", table.pk),
        f"/admin/tables/table/{table.pk}/history/",
    ]
    addresses += [page("event", pk) for pk in Event.objects.filter(table=table).values_list("pk", flat=True)]
    addresses += [page("seat", pk) for pk in Seat.objects.filter(table=table).values_list("pk", flat=True)]
    addresses += [moderate(action, table, seat=0) for action in ModerationAction.Action.values]
    answers = {address: client.get(address) for address in [*addresses, "/admin/"]}
    assert {answer.status_code for answer in answers.values()} == {200}
    return {address: answer.content.decode().replace("&quot;", '"') for address, answer in answers.items()}


def test_a_running_table_keeps_its_secrets(at_desk, boss, table):
    table_freeze(public_id=table.public_id, moderator_id=boss.pk, reason="a report")
    cards = hidden_cards(table)
    assert cards
    seed = bytes(Seed.objects.get(table=table).value).hex()
    for address, text in every_page(at_desk(boss), table).items():
        assert seed not in text, address
        assert '"happenings"' not in text, address
        assert table.invite_code not in text, address
        for card in cards:
            assert f'"{card}"' not in text, (address, card)
            assert f"{get_card_name(card, 'court')}<" not in text, (address, card)


def test_public_happenings_are_shown_and_private_ones_only_after_the_end(at_desk, boss, table):
    client = at_desk(boss)
    deal = next(e for e in Event.objects.filter(table=table).order_by("-seq") if '"dealt"' in e.body)
    hand = parse_json(Position.objects.get(table=table).frame)["own"][0]["cards"]
    board = parse_json(Position.objects.get(table=table).frame)["public"]["board"]

    def names(cards):
        text = client.get(page("event", deal.pk)).content.decode()
        return [f"{get_card_name(card, 'court')}<" in text for card in cards]

    assert all(names(board))
    assert not any(names(hand))
    table_void(public_id=table.public_id, moderator_id=boss.pk, reason="a report")
    assert all(names(board + hand))


def test_a_move_shows_who_and_when_but_not_its_bytes_before_the_end(at_desk, boss, table):
    client = at_desk(boss)
    at = seat(table, 0)
    submit(table, at, legal(table, 0).sample(Rng(b"any", "move")))
    move = Event.objects.filter(table=table, kind="move").latest("seq")
    address = page("event", move.pk)
    text = client.get(address).content.decode()
    assert move.digest in text
    assert "the bytes the digest covers" not in text
    table_void(public_id=table.public_id, moderator_id=boss.pk, reason="a report")
    move.refresh_from_db()
    assert move.body in client.get(address).content.decode().replace("&quot;", '"')


@pytest.mark.parametrize("lookup", ["body__contains", "frame__contains", "payload", "key__startswith"])
def test_no_guessing_at_hidden_columns_of_the_log(at_desk, boss, table, lookup):
    assert at_desk(boss).get(listing("event"), {lookup: "K7"}).status_code == 400


@pytest.mark.parametrize(
    "lookup", ["position__frame__contains", "seed__value", "invite_code__startswith", "events__body__contains"]
)
def test_no_guessing_at_hidden_columns_of_tables(at_desk, boss, table, lookup):
    assert at_desk(boss).get(listing("table"), {lookup: "K7"}).status_code == 400


def test_searching_the_log_finds_no_cards(at_desk, boss, table):
    card = next(iter(hidden_cards(table)))
    assert at_desk(boss).get(listing("event"), {"q": card}).context["cl"].result_count == 0


def test_rows_are_named_without_secrets(table):
    seed, position = Seed.objects.get(table=table), Position.objects.get(table=table)
    named = f"{seed!r} {position!r} {table!r} {seat(table, 0)!r} {list(Event.objects.filter(table=table))!r}"
    assert bytes(seed.value).hex() not in named
    assert not CARD.search(named)
    assert table.invite_code not in named


def test_the_outbox_shows_no_address_anybody_is_told_at(at_desk, boss, anna, table):
    hooked(anna, "https://chat.example.org/very-secret-token")
    device = subscribed(anna, "https://push.example.org/very-secret-device")
    NotificationSettings.objects.filter(user=anna).update(calendar_enabled=True)
    rows = [Delivery(recipient=anna, channel=channel, problem="gone") for channel in Delivery.Channel.values]
    Delivery.objects.bulk_create(rows)
    client = at_desk(boss)
    addresses = [listing("delivery"), listing("notification"), f"/admin/accounts/user/{anna.pk}/change/", "/admin/"]
    addresses += [page("delivery", pk) for pk in Delivery.objects.values_list("pk", flat=True)]
    texts = {address: client.get(address).content.decode() for address in addresses}
    for secret in ("chat.example.org", "push.example.org", "very-secret", make_feed_token(anna, 0)):
        assert [address for address, text in texts.items() if secret in text] == []
        assert secret not in f"{device!r} {anna.notification_settings!r}"
    assert "webhook" in texts[listing("delivery")]
    for lookup in ("recipient__channels__webhook_url__startswith", "recipient__push_devices__endpoint__contains"):
        assert client.get(listing("delivery"), {lookup: "https://chat"}).status_code == 400
