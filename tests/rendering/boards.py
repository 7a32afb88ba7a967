"""Boards as tests draw them: without a site."""

from collections.abc import Callable
from functools import partial

from games import catalog
from games.boards.drawing import Boards
from games.boards.people import SeatLine

BOARDS = Boards(address=lambda path: f"/static/{path}", clock=lambda deadline: "in time", deck=catalog.deck)
LANGUAGES = ("en", "ja")
# A seat of which nothing is to be told.
Line: Callable[..., SeatLine] = partial(
    SeatLine, is_bot=False, level="", is_me=False, waiting=False, deadline=None, vacant=False
)
