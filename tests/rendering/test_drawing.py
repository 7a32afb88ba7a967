"""What every title's templates can rely on: one language each, everything escaped, nothing missing in silence."""

import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from jinja2 import Environment, UndefinedError

from games.rendering.jinja_env import create_folder_environment, create_shared_environment
from games.rendering.translations import join_names, load_game_translations, load_shared_translations
from tests.rendering.boards import BOARDS, Line

EVIL = '<b title="x">&'
ESCAPED = "&lt;b title=&#34;x&#34;&gt;&amp;"
SEAT = Line(number=0, name=EVIL)


def draw(template: str, language: str = "en", **values: object) -> str:
    return create_shared_environment(language).from_string(template).render(**values)


def test_whatever_is_put_in_is_escaped() -> None:
    assert draw("{{ who }}", who=EVIL) == ESCAPED
    assert draw("{% trans %}A bot takes over for {{ who }}.{% endtrans %}", who=EVIL) == (
        f"A bot takes over for {ESCAPED}."
    )
    assert draw('{{ _("A bot takes over for %(who)s.", who=who) }}', who=EVIL) == f"A bot takes over for {ESCAPED}."
    assert (
        draw("{% trans n=2 %}one {{ who }}{% pluralize %}{{ n }} {{ who }}{% endtrans %}", who=EVIL) == f"2 {ESCAPED}"
    )
    assert draw("{% macro m(who) %}{{ who }}{% endmacro %}{{ m(who) }}", who=EVIL) == ESCAPED


def test_names_are_escaped_wherever_they_are_joined_or_cut() -> None:
    assert draw("{{ join_names([0, 1], names) }}", names=[EVIL, "Ben"]) == f"{ESCAPED}, Ben"
    head = str(BOARDS.render_shared("seat", "seat_head", "en", SEAT))
    assert ESCAPED in head
    assert '<span class="seat__mark" aria-hidden="true">&lt;</span>' in head
    line = SimpleNamespace(kind="seat-back", seat=0, cause="player")
    assert EVIL not in BOARDS.render_shared("log", "event", "en", line, [EVIL], [EVIL])


def test_nobody_reads_of_oneself_in_the_third_person() -> None:
    """Neither as the subject of a sentence, nor in the middle of one, nor in a list."""
    takes_over = "{% trans %}A bot takes over for {{ who }}.{% endtrans %}"
    back = "{% trans %}{{ who }} is back at the table.{% endtrans %}"
    assert draw(takes_over, who="You") == "A bot takes over for you."
    assert draw(back, who="You") == "You are back at the table."
    assert draw(back, who="Yuki") == "Yuki is back at the table."
    assert draw(back, "ja", who="あなた") == "あなたが席に戻りました。"
    assert draw("{% trans a='Ben', b='You' %}{{ a }} and {{ b }}{% endtrans %}") == "Ben and you"
    assert draw("{% trans n=2, who='You' %}{{ who }} {{ n }}{% pluralize %}{{ who }} {{ n }}{% endtrans %}") == "You 2"
    assert draw("{{ join_names([0, 1], names) }}", names=["Ben", "You"]) == "Ben, you"


def test_every_form_of_a_sentence_is_said_to_the_reader() -> None:
    h = SimpleNamespace(type="raised", seat=1, to=1)
    assert BOARDS.render("get9", "happening", "en", h=h, names=["Ada", "You"], seat=1).strip() == "You raise to 1 chip."
    h.to = 2
    assert (
        BOARDS.render("get9", "happening", "en", h=h, names=["Ada", "You"], seat=1).strip() == "You raise to 2 chips."
    )
    assert (
        BOARDS.render("get9", "happening", "en", h=h, names=["Ada", "Ben"], seat=1).strip() == "Ben raises to 2 chips."
    )


def test_a_move_of_the_house_is_no_forfeit() -> None:
    """It plays for players who have forfeited, and where a seat visibly has only one move."""
    line = SimpleNamespace(kind="move", seat=0, cause="house")
    assert "Ada has no other move." in BOARDS.render_shared("log", "event", "en", line, [], ["Ada"])


@pytest.mark.parametrize(
    "template",
    [
        "{{ nothing }}",
        "{{ nothing() }}",
        "{{ nothing.at_all }}",
        "{{ seat.nothing }}",
        "{% if seat.nothing %}{% endif %}",
    ],
)
def test_what_is_missing_is_an_error(template: str) -> None:
    with pytest.raises((UndefinedError, AttributeError)):
        draw(template, seat=SEAT)


@pytest.mark.parametrize(
    ("called", "text"),
    [("m(1)", "1-2-"), ("m(1, 3)", "1-3-"), ("m(c=EVIL, a=1)", f"1-2-{ESCAPED}"), ("m(1, 3, EVIL)", f"1-3-{ESCAPED}")],
)
def test_a_macro_takes_its_arguments_as_jinja_has_it(called: str, text: str) -> None:
    macro = "{% macro m(a, b=2, c='') %}{{ a }}-{{ b }}-{{ c }}{% endmacro %}"
    assert draw(macro + "{{ " + called + " }}", EVIL=EVIL) == text
    assert draw(macro + "{% for _ in 'xy' %}{{ " + called + " }}{% endfor %}", EVIL=EVIL) == 2 * text
    for wrong in ("m(1, 2, 3, 4)", "m(1, d=2)"):
        with pytest.raises(TypeError):
            draw(macro + "{{ " + wrong + " }}")


def test_a_macro_may_be_called_around_something() -> None:
    macro = "{% macro m(a) %}{{ a }}:{{ caller() }}{% endmacro %}"
    assert draw(macro + "{% call m(1) %}<i>{{ who }}</i>{% endcall %}", who=EVIL) == f"1:<i>{ESCAPED}</i>"


def test_a_text_may_have_numbers_in_it() -> None:
    assert draw("{{ _('%(n)d of %(m)s', n=3, m=who) }}", who=EVIL) == f"3 of {ESCAPED}"


def test_a_language_has_its_own_words_and_plurals() -> None:
    hidden = "{% trans %}hidden card{% endtrans %}"
    assert draw(hidden, "en") == draw(hidden, "") == "hidden card"
    assert draw(hidden, "ja") == "伏せたカード"
    assert join_names([0, 1], ["Ada", "Ben"], load_shared_translations("ja")) == "Ada、Ben"
    some = "{% trans n=n %}{{ n }} chip{% pluralize %}{{ n }} chips{% endtrans %}"
    assert [draw(some, n=n) for n in (0, 1, 2)] == ["0 chips", "1 chip", "2 chips"]
    assert draw("{% trans n=5 %}{{ n }}% of it{% endtrans %}") == "5% of it"


def test_a_language_with_more_plurals_than_two_has_them(tmp_path: Path) -> None:
    words = Catalog(locale="pl")
    words.add(("%(n)s chip", "%(n)s chips"), ("%(n)s żeton", "%(n)s żetony", "%(n)s żetonów"))
    (tmp_path / "locale/en/LC_MESSAGES").mkdir(parents=True)
    with (tmp_path / "locale/en/LC_MESSAGES/board.mo").open("wb") as file:
        write_mo(file, words)
    template = "{% trans n=n %}{{ n }} chip{% pluralize %}{{ n }} chips{% endtrans %}"
    some = create_folder_environment(tmp_path, "en").from_string(template)
    assert [some.render(n=n) for n in (1, 2, 5)] == ["1 żeton", "2 żetony", "5 żetonów"]


def test_a_title_speaks_its_own_words_and_the_shared_ones() -> None:
    words = load_game_translations("sdc", "ja")
    assert words.gettext("Drop") == "ドロップ"
    assert words.gettext("hidden card") == "伏せたカード"
    assert load_shared_translations("ja").gettext("Drop") == "Drop"


def test_a_macro_gets_the_values_it_names() -> None:
    assert (
        BOARDS.render("sdc", "happening", "en", h=_create_dropped(), names=["Ada", "Ben"], seat=None).strip()
        == "Ben drops."
    )
    with pytest.raises(UndefinedError):
        BOARDS.render("sdc", "happening", "en", h=_create_dropped())


def _create_dropped() -> SimpleNamespace:
    return SimpleNamespace(type="dropped", seat=1)


def test_a_clock_is_the_hosts() -> None:
    waiting = Line(number=0, name="Ada", is_to_act=True, deadline=datetime(2027, 1, 1, tzinfo=UTC))
    environment: Environment = BOARDS.get_environment("sdc", "en")
    head = environment.get_template("shared/seat.jinja").module.seat_head  # type: ignore[attr-defined]
    assert "to decide · in time" in head(waiting)
    assert "in time" not in head(replace(waiting, is_me=True))


def test_boards_are_drawn_without_django() -> None:
    code = """
import sys
from games.catalog import registry
from games.rendering.renderer import BoardRenderer
boards = BoardRenderer(address=str, clock=str, deck=registry.get_deck)
assert "No one can bid more" in boards.render("sdc", "help", "en")
assert "sdc/cards.svg#W" in boards.cards("ja").card("W7", "storm")
assert not [name for name in sys.modules if name.partition(".")[0] == "django"]
"""
    subprocess.run([sys.executable, "-c", code], check=True)
