"""Boards as tests draw them: without a site."""

from games import catalog
from games.boards.drawing import Boards

BOARDS = Boards(address=lambda path: f"/static/{path}", clock=lambda deadline: "in time", deck=catalog.deck)
LANGUAGES = ("en", "ja")
