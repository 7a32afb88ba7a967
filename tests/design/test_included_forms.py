"""Every form that is posted carries its token, also where its template is included without the page's context."""

import re

import pytest

from tests.design.paths import ROOT

TEMPLATES = ROOT / "templates"
INCLUDE = re.compile(r'{%\s*include\s+"([^"]+)"([^%]*)%}')


def list_token_less_includes() -> list[tuple[str, str]]:
    """Includes with `only`, which drops the token, as (template, included template)."""
    includes = []
    for path in sorted(TEMPLATES.rglob("*.html")):
        for included, arguments in INCLUDE.findall(path.read_text()):
            if arguments.split()[-1:] == ["only"]:
                includes.append((str(path.relative_to(TEMPLATES)), included))
    return includes


def has_token(template: str) -> bool:
    text = (TEMPLATES / template).read_text()
    return "{% csrf_token %}" in text or any(has_token(included) for included, _ in INCLUDE.findall(text))


@pytest.mark.parametrize(("template", "included"), list_token_less_includes())
def test_no_form_is_included_without_its_token(template, included):
    assert not has_token(included), f"{template} includes {included} with `only`: its form would answer 403"
