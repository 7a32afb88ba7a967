"""The strict table: all hashes are given, then all phrases are shown, and the last one deals."""

import re

import pytest
from django.urls import reverse

from games.engine.chance import derive_chance_key, hash_client_seed
from games.replays.verification.selectors import audit_table
from games.tables.errors import ConflictError, ForbiddenError, UnprocessableError
from games.tables.locked_table import get_chance_key
from games.tables.models import Event, Seat
from games.tables.services.rematch import join_rematch
from games.tables.services.seats import fill_with_bots, leave_seat, take_seat
from games.tables.services.seed_reveal import reveal_client_seed, submit_client_seed_hash
from games.tables.services.start import start_table
from tests.matches import SHORT, bodies, fresh, opened, play_on
from tests.replays.archived import record_of
from tests.replays.audit.agreeing import all_agree
from tests.replays.audit.forging import changed_body, first_wrong, forge, forge_row, of_kind, rehash
from tests.replays.record_checker import verify

WORDS = {0: b"seven quiet herons", 1: bytes(range(32)), 2: b"\xff"}


@pytest.fixture
def table(alice, bob):
    return opened("sdc", alice, bob, strict=True, **SHORT["sdc"])


def give(table, number, user):
    client_seed_hash = hash_client_seed(table.public_id, number, WORDS[number])
    submit_client_seed_hash(public_id=table.public_id, user_id=user.pk, client_seed_hash=client_seed_hash)


def show(table, number, user, phrase=None):
    reveal_client_seed(
        public_id=table.public_id, user_id=user.pk, client_seed=WORDS[number] if phrase is None else phrase
    )


def start(table, user):
    start_table(public_id=table.public_id, user_id=user.pk)


def begin_match(table, *people):
    for n, user in enumerate(people):
        give(table, n, user)
    for n, user in enumerate(people):
        show(table, n, user)
    return fresh(table)


def test_the_whole_way(table, alice, bob):
    table = begin_match(table, alice, bob)
    start_data = next(body["data"] for body in bodies(table) if body["kind"] == "start")
    assert start_data["opened"] == [WORDS[0].hex(), WORDS[1].hex()]
    key = derive_chance_key(table.public_id, bytes(table.seed.value), start_data["opened"])
    assert get_chance_key(table, list(table.seats.order_by("number"))) == key
    table = play_on(table)
    all_agree(table)
    record = record_of(table)
    assert verify(record, [f"0:{WORDS[0].hex()}", f"1:{WORDS[1].hex()}"]) is None
    assert audit_table(fresh(table)).is_ok


def test_nothing_is_dealt_before_all_is_open(table, alice, bob):
    with pytest.raises(ConflictError):
        start(table, alice)
    with pytest.raises(ConflictError):  # no one shows anything before all have sent a hash
        show(table, 0, alice)
    give(table, 0, alice)
    give(table, 1, bob)
    show(table, 0, alice)
    show(table, 0, alice)  # sent twice
    with pytest.raises(ConflictError):
        start(table, alice)
    with pytest.raises(ConflictError):  # a player who has seen another's client seed can't choose any more
        give(table, 1, bob)
    with pytest.raises(UnprocessableError):
        show(table, 1, bob, b"something else")
    with pytest.raises(UnprocessableError):
        show(table, 1, bob, b"")
    assert [body["kind"] for body in bodies(table)].count("open") == 1
    assert fresh(table).started_at is None
    show(table, 1, bob)
    assert [body["kind"] for body in bodies(table)][:9] == [
        "create", "sit", "phrase", "phrase", "open", "open", "start", "house", "house"
    ]  # fmt: skip
    with pytest.raises(ConflictError):  # dealt already
        start(table, alice)


def test_until_somebody_shows_a_part_seats_change_and_parts_are_exchanged(table, alice, bob, charlie):
    give(table, 0, alice)
    give(table, 1, bob)
    leave_seat(public_id=table.public_id, user_id=bob.pk)
    assert list(Seat.objects.filter(table=table).order_by("number").values_list("client_seed_hash", flat=True))[1] == ""
    take_seat(public_id=table.public_id, user_id=charlie.pk)
    with pytest.raises(ConflictError):  # the newcomer's is wanting
        show(table, 0, alice)
    give(table, 1, charlie)
    other = hash_client_seed(table.public_id, 0, b"from another device")
    submit_client_seed_hash(public_id=table.public_id, user_id=alice.pk, client_seed_hash=other)
    with pytest.raises(UnprocessableError):  # a replaced one counts for nothing
        show(table, 0, alice)
    show(table, 0, alice, b"from another device")
    show(table, 1, charlie)
    phrases = [body["data"]["phrase"] for body in bodies(table) if body["kind"] == "phrase"]
    assert len(phrases) == 4  # each one is in the log
    all_agree(play_on(fresh(table)))


def test_a_part_is_shown_to_those_that_were_seen(table, alice, bob, visit):
    """A player who replaces theirs while another reveal is running might have known it: it doesn't count as shown."""
    give(table, 0, alice)
    give(table, 1, bob)
    page = visit(alice).get(table.get_absolute_url()).content.decode()
    hashes = f"{hash_client_seed(table.public_id, 0, WORDS[0])},{hash_client_seed(table.public_id, 1, WORDS[1])}"
    assert page.count(hashes) == 2  # for the script, and in the form
    at = reverse("tables:reveal_client_seed", args=[table.public_id])
    submit_client_seed_hash(
        public_id=table.public_id, user_id=bob.pk, client_seed_hash=hash_client_seed(table.public_id, 1, b"exchanged")
    )
    answer = visit(alice).post(at, {"bytes": WORDS[0].hex(), "seen": hashes})
    assert answer.status_code == 409
    assert "Someone has replaced their client seed" in answer.content.decode()
    assert "open" not in [body["kind"] for body in bodies(table)]
    submit_client_seed_hash(
        public_id=table.public_id, user_id=alice.pk, client_seed_hash=hash_client_seed(table.public_id, 0, b"a new one")
    )
    now = re.search(
        'data-client-seed-hashes-value="([^"]+)"', visit(alice).get(table.get_absolute_url()).content.decode()
    )
    assert visit(alice).post(at, {"bytes": b"a new one".hex(), "seen": now[1]}).status_code == 204
    show(table, 1, bob, b"exchanged")
    table = fresh(table)
    assert table.started_at is not None
    assert record_of(play_on(table))["phrases"] == now[1].split(",")  # what the fairness check holds it against


def test_bots_add_nothing_and_hold_nobody_up(alice):
    table = opened("lombard", alice, seats_=3, strict=True)
    give(table, 0, alice)
    with pytest.raises(ConflictError):
        fill_with_bots(public_id=table.public_id, user_id=alice.pk, level="beginner", start=True)
    fill_with_bots(public_id=table.public_id, user_id=alice.pk, level="beginner")
    show(table, 0, alice)
    table = play_on(fresh(table))
    all_agree(table)
    assert verify(record_of(table)) is None


def test_only_one_s_own_and_only_where_it_is_meant(table, alice, bob, charlie):
    give(table, 0, alice)
    give(table, 1, bob)
    with pytest.raises(ForbiddenError):
        show(table, 0, charlie)
    with pytest.raises(UnprocessableError):
        show(table, 1, alice)
    usual = opened("lombard", alice, bob)
    give(usual, 0, alice)
    give(usual, 1, bob)
    with pytest.raises(ConflictError):
        show(usual, 0, alice)


def test_a_rematch_is_strict_as_well(table, alice, bob):
    ended = play_on(begin_match(table, alice, bob))
    rematch_id = join_rematch(public_id=ended.public_id, user_id=alice.pk)
    assert type(ended).objects.get(public_id=rematch_id).is_strict


@pytest.mark.parametrize("language", ["en", "ja"])
def test_by_hand_without_scripts(client, visit, alice, bob, language):
    """The form sets it up, words are typed, typed once more, and the host starts."""
    host_client, other = visit(alice, language), visit(bob, language)
    empty_form = host_client.get("/games/sdc/new/").context["form"]
    form = {bound.name: str(bound.value()) for bound in empty_form if bound.value() not in (None, False)}
    answer = host_client.post("/games/sdc/new/", form | {"strict": "on", "bots": "0"})
    public_id = answer["Location"].split("/")[2]
    other.post(reverse("tables:join", args=[public_id]), {"number": "1"})
    at = reverse("tables:client_seed", args=[public_id])
    host_client.post(at, {"phrase": "seven quiet herons"})
    other.post(at, {"phrase": "others"})
    page = host_client.get(f"/tables/{public_id}/").content.decode()
    address = reverse("tables:reveal_client_seed", args=[public_id])
    assert address in page
    assert reverse("tables:start", args=[public_id]) not in page
    assert host_client.post(reverse("tables:start", args=[public_id])).status_code == 409
    assert host_client.post(address, {"phrase": "no"}).status_code == 422
    assert host_client.post(address, {"phrase": " seven quiet herons "}).status_code == 302
    assert other.post(address, {"bytes": "xyz"}).status_code == 400
    assert other.post(address, {"bytes": b"others".hex()}).status_code == 204
    assert Event.objects.filter(table__public_id=public_id, kind="start").count() == 1


# --- a house that cheats ------------------------------------------------------------------------------------------


@pytest.fixture
def ended(table, alice, bob):
    return play_on(begin_match(table, alice, bob))


def spoilt(table, kind, **data):
    """The first event of that kind says something else, and all else is made to fit."""
    event = of_kind(table, kind)
    original = next(body["data"] for body in bodies(table) if body["seq"] == event.seq)
    forge(table, event.seq, body=changed_body(table, event.seq, data=original | data))
    rehash(table)
    return event


def test_another_phrase_is_found(ended):
    event = spoilt(ended, "open", phrase="00")
    assert first_wrong(ended)[:3] == ("rules", "phrase", event.seq)


def test_another_opening_at_the_start_is_found(ended):
    event = spoilt(ended, "start", opened=["00", WORDS[1].hex()])
    assert first_wrong(ended) == ("rules", "phrases", event.seq, "start")
    assert "phrases" in verify(record_of(fresh(ended)))


def test_a_table_called_usual_afterwards_is_found(ended):
    forge_row(ended, is_strict=False)
    assert first_wrong(ended)[:2] == ("columns", "table-strict")


def test_a_hash_given_after_an_opening_is_found(ended):
    """As if the house had put its own seat's hash in when it had seen the other phrase."""
    first, last = of_kind(ended, "phrase", skip=1), of_kind(ended, "open")
    phrase_body, open_body = (
        next(body for body in bodies(ended) if body["seq"] == event.seq) for event in (first, last)
    )
    for seq, body in ((first.seq, open_body), (last.seq, phrase_body)):
        parts = {name: body[name] for name in ("kind", "seat", "cause", "data")}
        forge(ended, seq, body=changed_body(ended, seq, **parts), kind=body["kind"], seat=body["seat"])
    rehash(ended)
    assert first_wrong(ended)[:2] == ("rules", "phrase")
    assert "phrases" in verify(record_of(fresh(ended)))
