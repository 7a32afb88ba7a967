"""Boards as tests draw them: without a site."""

from collections.abc import Callable
from functools import partial

from games.catalog import registry
from games.rendering.renderer import BoardRenderer
from games.rendering.seats import SeatLine

BOARDS = BoardRenderer(address=lambda path: f"/static/{path}", clock=lambda deadline: "in time", deck=registry.get_deck)
LANGUAGES = ("en", "ja")
# A seat of which nothing is to be told.
Line: Callable[..., SeatLine] = partial(
    SeatLine, is_bot=False, level="", is_me=False, is_to_act=False, deadline=None, vacant=False
)
