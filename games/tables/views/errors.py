"""How a refusal reaches its reader: the fitting status and a page with the sentence."""

from collections.abc import Callable
from functools import wraps
from html import unescape
from typing import Any

from allauth.core import ratelimit
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.html import strip_tags
from django.views.decorators.http import require_POST

from games.tables.errors import NotFound, Refusal, TooMany

View = Callable[..., HttpResponse]


def refusal_context(refusal: Refusal) -> dict[str, Any]:
    """What the refusal templates need."""
    return {"code": refusal.code, "params": refusal.params, "common": refusal.common}


def refusal_sentence(refusal: Refusal, slug: str = "") -> str:
    """The reason in the reader's language."""
    text = render_to_string("tables/refusal.html", {"refusal": refusal_context(refusal), "slug": slug})
    return " ".join(unescape(strip_tags(text)).split())


def is_in_short(request: HttpRequest) -> bool:
    """Whether the answer goes to a script that shows no page."""
    return request.headers.get("Accept") == "application/json"


def refused_in_short(request: HttpRequest, refusal: Refusal, slug: str) -> HttpResponse:
    """The answer to a script that shows no page: 401 where nobody is logged in, else the reason."""
    if not request.user.is_authenticated:
        return JsonResponse({"code": "signed-out"}, status=401)
    return JsonResponse({"code": refusal.code, "sentence": refusal_sentence(refusal, slug)}, status=refusal.status)


def check_rate(request: HttpRequest, action: str, code: str) -> None:
    """Counts this request. Raises TooMany if there were more of that action than ACCOUNT_RATE_LIMITS says."""
    if not ratelimit.consume(request, action=action):
        raise TooMany(code)


def post_at_table(view: View) -> View:
    """Only POST acts; a GET of the same address (a reload after a refusal, a changed language) shows the table."""
    return _posted_or(view, lambda public_id: redirect("tables:table", public_id))


def posted_or_front(view: View) -> View:
    """The same where there is no table: a GET leads to the front page."""
    return _posted_or(view, lambda *args, **kwargs: redirect("tables:front"))


def _posted_or(view: View, otherwise: View) -> View:
    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method in ("GET", "HEAD"):
            return otherwise(*args, **kwargs)
        return posted(request, *args, **kwargs)

    posted = require_POST(view)
    return wrapped


def answers_refusals(view: View) -> View:
    """Turns a Refusal of the services into an error page in the reader's language."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except NotFound as refusal:
            raise Http404(refusal.code) from None
        except Refusal as refusal:
            return render(
                request, f"{refusal.status}.html", {"refusal": refusal_context(refusal)}, status=refusal.status
            )

    return wrapped
