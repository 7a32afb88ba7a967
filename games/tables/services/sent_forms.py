"""Idempotent form submission: a double click, a slow phone or the back button creates nothing twice.

The page issues a key with each form (`{% form_key %}`), stored in a unique row with the first submission. Of two
concurrent submissions, the second waits for the first one's transaction and then finds its result.
"""

from collections.abc import Callable
from datetime import timedelta

from django.db.models.functions import Now

from config.db.locking import write_transaction
from games.tables.models import SentForm

KEPT_FOR = timedelta(days=7)


def find_result(user_id: int, key: str) -> str:
    """Return what an earlier submission of this form created, or "". 1 query; none without a key."""
    return (key and SentForm.objects.filter(user=user_id, key=key).values_list("result", flat=True).first()) or ""


def create_once(
    user_id: int, key: str, create: Callable[[], str], *, is_over: Callable[[str], bool] = lambda result: False
) -> str:
    """Call `create` unless this form was submitted before. Return the id of the created object, new or earlier.

    A result for which `is_over` is true is created again. If `create` raises, the form counts as not submitted. The row
    is locked before any table, circle or person: only requests with the same form wait for it.
    """
    with write_transaction():
        if not key:
            return create()
        form, is_new = SentForm.objects.select_for_update().get_or_create(user_id=user_id, key=key)
        if is_new or is_over(form.result):
            form.result = create()
            form.save(update_fields=["result"])
        return form.result


def delete_old_forms(limit: int) -> None:
    """Delete forms that are too old to be submitted again."""
    old = SentForm.objects.filter(created_at__lt=Now() - KEPT_FOR).order_by("created_at")
    with write_transaction():
        SentForm.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:limit])).delete()
