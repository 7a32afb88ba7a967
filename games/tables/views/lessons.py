"""Views of the lessons: every step and every answer is a public page.

A right answer's page stores the progress: in a cookie for anonymous visitors and guests, and with the account if it is
further than before.
"""

import gzip
import hashlib
import json
from dataclasses import dataclass
from typing import Any

from django.core.cache import caches
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
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
from games.tables.boards import BOARDS
from games.tables.kept_pages import render_kept_page
from games.tables.selectors.table_lists import GameCard, get_game_card
from games.tables.services.lesson_progress import COOKIE, get_readers_progress, read_device, save_progress

COOKIE_SECONDS = 60 * 60 * 24 * 365
PARTS = caches["template_fragments"]


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
    """Show a game's lessons and the reader's progress."""
    return render(request, "tables/lessons/list.html", _get_list_context(slug, get_readers_progress(request)))


@require_safe
def lesson_start(request: HttpRequest, slug: str, lesson: str) -> HttpResponse:
    """Redirect to the next step of a lesson."""
    content = _get_lesson(slug, lesson)
    number = get_next_step(get_readers_progress(request), content)
    return redirect("tables:lesson_step", slug, lesson, number)


@require_safe
def lesson_step(request: HttpRequest, slug: str, lesson: str, number: int) -> HttpResponse:
    """Show a step with its board. A submitted form redirects to the page of that answer."""
    content = _get_lesson(slug, lesson, number)
    refusal: Refusal | None = None
    if "move" in request.GET or "type" in request.GET:
        answered = classify_form(content, number, dict(request.GET.lists()))
        if not isinstance(answered, Refusal):
            return redirect("tables:lesson_answer", slug, lesson, number, answered.name)
        refusal = answered
    return _render_step(request, content, number, refusal=refusal)


@require_safe
def lesson_hint(request: HttpRequest, slug: str, lesson: str, number: int) -> HttpResponse:
    """Show the step with a hint by the strong bot, computed once per process."""
    content = _get_lesson(slug, lesson, number)
    key = f"lesson-hint.{slug}.{lesson}.{number}.{get_language()}"
    hint: str | None = PARTS.get(key)
    if hint is None:
        hint = str(_renderer(content).render_hint(number))
        PARTS.set(key, hint, None)
    return _render_step(request, content, number, hint=hint)


@require_safe
def lesson_answer(request: HttpRequest, slug: str, lesson: str, number: int, answer: str) -> HttpResponse:
    """Show the outcome of an answer: what follows from the right one, or the question again."""
    content = _get_lesson(slug, lesson, number)
    choice = next((candidate for candidate in content.step(number).answers if candidate.name == answer), None)
    if choice is None:
        raise Http404
    response = _render_step(request, content, number, answer=choice)
    if choice.is_right:
        _note_progress(request, response, add_step(read_device(request), content, number))
    return response


@require_safe
def lesson_pages(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return all pages of a game's lessons by URL, for offline reading. Rendered once per process and language."""
    _get_card(slug)
    key = f"lesson-pages.{slug}.{get_language()}"
    packed: bytes | None = PARTS.get(key)
    if packed is None:
        packed = gzip.compress(json.dumps(_draw_all(slug), ensure_ascii=False).encode(), mtime=0)
        PARTS.set(key, packed, None)
    response = HttpResponse(gzip.decompress(packed), content_type="application/json")
    response["ETag"] = f'"{hashlib.sha256(packed).hexdigest()[:24]}"'
    return get_conditional_response(request, etag=response["ETag"], response=response) or response


# --- Helpers


def _note_progress(request: HttpRequest, response: HttpResponse, progress: Progress) -> None:
    """Store the progress. Guests keep the cookie as well; an account's device may be used by others afterwards."""
    if request.user.is_authenticated:
        save_progress(request.user, progress)
    if request.user.is_authenticated and not request.user.is_guest:
        response.delete_cookie(COOKIE, samesite="Lax")
    else:
        text, secure = encode_progress(progress), request.is_secure()
        response.set_cookie(COOKIE, text, max_age=COOKIE_SECONDS, samesite="Lax", secure=secure)


def _draw_all(slug: str) -> dict[str, str]:
    list_address = reverse("tables:lessons", args=(slug,))
    pages = {list_address: render_kept_page("tables/lessons/list.html", _get_list_context(slug, {}), list_address)}
    for lesson in list_lessons(slug):
        for number, step in enumerate(lesson.steps, 1):
            address = reverse("tables:lesson_step", args=(slug, lesson.name, number))
            pages[address] = _draw_kept_step(lesson, number, address)
            for answer in step.answers:
                address = reverse("tables:lesson_answer", args=(slug, lesson.name, number, answer.name))
                pages[address] = _draw_kept_step(lesson, number, address, answer)
        start = reverse("tables:lesson_step", args=(slug, lesson.name, 1))
        pages[reverse("tables:lesson", args=(slug, lesson.name))] = pages[start]
    return pages


def _get_list_context(slug: str, progress: Progress) -> dict[str, Any]:
    card = _get_card(slug)
    lines = [
        LessonLine(lesson.number, lesson.name, _renderer(lesson).title, len(lesson.steps), count_done(progress, lesson))
        for lesson in list_lessons(slug)
    ]
    done_count = sum(line.is_done for line in lines)
    following = next((line for line in lines if not line.is_done), None)
    return {"card": card, "lines": lines, "done": done_count, "following": following}


def _render_step(
    request: HttpRequest,
    lesson: Lesson,
    number: int,
    *,
    answer: Answer | None = None,
    refusal: Refusal | None = None,
    hint: str = "",
) -> HttpResponse:
    can_be_advised = registry.get_game(lesson.slug).adviser is not None
    extras = {"refusal": refusal, "hint": mark_safe(hint), "can_be_advised": can_be_advised}
    context = _get_step_context(lesson, number, answer) | extras
    return render(request, "tables/lessons/step.html", context, status=422 if refusal else 200)


def _draw_kept_step(lesson: Lesson, number: int, address: str, answer: Answer | None = None) -> str:
    """Render a step for offline reading, without a link to hints, which aren't available offline."""
    context = _get_step_context(lesson, number, answer) | {"can_be_advised": False}
    return render_kept_page("tables/lessons/step.html", context, address)


def _get_step_context(lesson: Lesson, number: int, answer: Answer | None) -> dict[str, Any]:
    renderer = _renderer(lesson)
    page = renderer.render_answer(number, answer.name) if answer else renderer.render_step(number)
    choices = [(choice.name, renderer.label(choice)) for choice in lesson.step(number).answers]
    return {**_get_context(lesson, number), "page": page, "answer": answer, "choices": choices}


def _get_context(lesson: Lesson, number: int) -> dict[str, Any]:
    every = list_lessons(lesson.slug)
    after = next((other for other in every if other.number > lesson.number), None)
    return {
        "card": _get_card(lesson.slug),
        "lesson": lesson,
        "title": _renderer(lesson).title,
        "number": number,
        "next_step": number + 1 if number < len(lesson.steps) else 0,
        "next_lesson": {"name": after.name, "title": _renderer(after).title} if after else None,
    }


def _renderer(lesson: Lesson) -> LessonRenderer:
    return LessonRenderer(BOARDS, lesson, (get_language() or "en")[:2])


def _get_card(slug: str) -> GameCard:
    meta = registry.list_metadata().get(slug)
    if meta is None or not list_lessons(slug):
        raise Http404
    return get_game_card(meta)


def _get_lesson(slug: str, name: str, number: int = 1) -> Lesson:
    _get_card(slug)
    lesson = get_lesson(slug, name)
    if lesson is None or not 1 <= number <= len(lesson.steps):
        raise Http404
    return lesson
