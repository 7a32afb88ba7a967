"""Handling of errors caused by imported records, whose contents may be anything."""

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse

from games.replays.models import ImportedMatch
from games.tables.errors import ServiceError, UnprocessableError

View = Callable[..., HttpResponse]
logger = logging.getLogger(__name__)


def handle_import_errors(view: View) -> View:
    """Turn any exception caused by an imported record into a ServiceError.

    Errors with our own tables are raised as usual.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, public_id: str, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, public_id, *args, **kwargs)
        except (Http404, ServiceError):
            raise
        except Exception as problem:
            if not ImportedMatch.objects.filter(public_id=public_id).exists():
                raise
            logger.info("a record brought along can't be shown: %s", type(problem).__name__)
            raise UnprocessableError("cant-be-shown") from None

    return wrapped
