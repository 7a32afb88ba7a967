"""Text can be read in both themes: contrast at least 4.5 (WCAG AA), computed from the tokens."""

import re

import pytest

from games.catalog import registry
from games.rendering.paths import get_game_path
from tests.design.paths import STATIC

AA = 4.5
MARKS = 3.0  # borders and rings that carry meaning
TEXT = [
    (text, ground)
    for ground, texts in {
        "paper": ("ink", "ink-soft", "accent", "vermilion-ink", "brass"),
        "paper-raised": ("ink", "ink-soft", "accent", "vermilion-ink", "brass"),
        "paper-sunk": ("ink", "ink-soft", "accent"),
        "accent": ("on-accent",),
        "go": ("on-go",),
        "amber": ("on-amber",),
        "accent-wash": ("ink",),
        "vermilion": ("on-vermilion",),
        "vermilion-wash": ("ink", "ink-soft", "vermilion-ink"),
        "ink": ("paper",),
        "table": ("on-table", "on-table-soft", "table-brass"),
        "table-raised": ("on-table", "on-table-soft", "table-brass"),
    }.items()
    for text in texts
]
LINES = [
    ("focus", "paper"),
    ("focus", "paper-raised"),
    ("table-brass", "table-raised"),
    ("line-strong", "paper-raised"),
]
TONES = {
    suit.tone
    for meta in registry.list_metadata().values()
    for suit in [*meta.deck.suits.values(), *meta.deck.special_cards.values()]
}


def tokens() -> dict[str, tuple[str, str]]:
    """Every colour token as its light and dark value."""
    css = (STATIC / "tokens.css").read_text()
    colours_of = {}
    for name, value in re.findall(r"--([\w-]+):\s*([^;]+);", css):
        colours = re.findall(r"#[0-9a-f]{6}\b", value)
        if len(colours) in (1, 2) and not value.startswith("0 "):
            colours_of[name] = (colours[0], colours[-1])
    return colours_of


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: str, b: str) -> float:
    lighter, darker = sorted((luminance(a), luminance(b)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_is_the_published_formula() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), TEXT)
def test_text_stands_out(text: str, ground: str, theme: int) -> None:
    colours = tokens()
    assert contrast(colours[text][theme], colours[ground][theme]) >= AA


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("line", "ground"), LINES)
def test_marks_stand_out(line: str, ground: str, theme: int) -> None:
    colours = tokens()
    assert contrast(colours[line][theme], colours[ground][theme]) >= MARKS


def cloths() -> dict[str, dict[str, tuple[str, str]]]:
    """Each game's own colours of the table, by token, as light and dark value."""
    cloth_of = {}
    for slug in registry.list_metadata():
        css = get_game_path(slug, f"static/{slug}/game.css").read_text()
        cloth = re.search(rf"\.{slug}-cloth {{(.*?)}}", css, re.DOTALL)
        assert cloth, slug
        pairs = re.findall(r"--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);", cloth[1])
        cloth_of[slug] = {name: (light, dark) for name, light, dark in pairs}
    return cloth_of


def test_every_game_has_a_cloth_and_an_emblem_of_its_own() -> None:
    all_cloths = cloths()
    assert all(set(cloth) == {"table", "table-raised", "table-line"} for cloth in all_cloths.values())
    assert len({cloth["table"] for cloth in all_cloths.values()}) == len(all_cloths)
    for slug, cloth in all_cloths.items():
        emblem = get_game_path(slug, f"static/{slug}/emblem.svg").read_text()
        assert f'fill="{cloth["table"][0]}"' in emblem, slug
        assert f'class="board {slug}-cloth"' in get_game_path(slug, "templates/table.jinja").read_text()


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("slug", registry.list_metadata())
def test_what_lies_on_a_cloth_stands_out(slug: str, theme: int) -> None:
    colours = tokens() | cloths()[slug]
    for text, ground in TEXT:
        if ground.startswith("table"):
            assert contrast(colours[text][theme], colours[ground][theme]) >= AA, (text, ground)
    assert contrast(colours["table-brass"][theme], colours["table-raised"][theme]) >= MARKS


def mix(colour: str, ground: str, share: float) -> str:
    """A colour that lets the ground shine through."""
    pairs = ((int(colour[i : i + 2], 16), int(ground[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(over * share + under * (1 - share)):02x}" for over, under in pairs)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("slug", registry.list_metadata())
def test_seats_that_are_out_can_still_be_read(slug: str, theme: int) -> None:
    css, colours = (STATIC / "table.css").read_text(), tokens() | cloths()[slug]
    share = float(re.findall(r"\.seat--out \{\s+opacity: ([\d.]+)", css)[0])
    felt = colours["table"][theme]
    ground = mix(colours["table-raised"][theme], felt, share)
    assert contrast(mix(colours["on-table-soft"][theme], felt, share), ground) >= AA
    for tone in re.findall(r"--seat-tone: (#[0-9a-f]{6})", css):
        assert contrast(mix("#ffffff", felt, share), mix(tone, felt, share)) >= AA


def test_suits_stand_out_on_their_cards() -> None:
    colours = {name: light for name, (light, _) in tokens().items() if name.startswith("tone-")}
    assert {f"tone-{tone}" for tone in TONES} <= set(colours)
    css = (STATIC / "cards.css").read_text()
    for tone, colour in colours.items():
        assert contrast(colour, tokens()["card-paper"][0]) >= AA, tone
        assert f".{tone} {{\n  color: var(--{tone});\n}}" in css


def test_seat_marks_carry_white_letters() -> None:
    css = (STATIC / "table.css").read_text()
    tones = re.findall(r"--seat-tone: (#[0-9a-f]{6})", css)
    assert len(tones) == 11
    assert all(contrast(tone, "#ffffff") >= AA for tone in tones)
