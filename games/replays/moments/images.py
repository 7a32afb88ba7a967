"""A position of an ended match as a picture: the open cards, and each seat's score. No names.

It shows a spectator's view, like the replay for everyone who opens its link.
"""

import re
from functools import cache
from io import BytesIO

from django.core.cache import cache as django_cache
from django.utils.timezone import get_default_timezone, localtime
from django.utils.translation import override
from PIL import Image, ImageDraw, ImageFont

from games.catalog import registry
from games.rendering.paths import get_game_path
from games.replays.moments import card_sheets
from games.replays.moments.board_reader import Board, Place, ShownCard, read_board
from games.replays.sharing.preview_image import FONT
from games.replays.viewer.perspective import Perspective
from games.replays.viewer.position import get_position
from games.tables.boards import BOARDS

SIZE = WIDTH, HEIGHT = 1200, 630  # what chats and networks ask for
EDGE, GAP, HEAD = 40, 16, 112
SEAT_HEAD, SEAT_MOST = 60, 320  # a seat's box without its cards, and with them at most
CARD_LEAST, CARD_MOST = 90, 220  # in height; below the first one lies over the other
COLOURS = 128  # of the palette
GREEN = "#1e4d3b"  # of a game without a cloth
PAPER, SOFT, BRASS, VERMILION, INK, BACK = "#fbf7ee", "#d8cdb9", "#f0cd7c", "#b3261e", "#1f1b16", "#8d7f69"
TONES = (
    "#a5362b", "#2f6aa5", "#8a6412", "#6b4a9c", "#1b7367", "#9a3c78", "#47607a", "#8b4a1d", "#3c7340", "#5a5347",
    "#7b2d4b",
)  # fmt: skip  # table.css
CLOTH = re.compile(r"--table: light-dark\((#[0-9a-f]{6}),")
LAST_POSITIONS = 12  # the deciding one is among them: a showdown and what follows from it
REMEMBERED_SECONDS = 24 * 60 * 60


def get_deciding_position(look: Perspective) -> int:
    """Return the last position with the most open cards: the last showdown, if there is one.

    2 queries for each position looked at, once a day.
    """
    key = f"moment:{look.access.table.public_id}:{look.last}"
    position: int | None = django_cache.get(key)
    if position is None:
        positions = range(max(look.first, look.last - LAST_POSITIONS + 1), look.last + 1)
        position = max(positions, key=lambda n: (read_position(look, n).open_cards, n))
        django_cache.set(key, position, REMEMBERED_SECONDS)
    return position


def read_position(look: Perspective, n: int) -> Board:
    """Return what lay on the table at position `n`, amounts in English."""
    with override("en"):
        position = get_position(look, n)
        board = BOARDS.render(
            position.slug, "table", "en", view=position.view, names=position.names, seats=position.seats,
            seat=look.viewpoint.seat, standing=position.standing, open=position.opened,
            result=position.board_shows_result,
        )  # fmt: skip
    return read_board(board)


def draw_moment(look: Perspective, n: int) -> bytes:
    """Position `n` as a PNG, 1200 × 630."""
    table, board = look.access.table, read_position(look, n)
    meta = registry.list_metadata()[table.game_slug]
    image = Image.new("RGB", SIZE, get_cloth(table.game_slug))
    draw = ImageDraw.Draw(image)
    _draw_head(draw, (meta.name["ja"], meta.name["en"]), _day(look))
    cards = card_sheets.get_cards(meta.deck.name)
    top = HEAD
    if board.centre.cards or board.centre.hidden:
        height = CARD_MOST if not _have_cards(board.seats) else 176 if len(board.seats) <= 8 else 130
        _draw_cards(image, board.centre, cards, (EDGE, top, WIDTH - EDGE, top + height))
        top += height + GAP
    _draw_seats(image, board.seats, cards, top)
    png = BytesIO()
    image.quantize(COLOURS).save(png, "PNG", optimize=True)
    return png.getvalue()


def _day(look: Perspective) -> str:
    ended = look.access.table.ended_at
    return localtime(ended, get_default_timezone()).date().isoformat() if ended else ""


@cache
def get_cloth(game_slug: str) -> str:
    """The colour of a game's table by day."""
    sheet = get_game_path(game_slug, f"static/{game_slug}/game.css")
    match = CLOTH.search(sheet.read_text(encoding="utf-8")) if sheet.is_file() else None
    return match[1] if match else GREEN


def _draw_head(draw: ImageDraw.ImageDraw, names: tuple[str, str], day: str) -> None:
    draw.rounded_rectangle((EDGE, 28, EDGE + 88, 84), radius=8, fill=VERMILION)
    draw.text((EDGE + 44, 56), "手札", font=_serif(32), fill=PAPER, anchor="mm")
    draw.text((EDGE + 108, 56), names[0], font=_serif(36), fill=PAPER, anchor="ls")
    draw.text((EDGE + 108, 90), names[1], font=_serif(24), fill=SOFT, anchor="ls")
    draw.text((WIDTH - EDGE, 56), day, font=_sans(24), fill=SOFT, anchor="rs")


def _draw_seats(image: Image.Image, seats: list[Place], cards: dict[str, Image.Image], top: int) -> None:
    """Place them side by side, more than four in rows, centred below `top`."""
    columns = len(seats) if len(seats) <= 4 else 3 if len(seats) <= 6 else 4
    rows = -(-len(seats) // columns)
    width = (WIDTH - 2 * EDGE - (columns - 1) * GAP) // columns
    limit = SEAT_MOST if _have_cards(seats) else SEAT_HEAD
    room = HEIGHT - EDGE // 2 - top
    height = min(limit, (room - (rows - 1) * GAP) // rows)
    top += (room - rows * (height + GAP) + GAP) // 2
    for at, seat in enumerate(seats):
        x, y = EDGE + at % columns * (width + GAP), top + at // columns * (height + GAP)
        _draw_seat(image, seat, cards, (x, y, x + width, y + height))


def _have_cards(seats: list[Place]) -> bool:
    return any(seat.cards or seat.hidden for seat in seats)


def _draw_seat(image: Image.Image, seat: Place, cards: dict[str, Image.Image], box: tuple[int, int, int, int]) -> None:
    draw, (x0, y0, x1, y1) = ImageDraw.Draw(image), box
    shade = Image.new("RGB", (x1 - x0, y1 - y0), "#000000")
    image.paste(Image.blend(image.crop(box), shade, 0.18), box)
    draw.rounded_rectangle(box, radius=14, outline=BRASS if seat.has_won else SOFT, width=5 if seat.has_won else 1)
    number = seat.number or 0
    draw.ellipse((x0 + 14, y0 + 12, x0 + 50, y0 + 48), fill=TONES[number % len(TONES)], outline=PAPER, width=2)
    draw.text((x0 + 32, y0 + 30), str(number + 1), font=_sans(22), fill=PAPER, anchor="mm")
    draw.text((x0 + 62, y0 + 30), seat.amount, font=_sans(26), fill=PAPER, anchor="lm")
    if seat.gain:
        after = x0 + 62 + _sans(26).getlength(f"{seat.amount}  ")
        draw.text((after, y0 + 30), seat.gain, font=_sans(26), fill=BRASS, anchor="lm")
    _draw_cards(image, seat, cards, (x0 + 14, y0 + 58, x1 - 14, y1 - 10))


def _draw_cards(
    image: Image.Image, place: Place, cards: dict[str, Image.Image], box: tuple[int, int, int, int]
) -> None:
    """In one row in the middle of the box, one over the other where there is no room for all; hidden ones last."""
    x0, y0, x1, y1 = box
    all_cards: list[ShownCard | None] = [*place.cards, *[None] * place.hidden]
    if not all_cards or y1 - y0 < CARD_LEAST // 3:
        return
    beside = (x1 - x0 - 8 * (len(all_cards) - 1)) // len(all_cards) * card_sheets.HEIGHT // card_sheets.WIDTH
    height = min(CARD_MOST, y1 - y0, max(CARD_LEAST, beside))
    width = height * card_sheets.WIDTH // card_sheets.HEIGHT
    step = min(width + 8, (x1 - x0 - width) / max(1, len(all_cards) - 1))
    start = (x0 + x1 - width - step * (len(all_cards) - 1)) / 2
    for at, card in enumerate(all_cards):
        picture = _draw_card(card, cards).resize((width, height), Image.Resampling.LANCZOS)
        image.paste(picture, (round(start + at * step), y0 + (y1 - y0 - height) // 2), picture)


def _draw_card(card: ShownCard | None, cards: dict[str, Image.Image]) -> Image.Image:
    if card is None:
        return _blank(BACK)
    face = cards[card.code] if card.code in cards else _plain_card(card.code)
    if not card.is_aside:
        return face
    dimmed = Image.blend(face, Image.new("RGBA", face.size, "#6b6459"), 0.4)
    dimmed.putalpha(face.getchannel("A"))
    return dimmed


def _plain_card(code: str) -> Image.Image:
    """A deck without a sheet."""
    face = _blank(PAPER)
    ImageDraw.Draw(face).text(
        (card_sheets.WIDTH / 2, card_sheets.HEIGHT / 2), code, font=_sans(48), fill=INK, anchor="mm"
    )
    return face


def _blank(colour: str) -> Image.Image:
    face = Image.new("RGBA", card_sheets.SIZE)
    ImageDraw.Draw(face).rounded_rectangle((1, 1, card_sheets.WIDTH - 2, card_sheets.HEIGHT - 2), 12, colour, SOFT, 2)
    return face


@cache
def _serif(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONT, size)


@cache
def _sans(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Pillow's own: for digits and a few Latin words."""
    return ImageFont.load_default(size)
