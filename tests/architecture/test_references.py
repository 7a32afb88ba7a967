"""Names written as text lead somewhere: permissions, URL names, templates. Tools that rename code miss them."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.auth.models import Permission
from django.template import engines
from django.urls import get_resolver

from config.celery import app

ROOT = Path(__file__).resolve().parents[2]
PERMISSION = re.compile(
    r"""["'](\w+\.(?:view|add|change|delete|moderate|handle|see|read|issue|sanction|suspend|rename)_\w+)["']"""
)
URL = re.compile(
    r"""(?:\{% (?:url|gapped) |reverse\(|redirect\(|make_url_template\(|pattern_name=)\s*["']([\w:-]+)["']"""
)
ANY_URL = re.compile(
    r"""["']((?:accounts|tables|replays|social|notifications|moderation|pwa|monitoring):[a-z_]+)["']"""
)
OF_A_TABLE = re.compile(r"""web\.address\(["'](\w+)["']\)""")  # in the boards' templates
TEMPLATE = re.compile(
    r"""(?:\{% (?:include|extends) |render\(\s*request,\s*|render_to_string\(\s*)["']([\w/.-]+)["']"""
)
APPS = ("accounts", "tables", "replays", "social", "notifications", "moderation", "monitoring", "pwa")


def found(pattern: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    for folder in ("accounts", "config", "games", "templates"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".py", ".html", ".jinja") and "migrations" not in path.parts:
                for name in pattern.findall(path.read_text(encoding="utf-8")):
                    yield path.relative_to(ROOT).as_posix(), name


def url_names(resolver, before: str = "") -> set[str]:
    names = {f"{before}{name}" for name in resolver.reverse_dict if isinstance(name, str)}
    for space, (_prefix, inner) in resolver.namespace_dict.items():
        names |= url_names(inner, f"{before}{space}:")
    return names


@pytest.mark.django_db
def test_every_permission_that_is_named_exists():
    permissions = {
        f"{row.content_type.app_label}.{row.codename}" for row in Permission.objects.select_related("content_type")
    }
    named = {(path, name) for path, name in found(PERMISSION) if name.split(".")[0] in APPS}
    app.autodiscover_tasks(force=True)  # whose names look the same
    assert len({name for _, name in named}) >= 15
    assert {
        reference for reference in named if reference[1] not in permissions and reference[1] not in app.tasks
    } == set()


def test_every_url_name_reverses():
    known_names = url_names(get_resolver())
    named = {*found(URL), *found(ANY_URL)}
    named |= {(path, f"tables:{name}") for path, name in found(OF_A_TABLE)}
    assert len({name for _, name in named}) >= 100
    assert ("games/rendering/templates/hand_form.jinja", "tables:move") in named
    assert {reference for reference in named if reference[1] not in known_names and "/" not in reference[1]} == set()


def test_every_template_that_is_named_exists():
    named = set(found(TEMPLATE))
    assert len(named) >= 100
    assert {reference for reference in named if not is_template(reference[1])} == set()


def is_template(name: str) -> bool:
    return any((Path(folder) / name).is_file() for engine in engines.all() for folder in engine.template_dirs)
