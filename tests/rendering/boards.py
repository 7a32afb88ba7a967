"""Boards as tests draw them: without a site."""

from collections.abc import Callable
from functools import partial

from games.catalog import registry
from games.rendering.renderer import Boards
from games.rendering.seats import SeatLine

BOARDS = Boards(address=lambda path: f"/static/{path}", clock=lambda deadline: "in time", deck=registry.deck)
LANGUAGES = ("en", "ja")
# A seat of which nothing is to be told.
Line: Callable[..., SeatLine] = partial(
    SeatLine, is_bot=False, level="", is_me=False, waiting=False, deadline=None, vacant=False
)
