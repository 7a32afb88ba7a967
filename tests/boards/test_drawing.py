"""What every title's templates can rely on: one language each, everything escaped, nothing missing in silence."""

import subprocess
import sys
from datetime import UTC, datetime

import pytest
from jinja2 import Environment, UndefinedError

from games.boards.environment import shared_environment
from games.boards.words import named, shared_words, title_words
from tests.boards.boards import BOARDS

EVIL = '<b title="x">&'
ESCAPED = "&lt;b title=&#34;x&#34;&gt;&amp;"
SEAT = {"number": 0, "vacant": False, "is_me": False, "is_bot": False, "level": "", "waiting": False, "deadline": None}


def drawn(template: str, language: str = "en", **values: object) -> str:
    return shared_environment(language).from_string(template).render(**values)


def test_whatever_is_put_in_is_escaped() -> None:
    assert drawn("{{ who }}", who=EVIL) == ESCAPED
    assert drawn("{% trans %}A bot takes over for {{ who }}.{% endtrans %}", who=EVIL) == (
        f"A bot takes over for {ESCAPED}."
    )
    assert drawn('{{ _("A bot takes over for %(who)s.", who=who) }}', who=EVIL) == f"A bot takes over for {ESCAPED}."
    assert (
        drawn("{% trans n=2 %}one {{ who }}{% pluralize %}{{ n }} {{ who }}{% endtrans %}", who=EVIL) == f"2 {ESCAPED}"
    )
    assert drawn("{% macro m(who) %}{{ who }}{% endmacro %}{{ m(who) }}", who=EVIL) == ESCAPED


def test_names_are_escaped_wherever_they_are_joined_or_cut() -> None:
    assert drawn("{{ named([0, 1], names) }}", names=[EVIL, "Ben"]) == f"{ESCAPED}, Ben"
    head = str(BOARDS.draw_shared("seat", "seat_head", "en", {**SEAT, "name": EVIL}))
    assert ESCAPED in head
    assert '<span class="seat__mark" aria-hidden="true">&lt;</span>' in head
    line = {"kind": "seat-back", "seat": 0, "cause": "player"}
    assert EVIL not in BOARDS.draw_shared("log", "event", "en", line, [EVIL], [EVIL])


@pytest.mark.parametrize("template", ["{{ nothing }}", "{{ seat.nothing }}", "{% if seat.nothing %}{% endif %}"])
def test_what_is_missing_is_an_error(template: str) -> None:
    with pytest.raises(UndefinedError):
        drawn(template, seat=SEAT)


def test_a_language_has_its_own_words_and_plurals() -> None:
    hidden = "{% trans %}hidden card{% endtrans %}"
    assert drawn(hidden, "en") == drawn(hidden, "") == "hidden card"
    assert drawn(hidden, "ja") == "伏せたカード"
    assert named([0, 1], ["Ada", "Ben"], shared_words("ja")) == "Ada、Ben"
    some = "{% trans n=n %}{{ n }} chip{% pluralize %}{{ n }} chips{% endtrans %}"
    assert [drawn(some, n=n) for n in (0, 1, 2)] == ["0 chips", "1 chip", "2 chips"]
    assert drawn("{% trans n=5 %}{{ n }}% of it{% endtrans %}") == "5% of it"


def test_a_title_speaks_its_own_words_and_the_shared_ones() -> None:
    words = title_words("sdc", "ja")
    assert words.gettext("Drop") == "ドロップ"
    assert words.gettext("hidden card") == "伏せたカード"
    assert shared_words("ja").gettext("Drop") == "Drop"


def test_a_macro_gets_the_values_it_names() -> None:
    assert BOARDS.draw("sdc", "happening", "en", h=_dropped(), names=["Ada", "Ben"], seat=None).strip() == "Ben drops."
    with pytest.raises(UndefinedError):
        BOARDS.draw("sdc", "happening", "en", h=_dropped())


def _dropped() -> dict[str, object]:
    return {"type": "dropped", "seat": 1}


def test_a_clock_is_the_hosts() -> None:
    waiting = {**SEAT, "name": "Ada", "waiting": True, "deadline": datetime(2027, 1, 1, tzinfo=UTC)}
    environment: Environment = BOARDS.title("sdc", "en")
    head = environment.get_template("boards/seat.jinja").module.seat_head  # type: ignore[attr-defined]
    assert "to decide · in time" in head(waiting)
    assert "in time" not in head({**waiting, "is_me": True})


def test_boards_are_drawn_without_django() -> None:
    code = """
import sys
from games import catalog
from games.boards.drawing import Boards
boards = Boards(address=str, clock=str, deck=catalog.deck)
assert "Nobody can bid more" in boards.draw("sdc", "help", "en")
assert "sdc/cards.svg#W" in boards.cards("ja").card("W7", "storm")
assert not [name for name in sys.modules if name.partition(".")[0] == "django"]
"""
    subprocess.run([sys.executable, "-c", code], check=True)
