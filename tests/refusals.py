"""What bad input must get: its status, a sentence in the reader's language, and nothing else."""

import json
from typing import Any

from django.test import Client

from accounts.models import User
from games.tables.models import Table
from tests.html import page
from tests.matches import snapshot
from tests.sentences import sentence, squeezed

UNREADABLE = "The table doesn’t understand this request. Please reload the page and try again."
NO_NUMBER = "Please enter a whole number."
NO_MOVE = "There is no such move in this game."
MISSING = "Something is missing: please choose before you confirm."
BAD_KEY = (
    "Your move wasn’t played: the table didn’t understand what the page sent. Please reload the page and "
    "choose your move again."
)
USED_UP = (
    "This move wasn’t played: another one was sent from the same form before, and that one counts. Please "
    "reload the page."
)
STALE = "The table has moved on since this page was shown. This is its current state."
NO_SEAT = "You have no seat at this table."


def move(**fields: Any) -> dict[str, str]:
    """The field of a button that is a whole move."""
    return {"move": json.dumps(fields)}


CALL = move(type="call", card=0)


def refused(table: Table, response: Any, status: int, english: str, language: str, context: str = "") -> None:
    """The status, and the sentence for whoever reads the page."""
    refused_page = page(response)
    assert response.status_code == status
    assert refused_page.language == language
    assert sentence(english, language, context) in squeezed(refused_page.text)


def post_refused(
    table: Table,
    client: Client,
    action: str,
    data: Any,
    status: int,
    english: str,
    language: str,
    context: str = "",
) -> None:
    """The same for a POST to the table, which must be left as it was, with everybody who plays here."""
    before, people = snapshot(table), User.objects.count()
    response = client.post(f"/tables/{table.public_id}/{action}/", data)
    refused(table, response, status, english, language, context)
    assert snapshot(table) == before
    assert User.objects.count() == people
