"""Idempotent handling of forms that create something."""

from collections.abc import Callable
from functools import partial
from hashlib import sha256
from json import dumps

from django.http import HttpRequest

from accounts.models import User
from accounts.services.users import ensure_user
from games.tables.models import ENDED_STATUSES, Table
from games.tables.services import sent_forms
from games.tables.views.errors import require_rate

FIELD = "key"  # rendered by `{% form_key %}`
NOT_FILLED_IN = ("csrfmiddlewaretoken", "open", FIELD)  # `open`: whether a script sent the form
Rate = tuple[str, str]  # action and error code of `require_rate`


def create_once(
    request: HttpRequest,
    create: Callable[[User], str],
    *rates: Rate,
    is_over: Callable[[str], bool] = lambda result: False,
) -> str:
    """Create what the form asks for and return its id, or the id of what the same form created before.

    A form with changed values is a different one. Repeated submissions don't count for `rates`.
    """
    key = _read_key(request)
    if isinstance(request.user, User):
        result = sent_forms.find_result(request.user.pk, key)
        if result and not is_over(result):
            return result
    for action, code in rates:
        require_rate(request, action, code)
    user = ensure_user(request)
    return sent_forms.create_once(user.pk, key, partial(create, user), is_over=is_over)


def create_table_once(request: HttpRequest, create: Callable[[User], Table], *rates: Rate) -> Table:
    """Create the table the form asks for, or return the one it created before, unless that has ended."""
    all_rates = (("create_table", "too-many-tables-per-address"), *rates)
    public_id = create_once(request, lambda user: create(user).public_id, *all_rates, is_over=_has_ended)
    return Table.objects.get(public_id=public_id)


def _read_key(request: HttpRequest) -> str:
    """Return a digest of the form's key and all submitted values; "" for a form without a key."""
    issued = request.POST.get(FIELD, "")
    if not issued:
        return ""
    fields = sorted((name, values) for name, values in request.POST.lists() if name not in NOT_FILLED_IN)
    return sha256(dumps([issued, request.path, fields]).encode()).hexdigest()


def _has_ended(public_id: str) -> bool:
    return Table.objects.filter(public_id=public_id, status__in=ENDED_STATUSES).exists()
