"""The digest chain, computed once more from its description."""

import hashlib
import hmac

from hypothesis import given
from hypothesis import strategies as st

from games.engine.hash_chain import event_salt, hash_seat_holder, hash_text, next_digest

SEED = bytes(range(32))
TABLE = "k3PzQ8"


@given(st.binary(min_size=32, max_size=32), st.integers(1, 10**6), st.text(max_size=50))
def test_a_digest_is_as_described(seed: bytes, seq: int, body: str) -> None:
    previous = "11" * 32
    salt = hmac.new(seed, b"|".join([TABLE.encode(), b"event", str(seq).encode()]), hashlib.sha256).digest()
    leaf = hashlib.sha256(salt + body.encode("utf-8")).digest()
    assert event_salt(TABLE, seed, seq) == salt
    assert next_digest(previous, TABLE, seed, seq, body) == hashlib.sha256(bytes.fromhex(previous) + leaf).hexdigest()


def test_fixed_vector() -> None:
    """Receipts are checked with these bytes forever."""
    digest = next_digest("00" * 32, TABLE, SEED, 1, '{"kind":"start","seq":1}')
    assert digest == "cb04f8e761a60d4bf95a369875c861f4b4a4174a6314b23112ffadd2eee31539"


def test_everything_counts() -> None:
    """Another predecessor, table, seed, number or text gives another digest."""
    given_ = ("00" * 32, TABLE, SEED, 1, "{}")
    other_values = ("01" * 32, "other", bytes(32), 2, "{ }")
    digests = {next_digest(*given_)}
    for i, other in enumerate(other_values):
        digests.add(next_digest(*(*given_[:i], other, *given_[i + 1 :])))  # type: ignore[arg-type]
    assert len(digests) == 6


def test_a_person_has_a_mark_at_one_table_alone() -> None:
    """Without its secret the author is unknown; records contain it forever."""
    assert hash_seat_holder(TABLE, SEED, 7) == "56b49f081628ab88"
    other_marks = {
        hash_seat_holder("other", SEED, 7),
        hash_seat_holder(TABLE, bytes(32), 7),
        hash_seat_holder(TABLE, SEED, 8),
    }
    assert len(other_marks - {"56b49f081628ab88"}) == 3


def test_text_hash() -> None:
    assert hash_text("札") == hashlib.sha256(b"\xe6\x9c\xad").hexdigest()
