"""What tests of the chat say and read."""

from accounts.models import User
from games.social.chat.selectors import get_chat_page
from games.social.chat.services import post_message
from games.social.models import ChatMessage
from games.tables.access import TableAccess, get_table_access
from games.tables.models import Table


def seen(table: Table, user: User | None) -> TableAccess:
    access = get_table_access(table.public_id, user.pk if user else None)
    assert access is not None
    return access


def say(table: Table, user: User, text: str = "", phrase: str = "") -> ChatMessage:
    post_message(seen(table, user), user.pk, text, phrase)
    return ChatMessage.objects.filter(user=user).latest("pk")


def read(table: Table, user: User | None) -> list[str]:
    """Return the messages a person can read at a table, oldest first."""
    return [line.text for line in get_chat_page(seen(table, user), user.pk if user else None).lines]
