"""Plans on pages: every field of an offer has its box, and a filed plan is a sentence."""

import re

import pytest

from games.catalog import registry
from games.engine.chance import Rng
from games.engine.serialization.form_parsing import value_from_form
from games.rendering.renderer import BoardRenderer
from tests.contract.harness import key, match
from tests.contract.subject import slugs, subject

NAMED = re.compile(r'<(?:input|select)[^>]*? name="(\w+)"')
INPUT = re.compile(r'<input[^>]*? name="(\w+)"[^>]*? value="([^"]*)"')
SELECT = re.compile(r'<select name="(\w+)"[^>]*>(.*?)</select>', re.DOTALL)
CHOSEN = re.compile(r'<option value="([^"]*)" selected>')
LOOKED_AT = 12  # percent of the moments
BOARDS = BoardRenderer(address=lambda path: f"/static/{path}", clock=str, deck=registry.get_deck)


def text(html) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", str(html)).split())


def read_aloud(html) -> str:
    return text(re.sub(r'<span aria-hidden="true">.*?</span>', "", str(html)))


def read_unchanged_form(form) -> dict[str, list[str]]:
    """Return what a browser sends for an unchanged form."""
    fields = {name: [value] for name, value in INPUT.findall(form)}
    for name, options in SELECT.findall(form):
        fields[name] = CHOSEN.findall(options)
    return fields


@pytest.mark.parametrize("slug", [slug for slug in slugs() if subject(slug).title.premoves])
def test_the_usual_ones_take_few_words(slug):
    """The visible text before anything is expanded has at most 40 words, without repetition."""
    game = subject(slug)
    title, sentences, longest = game.title, set(), 0
    for seed, setup in enumerate(game.setups[:4]):
        for moment in match(game, setup, seed):
            for seat in range(setup[1]):
                view = title.view(moment.state, seat)
                usual = title.premoves.list_usual(view)
                chips = [
                    read_aloud(BOARDS.render(slug, "premove_chip", "en", plan=premove, view=view)) for premove in usual
                ]
                assert len(set(chips)) == len(chips), chips
                longest = max(longest, len(" ".join(chips).split()))
                sentences |= set(chips)
    assert sentences
    assert longest <= 30, "beside them stand four more"
    for kind in title.premoves.PREMOVE_TYPES:
        names = {
            language: text(BOARDS.render(slug, "premove_name", language, kind=kind.type)) for language in ("en", "ja")
        }
        assert all(names.values())
        assert names["en"] != names["ja"]


@pytest.mark.parametrize("slug", [slug for slug in slugs() if subject(slug).title.premoves])
def test_every_offer_is_a_sentence_with_its_boxes(slug):
    game, kinds = subject(slug), set()
    title = game.title
    for seed, setup in enumerate(game.setups[:4]):
        rng = Rng(key(seed), "drawn")
        for moment in match(game, setup, seed):
            if not rng.percent_chance(LOOKED_AT):
                continue
            for seat in range(setup[1]):
                view = title.view(moment.state, seat)
                for offer in title.premoves.list_offers(view):
                    plan = offer.sample(rng)
                    kinds.add(offer.kind)
                    for language in ("en", "ja"):
                        form = BOARDS.render(slug, "premove_form", language, offer=offer, view=view)
                        boxes = NAMED.findall(form)
                        parts = {part.name for part in offer.parameters}
                        assert set(boxes) <= parts
                        assert len(set(boxes)) == len(boxes)
                        missing = [offer.parameter(name) for name in parts - set(boxes)]
                        assert all(len(part.values) == 1 for part in missing), "what has no box has no choice"
                        proposed = read_unchanged_form(form) | {"type": [offer.kind]}
                        for part in missing:
                            proposed[part.name] = [str(part.default)]
                        assert value_from_form(title.premoves.PREMOVE_TYPES, proposed) == offer.default()
                        shown_text = text(BOARDS.render(slug, "premove_label", language, plan=plan, view=view))
                        assert shown_text
                        assert "%(" not in shown_text + text(form)
                        assert (language == "ja") == bool(re.search("[ぁ-んァ-ン一-龥]", shown_text))
    assert kinds == {kind.type for kind in title.premoves.PREMOVE_TYPES}
