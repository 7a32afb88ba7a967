"""The rules pages: sections one can jump to, cards drawn, and nothing in a text that is obeyed as HTML."""

import re
from html import unescape

import pytest
from django.http import HttpResponse

from games.catalog import registry
from games.catalog.dilemma.cards import ranking
from games.catalog.doudizhu.combos import Kind, combos
from games.catalog.doudizhu.ranks import sort_cards
from games.catalog.lombard import hands as lombard
from games.catalog.sdc import hands as sdc
from games.kit.poker_hands import STANDARD
from games.rendering.paths import get_game_path
from games.tables.boards import draw_card
from games.tables.models import Table
from games.tables.selectors.rules_markdown import get_rules_section, get_rules_text, render_rules, render_section
from tests.html import page
from tests.matches import opened

CARD_LIKE = re.compile(r"[A-Za-z]?([1-9]\d?|[JQKA])|[A-Z]")
SLUGS = list(registry.list_metadata())

# Tables and lessons lead to these: an id is never renamed, in no language.
SECTIONS = {
    "crown": "cards beginning turn draft actions princes attack turn-end end solo secrets timeout options",
    "dilemma": "cards hand betting pots hands settlement blind-up end secrets timeout options",
    "doudizhu": "cards deal landlord tricks combinations end secrets timeout options",
    "get9": "cards game splitting rounds betting game-end end secrets timeout options",
    "lombard": "cards round borrowing end hands secrets timeout options",
    "sdc": "cards opener stage end hands secrets timeout score options",
}


def html(slug: str, language: str) -> str:
    text = get_rules_text(slug, language)
    return text.opening + text.body


def names(html_: str) -> list[str]:
    return re.findall(r'class="card-inline[^>]*><span class="visually-hidden">([^<]+)<', html_)


def marks(html_: str) -> list[tuple[str, str]]:
    """The cards of a page without their names: what they look like, in order."""
    name, drawing = r"<span[^>]*>[^<]*</span>", r'<span aria-hidden="true">(?:<svg.*?</svg>)?(\w*)</span>'
    return re.findall(rf'class="card-inline (tone-[\w-]+)"[^>]*>{name}{drawing}', html_)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("slug", SLUGS)
def test_no_card_is_left_undrawn(slug: str, language: str) -> None:
    codes = re.findall(r"<code>([^<]*)</code>", html(slug, language))
    assert [code for code in codes if all(CARD_LIKE.fullmatch(word) for word in code.split())] == []


@pytest.mark.parametrize("slug", SLUGS)
def test_examples_are_drawn_and_the_same_in_both_languages(slug: str) -> None:
    english, japanese = html(slug, "en"), html(slug, "ja")
    assert len(marks(english)) == len(names(english)) >= 10
    assert sorted(marks(english)) == sorted(marks(japanese))


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("slug", SLUGS)
def test_sources_are_marked_only_for_who_asks(client, slug: str, language: str) -> None:
    mark = re.compile(r"[\[［][SDX][^\w]")
    plain, sourced = (
        page(client.get(f"/games/{slug}/rules/{query}", headers={"accept-language": language})).text
        for query in ("", "?sources=1")
    )
    assert not mark.search(plain)
    assert len(mark.findall(sourced)) > 5


@pytest.mark.parametrize(("language", "name"), [("en", "knight 7"), ("ja", "騎士の7")])
def test_readers_hear_cards_in_the_language_of_the_page(language: str, name: str) -> None:
    assert name in names(html("lombard", language))


@pytest.mark.parametrize(
    ("written", "deck", "codes"),
    [
        ("`K7`", "court", ["K7"]),
        ("`P8 K7 K8`", "court", ["P8", "K7", "K8"]),
        ("`K`", "court", ["K"]),
        ("`10 10 B`", "french", ["10", "10", "B"]),
        ("`9 1`", "numbers", ["9", "1"]),
    ],
)
def test_words_that_are_all_cards_are_drawn(written: str, deck: str, codes: list[str]) -> None:
    opening = render_rules(written, deck).opening
    assert "".join(re.split(r"(?<=</span>) (?=<span)", opening)) == "".join(
        ['<p><span class="prose__cards">', *(draw_card(code, deck, "inline") for code in codes), "</span></p>\n"]
    )


@pytest.mark.parametrize("written", ["K7 or K8", "K14", "W7", "target_coins", " "])
def test_other_words_stay_code(written: str) -> None:
    assert render_rules(f"`{written}`", "court").opening == f"<p><code>{written}</code></p>\n"


def test_html_in_a_text_is_shown_and_not_obeyed() -> None:
    text = render_rules("<script>x</script>\n\n`<b>K7</b>` <i>\n\n## <img src=x>\n\n[go](javascript:x)", "court")
    whole = text.opening + text.body
    assert "&lt;script&gt;" in whole
    assert "<code>&lt;b&gt;K7&lt;/b&gt;</code> &lt;i&gt;" in whole
    assert not re.search(r'<script|<b>|<i>|<img|href="(?!#rules-)', whole)


def test_headings_have_ids_of_their_own() -> None:
    text = render_rules("# T\n\nA lead.\n\n## The end [D]\n\n### Part\n\n## The end\n\n## 役［S］\n", "court")
    assert text.opening == "<h1>T</h1>\n<p>A lead.</p>\n"
    assert text.contents == (("rules-the-end", "The end"), ("rules-the-end-2", "The end"), ("rules-役", "役"))
    assert re.findall(r'<h(\d) id="([^"]+)"', text.body) == [
        ("2", "rules-the-end"), ("3", "rules-part"), ("2", "rules-the-end-2"), ("2", "rules-役"),
    ]  # fmt: skip


def test_a_heading_may_name_its_id() -> None:
    text = render_rules("## 役［S］ {#hands}\n\n### {#x} in `K7` {#royal}\n", "court")
    assert text.contents == (("rules-hands", "役"),)
    assert re.findall(r'<h(\d) id="([^"]+)"', text.body) == [("2", "rules-hands"), ("3", "rules-royal")]
    assert "{#hands}" not in text.body


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("slug", SLUGS)
def test_sections_have_the_same_ids_in_both_languages(slug: str, language: str) -> None:
    ids = re.findall(r'<h[2-6] id="rules-([^"]+)"', get_rules_text(slug, language).body)
    assert ids == SECTIONS[slug].split()


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("slug", SLUGS)
def test_each_section_can_be_had_by_itself(slug: str, language: str) -> None:
    for section_id in SECTIONS[slug].split():
        section = get_rules_section(slug, language, section_id)
        assert section is not None
        assert section.heading in html(slug, language)
        assert "<" in section.body
        assert not re.search(r"<h2| id=|[\[［][SDX][^\w]|\{#", section.heading + section.body)
    assert get_rules_section(slug, language, "no-such-section") is None


def test_a_section_ends_where_the_next_of_its_rank_begins() -> None:
    text = "## A {#a}\n\none\n\n### B {#b}\n\n`K7`\n\n### C {#c}\n\nthree\n\n## D {#d}\n\nfour\n"
    whole, part = render_section(text, "court", "a"), render_section(text, "court", "b")
    assert whole is not None
    assert part is not None
    assert [word in whole.body for word in ("one", "<h3>B</h3>", "knight 7", "three", "four")] == [True] * 4 + [False]
    assert (part.heading, "knight 7" in part.body, "three" in part.body) == ("B", True, False)


@pytest.mark.parametrize(("language", "parts"), [
    ("en", ["Aim.", "Your turn.", "The end."]), ("ja", ["目的。", "手番。", "終わり。"]),
])  # fmt: skip
@pytest.mark.parametrize("slug", SLUGS)
def test_each_game_is_told_at_a_glance(slug: str, language: str, parts: list[str]) -> None:
    text = get_rules_text(slug, language)
    assert re.findall(r"<li><strong>([^<]+)</strong>", text.glance) == parts
    lines = " ".join(re.findall(r"<li>(.*?)</li>", text.glance, re.S))
    plain = re.sub(r"<[^>]+>", "", lines)
    assert 30 <= len(plain.split()) <= 80 if language == "en" else 80 <= len(plain) <= 220
    assert "rules-glance" not in str(text.contents) + text.body


def test_a_text_without_a_glance_has_none() -> None:
    assert render_rules("# T\n\n## Cards {#cards}\n\nMany.", "court").glance == ""


@pytest.mark.parametrize("language", ["en", "ja"])
def test_each_heading_has_a_link_to_itself_that_says_where_it_leads(language: str) -> None:
    body = get_rules_text("sdc", language).body
    matches = re.findall(
        r'<h2 id="([^"]+)">([^<]+)</h2>\n?<a class="prose__anchor" href="#([^"]+)" aria-label="([^"]+)"', body
    )
    assert [target for *_, target, _ in matches] == [f"rules-{name}" for name in SECTIONS["sdc"].split()]
    for section_id, heading, target, label in matches:
        assert section_id == target
        assert label == {"en": f"Link to “{heading}”", "ja": f"「{heading}」へのリンク"}[language]


def test_a_wide_table_says_in_each_cell_what_it_is() -> None:
    long = "a sentence that no phone has room for"
    table = render_rules(f"| Hand | Example | Why |\n|---|---|---|\n| Pair | `K7 N7` | {long} |\n", "court").opening
    assert 'tabindex="0"' not in table
    assert re.findall(r'role="(\w+)"', table) == [
        "table", "rowgroup", "row", *["columnheader"] * 3, "rowgroup", "row", *["cell"] * 3,
    ]  # fmt: skip
    assert re.findall(r'data-label="(\w+)"', table) == ["Hand", "Example", "Why"]


@pytest.mark.parametrize("table", [
    "| Suit | Numbers | Cards |\n|---|---|---|\n| `K` Knights | 1–11 | 11 |\n",
    "| Question | What is played |\n|---|---|\n| hand limit | a long sentence that has two columns all for itself |\n",
])  # fmt: skip
def test_a_table_that_fits_a_phone_stays_one(table: str) -> None:
    assert not re.search("data-label|role=|prose__table--wide", render_rules(table, "court").opening)


def examples(slug: str, language: str, section: str, column: int) -> dict[str, list[str]]:
    """The cards of each row of a section's first table, by the row's first cell, as the rulebook writes them."""
    text = get_game_path(slug, f"RULES.{language}.md").read_text(encoding="utf-8").partition(f"{{#{section}}}")[2]
    rows = [line.strip("| ").split(" | ") for line in re.findall(r"^\|.*\|$", text.partition("\n## ")[0], re.M)]
    return {row[0]: re.findall(r"`([^`]+)`", row[column]) for row in rows[1:] if "---" not in row[0]}


def hand_examples(slug: str, language: str) -> list[list[str]]:
    return [cards[0].split() for cards in examples(slug, language, "hands", 1).values()]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_lombard_examples_are_the_hands_they_stand_for(language: str) -> None:
    hands = [lombard.get_best_hand(cards).category for cards in hand_examples("lombard", language)]
    assert hands == list(reversed(lombard.CATEGORIES))


@pytest.mark.parametrize("language", ["en", "ja"])
def test_sdc_examples_are_the_hands_they_stand_for(language: str) -> None:
    spare = {3: ["W3", "F5"], 4: ["W3"], 2: ["W3", "F5", "A8"], 5: []}  # to five cards, that change nothing
    rows = hand_examples("sdc", language)
    assert [sdc.strength([*cards, *spare[len(cards)]])[0] for cards in rows] == list(range(9, -1, -1))


@pytest.mark.parametrize("language", ["en", "ja"])
def test_dilemma_examples_are_the_hands_they_stand_for(language: str) -> None:
    usual = ranking(one_is_high=False, flush_beats_full_house=False)
    rows = [usual.hand(usual.best(usual.codes(tuple(cards)))).category for cards in hand_examples("dilemma", language)]
    assert rows == list(reversed(STANDARD))


@pytest.mark.parametrize("language", ["en", "ja"])
def test_doudizhu_examples_are_the_combinations_they_stand_for(language: str) -> None:
    combinations = combos(low_two=True)
    rows = examples("doudizhu", language, "combinations", 3).values()
    kinds = [{combinations[sort_cards(tuple(cards.split()))].kind for cards in row} for row in rows]
    assert kinds == [{kind} for kind in Kind.__args__]  # type: ignore[attr-defined]


def test_a_text_without_sections_is_all_opening() -> None:
    assert render_rules("# T\n\nShort.", "court").body == ""


def test_tables_scroll_by_themselves_and_by_keyboard() -> None:
    body = render_rules("| a |\n|---|\n| `K7` |\n", "court").opening
    assert re.fullmatch(r'<div class="prose__table" tabindex="0"><table>.*</table></div>\s*', body, re.S)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("slug", SLUGS)
def test_contents_lead_to_the_sections(visit, slug: str, language: str, db: None) -> None:
    response = visit(None, language).get(f"/games/{slug}/rules/")
    html = response.content.decode()
    links = re.findall(r'<li><a href="#(rules-[^"]+)">', html)
    assert len(links) >= 4
    ids = re.findall(r' id="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    assert set(links) <= set(ids)
    assert {"en": "Contents", "ja": "目次"}[language] in page(response).text


def rules_of(client, table: Table, **query: str) -> HttpResponse:
    return client.get(f"/games/{table.game_slug}/rules/", {"table": table.public_id, **query})


def list_changes(response: HttpResponse) -> list[str]:
    match = re.search(r'<section class="panel table-rules".*?</section>', response.content.decode(), re.S)
    assert match is not None
    lines = re.findall(r"<li>(.*?)</li>", match[0], re.S)
    return [" ".join(re.sub(r"<br>.*|<[^>]+>", "", line, flags=re.S).split()) for line in lines]


@pytest.mark.parametrize(("language", "said"), [
    ("en", ["Coins to win: 32 (usually 16)", "Borrowed coins are owed: no (usually yes)"]),
    ("ja", ["目標のコイン：32（標準は16）", "借りたコインを返す：いいえ（標準ははい）"]),
])  # fmt: skip
def test_what_a_table_plays_otherwise_stands_on_top(visit, alice, bob, language: str, said: list[str]) -> None:
    table = opened("lombard", alice, bob, options={"target_coins": 32, "track_debt": False})
    assert list_changes(rules_of(visit(alice, language), table)) == said


def test_a_table_that_plays_by_the_book_says_so(visit, sdc) -> None:
    response = rules_of(visit(None), sdc)
    assert list_changes(response) == []
    assert "All rules are as described here." in page(response).text


def test_where_a_table_plays_otherwise_the_glance_says_that_its_figures_are_the_usual_ones(visit, alice, bob) -> None:
    usual, other = opened("lombard", alice, bob), opened("lombard", alice, bob, options={"target_coins": 32})
    sentence = "These are the usual figures."
    assert [sentence in page(rules_of(visit(alice), table)).text for table in (usual, other)] == [False, True]


def test_the_text_with_sources_is_of_the_same_table(visit, alice, bob) -> None:
    table = opened("lombard", alice, bob, options={"target_coins": 32})
    link = re.search(r'href="(\?[^"]*sources=1[^"]*)"', rules_of(visit(alice), table).content.decode())
    assert link is not None
    with_sources = visit(alice).get(f"/games/lombard/rules/{unescape(link[1])}")
    assert list_changes(with_sources) == ["Coins to win: 32 (usually 16)"]
    assert "[S]" in page(with_sources).text


def test_the_rulebook_alone_speaks_of_no_table(visit, db) -> None:
    assert "At this table" not in page(visit(None).get("/games/sdc/rules/")).text


def test_a_private_tables_options_are_for_those_who_may_see_it(visit, alice, bob, charlie) -> None:
    table = opened("lombard", alice, bob, seats_=3, visibility="private", options={"target_coins": 32})
    assert rules_of(visit(charlie), table).status_code == 404
    assert rules_of(visit(charlie), table, invitation="wrong").status_code == 404
    assert list_changes(rules_of(visit(alice), table)) == ["Coins to win: 32 (usually 16)"]
    invited = visit(charlie)
    html = invited.get(f"/tables/{table.public_id}/invitations/{table.invite_code}/").content.decode()
    link = re.search(r'href="(/games/lombard/rules/[^"]+)"', html)
    assert link is not None
    assert list_changes(invited.get(unescape(link[1]))) == ["Coins to win: 32 (usually 16)"]


def test_a_table_of_another_game_or_none_is_not_found(visit, sdc) -> None:
    for slug, public_id in (("lombard", sdc.public_id), ("sdc", "nosuchtable2"), ("sdc", "\x00'")):
        assert visit(None).get(f"/games/{slug}/rules/", {"table": public_id}).status_code == 404


def test_the_tables_page_leads_to_its_own_rules(visit, alice, sdc) -> None:
    html = visit(alice).get(f"/tables/{sdc.public_id}/").content.decode()
    assert f"/games/sdc/rules/?table={sdc.public_id}" in html
