"""How a ServiceError reaches its reader: the fitting status and a page with the sentence."""

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
    """What the templates of errors need."""
    return {"code": refusal.code, "params": refusal.params, "common": refusal.common}


def get_error_sentence(refusal: ServiceError, slug: str = "") -> str:
    """The reason in the reader's language."""
    text = render_to_string("tables/_error_message.html", {"refusal": get_error_context(refusal), "slug": slug})
    return " ".join(unescape(strip_tags(text)).split())


def wants_json(request: HttpRequest) -> bool:
    """Whether the answer goes to a script that shows no page."""
    return request.headers.get("Accept") == "application/json"


def json_error_response(request: HttpRequest, refusal: ServiceError, slug: str) -> HttpResponse:
    """The answer to a script that shows no page: 401 where nobody is logged in, else the reason."""
    if not request.user.is_authenticated:
        return JsonResponse({"code": "signed-out"}, status=401)
    return JsonResponse({"code": refusal.code, "sentence": get_error_sentence(refusal, slug)}, status=refusal.status)


def require_rate(request: HttpRequest, action: str, code: str) -> None:
    """Counts this request. Raises LimitExceededError if there were more of that action than ACCOUNT_RATE_LIMITS
    says."""
    if not ratelimit.consume(request, action=action):
        raise LimitExceededError(code)


def post_or_table(view: View) -> View:
    """Only POST acts; a GET of the same address (a reload after a refusal, a changed language) shows the table."""
    return _post_or(view, lambda public_id: redirect("tables:detail", public_id))


def post_or_front_page(view: View) -> View:
    """The same where there is no table: a GET leads to the front page."""
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
    """Turns a ServiceError into an error page in the reader's language."""

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
