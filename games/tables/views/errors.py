"""Error responses for ServiceErrors: the status, and a page with the message."""

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

from games.tables.errors import LimitExceededError, NotFoundError, ServiceError

View = Callable[..., HttpResponse]


def get_error_context(refusal: ServiceError) -> dict[str, Any]:
    """Return the context for error templates."""
    return {"code": refusal.code, "params": refusal.params, "common": refusal.common}


def get_error_sentence(refusal: ServiceError, slug: str = "") -> str:
    """Return the error message in the active language."""
    text = render_to_string("tables/_error_message.html", {"refusal": get_error_context(refusal), "slug": slug})
    return " ".join(unescape(strip_tags(text)).split())


def wants_json(request: HttpRequest) -> bool:
    """Return whether the client is a script that shows no page."""
    return request.headers.get("Accept") == "application/json"


def json_error_response(request: HttpRequest, refusal: ServiceError, slug: str) -> HttpResponse:
    """Answer a script that shows no page: 401 if signed out, else the error message."""
    if not request.user.is_authenticated:
        return JsonResponse({"code": "signed-out"}, status=401)
    return JsonResponse({"code": refusal.code, "sentence": get_error_sentence(refusal, slug)}, status=refusal.status)


def require_rate(request: HttpRequest, action: str, code: str) -> None:
    """Count this request. Raises LimitExceededError if it exceeds ACCOUNT_RATE_LIMITS for the action."""
    if not ratelimit.consume(request, action=action):
        raise LimitExceededError(code)


def post_or_table(view: View) -> View:
    """Accept POST only; redirect GET (a reload after an error, a changed language) to the table."""
    return _post_or(view, lambda public_id: redirect("tables:detail", public_id))


def post_or_front_page(view: View) -> View:
    """Accept POST only; redirect GET to the front page."""
    return _post_or(view, lambda *args, **kwargs: redirect("tables:home"))


def _post_or(view: View, otherwise: View) -> View:
    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method in ("GET", "HEAD"):
            return otherwise(*args, **kwargs)
        return posted(request, *args, **kwargs)

    posted = require_POST(view)
    return wrapped


def render_errors(view: View) -> View:
    """Turn a ServiceError into an error page in the active language."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except NotFoundError as refusal:
            raise Http404(refusal.code) from None
        except ServiceError as refusal:
            return render(
                request, f"{refusal.status}.html", {"refusal": get_error_context(refusal)}, status=refusal.status
            )

    return wrapped
