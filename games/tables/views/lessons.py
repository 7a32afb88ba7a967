"""Lessons: every step and every answer is a page, for whoever asks.

How far one has come is noted with the page of a right answer: by a cookie for strangers and guests, and with the
account, only where it is further than before.
"""

import gzip
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.core.cache import caches
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.catalog import registry
from games.practice.lessons.lesson import Answer, Lesson
from games.practice.lessons.play import Refusal, classify_form
from games.practice.lessons.progress import (
    Progress,
    add_step,
    count_done,
    encode_progress,
    get_next_step,
)
from games.practice.lessons.reader import get_lesson, list_lessons
from games.practice.lessons.rendering import LessonRenderer
from games.tables.selectors.table_lists import GameCard, get_game_card
from games.tables.services.lesson_progress import COOKIE, get_readers_progress, read_device, save_progress
from games.tables.templatetags.game_templates import BOARDS

COOKIE_SECONDS = 60 * 60 * 24 * 365
PARTS = caches["template_fragments"]
# What a page says of its reader, and of the request it answers, when it is for anybody.
ANYBODY: Mapping[str, Any] = {
    "user": AnonymousUser(), "csrf_token": "", "messages": (), "theme": "", "keeps_nothing": False,
    "turns_waiting": 0, "turns_shown": 0, "header_counts": {},
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class LessonLine:
    """A lesson in the list."""

    number: int
    name: str
    title: str
    steps: int
    done: int

    @property
    def is_done(self) -> bool:
        return self.done == self.steps

    @property
    def is_begun(self) -> bool:
        return 0 < self.done < self.steps


@require_safe
def lesson_list(request: HttpRequest, slug: str) -> HttpResponse:
    """A game's lessons, and how far one has come."""
    return HttpResponse(_draw_list(request, slug, get_readers_progress(request)))


@require_safe
def lesson_start(request: HttpRequest, slug: str, lesson: str) -> HttpResponse:
    """To the step of a lesson that comes next."""
    found = _get_lesson(slug, lesson)
    number = get_next_step(get_readers_progress(request), found)
    return redirect("tables:lesson_step", slug, lesson, number)


@require_safe
def lesson_step(request: HttpRequest, slug: str, lesson: str, number: int) -> HttpResponse:
    """One step: a sentence and the board. What its form sends leads to the page of that answer."""
    found = _get_lesson(slug, lesson, number)
    refusal: Refusal | None = None
    if "move" in request.GET or "type" in request.GET:
        answered = classify_form(found, number, dict(request.GET.lists()))
        if not isinstance(answered, Refusal):
            return redirect("tables:lesson_answer", slug, lesson, number, answered.name)
        refusal = answered
    return HttpResponse(_draw_step(request, found, number, refusal=refusal), status=422 if refusal else 200)


@require_safe
def lesson_hint(request: HttpRequest, slug: str, lesson: str, number: int) -> HttpResponse:
    """The step once more, with what the strong player would do. Each process computes it once, as long as it lives."""
    found = _get_lesson(slug, lesson, number)
    key = f"lesson-hint.{slug}.{lesson}.{number}.{get_language()}"
    hint: str | None = PARTS.get(key)
    if hint is None:
        hint = str(_renderer(found).render_hint(number))
        PARTS.set(key, hint, None)
    return HttpResponse(_draw_step(request, found, number, hint=hint))


@require_safe
def lesson_answer(request: HttpRequest, slug: str, lesson: str, number: int, answer: str) -> HttpResponse:
    """What an answer brings: after the right one what came of it, after any other the same question."""
    found = _get_lesson(slug, lesson, number)
    chosen = next((one for one in found.step(number).answers if one.name == answer), None)
    if chosen is None:
        raise Http404
    response = HttpResponse(_draw_step(request, found, number, answer=chosen))
    if chosen.is_right:
        _note_progress(request, response, add_step(read_device(request), found, number))
    return response


@require_safe
def lesson_pages(request: HttpRequest, slug: str) -> HttpResponseBase:
    """All pages of a game's lessons by their addresses, as anybody sees them: for reading without a connection.

    Drawing them takes half a second, so each process does it once for a language, as long as it lives.
    """
    _get_card(slug)
    key = f"lesson-pages.{slug}.{get_language()}"
    packed: bytes | None = PARTS.get(key)
    if packed is None:
        packed = gzip.compress(json.dumps(_draw_all(request, slug), ensure_ascii=False).encode(), mtime=0)
        PARTS.set(key, packed, None)
    response = HttpResponse(gzip.decompress(packed), content_type="application/json")
    response["ETag"] = f'"{hashlib.sha256(packed).hexdigest()[:24]}"'
    return get_conditional_response(request, etag=response["ETag"], response=response) or response


# --- Parts


def _note_progress(request: HttpRequest, response: HttpResponse, progress: Progress) -> None:
    """A guest may yet log in, so their device keeps it, too; after an account the next reader may be somebody else."""
    if request.user.is_authenticated:
        save_progress(request.user, progress)
    if request.user.is_authenticated and not request.user.is_guest:
        response.delete_cookie(COOKIE, samesite="Lax")
    else:
        text, secure = encode_progress(progress), request.is_secure()
        response.set_cookie(COOKIE, text, max_age=COOKIE_SECONDS, samesite="Lax", secure=secure)


def _draw_all(request: HttpRequest, slug: str) -> dict[str, str]:
    pages = {reverse("tables:lessons", args=(slug,)): _draw_list(request, slug, {}, ANYBODY)}
    for lesson in list_lessons(slug):
        for number, step in enumerate(lesson.steps, 1):
            address = (slug, lesson.name, number)
            pages[reverse("tables:lesson_step", args=address)] = _draw_step(request, lesson, number, reader=ANYBODY)
            for answer in step.answers:
                drawn = _draw_step(request, lesson, number, answer=answer, reader=ANYBODY)
                pages[reverse("tables:lesson_answer", args=(*address, answer.name))] = drawn
        start = reverse("tables:lesson_step", args=(slug, lesson.name, 1))
        pages[reverse("tables:lesson", args=(slug, lesson.name))] = pages[start]
    return pages


def _draw_list(request: HttpRequest, slug: str, progress: Progress, reader: Mapping[str, Any] | None = None) -> str:
    card = _get_card(slug)
    lines = [
        LessonLine(one.number, one.name, _renderer(one).title, len(one.steps), count_done(progress, one))
        for one in list_lessons(slug)
    ]
    done = sum(line.is_done for line in lines)
    following = next((line for line in lines if not line.is_done), None)
    context = {"card": card, "lines": lines, "done": done, "following": following, **(reader or {})}
    return render_to_string("tables/lessons/list.html", context, request)


def _draw_step(
    request: HttpRequest,
    found: Lesson,
    number: int,
    *,
    answer: Answer | None = None,
    refusal: Refusal | None = None,
    reader: Mapping[str, Any] | None = None,
    hint: str = "",
) -> str:
    renderer = _renderer(found)
    page = renderer.render_answer(number, answer.name) if answer else renderer.render_step(number)
    choices = [(one.name, renderer.label(one)) for one in found.step(number).answers]
    more: dict[str, Any] = {"page": page, "answer": answer, "refusal": refusal, "choices": choices}
    # A kept page has no link to it: it is not kept.
    can_be_advised = reader is None and registry.get_game(found.slug).adviser is not None
    more |= {"hint": mark_safe(hint), "can_be_advised": can_be_advised}
    context = {**_get_context(found, number), **more, **(reader or {})}
    return render_to_string("tables/lessons/step.html", context, request)


def _get_context(found: Lesson, number: int) -> dict[str, Any]:
    every = list_lessons(found.slug)
    after = next((one for one in every if one.number > found.number), None)
    return {
        "card": _get_card(found.slug),
        "lesson": found,
        "title": _renderer(found).title,
        "number": number,
        "next_step": number + 1 if number < len(found.steps) else 0,
        "next_lesson": {"name": after.name, "title": _renderer(after).title} if after else None,
    }


def _renderer(found: Lesson) -> LessonRenderer:
    return LessonRenderer(BOARDS, found, (get_language() or "en")[:2])


def _get_card(slug: str) -> GameCard:
    meta = registry.list_metadata().get(slug)
    if meta is None or not list_lessons(slug):
        raise Http404
    return get_game_card(meta)


def _get_lesson(slug: str, name: str, number: int = 1) -> Lesson:
    _get_card(slug)
    found = get_lesson(slug, name)
    if found is None or not 1 <= number <= len(found.steps):
        raise Http404
    return found
