"""Boards as tests draw them: without a site."""

from games.boards.drawing import Boards

BOARDS = Boards(address=lambda path: f"/static/{path}", clock=lambda deadline: "in time")
LANGUAGES = ("en", "ja")
