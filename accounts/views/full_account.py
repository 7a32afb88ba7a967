"""A decorator for pages that guests can't use."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

View = Callable[..., HttpResponseBase]


def full_account_required(view: View) -> View:
    """Redirect guests, who have no password, to the page where they can keep their account."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        guest = request.user.is_authenticated and request.user.is_guest
        return redirect("accounts:claim_guest") if guest else view(request, *args, **kwargs)

    return login_required(never_cache(sensitive_post_parameters()(guarded)))
