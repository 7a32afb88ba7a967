"""The picture that a link to a match comes with elsewhere: its game and the day it ended, no result and no names.

All matches of a game that ended on one day have the same one. Drawn by a job, never while a page waits.
"""

from datetime import date
from io import BytesIO
from pathlib import Path
from typing import Any

from django.core.cache import cache
from django.utils.timezone import get_default_timezone, localtime
from PIL import Image, ImageDraw, ImageFont

from config.db.locking import write_transaction
from config.db.on_commit import queue_on_commit
from games.catalog import registry
from games.replays.models import PreviewImage
from games.tables.models import Table

FONT = Path(__file__).with_name("fonts") / "NotoSerifCJKjp-Bold-subset.otf"
RETRY_SECONDS = 60  # seconds
SIZE = WIDTH, HEIGHT = 1200, 630  # what chats and networks ask for
EDGE = 48
PAPER, INK, SOFT, VERMILION, LINE = "#fbf7ee", "#1f1b16", "#5c5346", "#b3261e", "#e2d8c3"
COLOURS = 32  # of the palette: edges of letters need some


def render_preview(game_slug: str, day: date) -> bytes:
    """The picture, 1200 × 630."""
    name = registry.list_metadata()[game_slug].name
    image = Image.new("RGB", SIZE, PAPER)
    draw = ImageDraw.Draw(image)
    draw.rectangle((EDGE / 2, EDGE / 2, WIDTH - EDGE / 2, HEIGHT - EDGE / 2), outline=LINE, width=3)
    draw.rounded_rectangle((EDGE * 2, EDGE * 2, EDGE * 2 + 132, EDGE * 2 + 84), radius=10, fill=VERMILION)
    draw.text((EDGE * 2 + 66, EDGE * 2 + 42), "手札", font=_font(48), fill=PAPER, anchor="mm")
    _line(draw, name["ja"], 300, 92, INK)
    _line(draw, name["en"], 400, 52, SOFT)
    draw.text((WIDTH - EDGE * 2, HEIGHT - EDGE * 2), day.isoformat(), font=_font(44), fill=SOFT, anchor="rs")
    png = BytesIO()
    image.quantize(COLOURS).save(png, "PNG", optimize=True)
    return png.getvalue()


def save_preview(table_pk: int) -> None:
    """Draw the picture of an ended table's title and day, unless there is one."""
    table = Table.objects.get(pk=table_pk)
    where = _where(table)
    if where is None or PreviewImage.objects.filter(**where).exists():
        return
    png = render_preview(where["game"], where["day"])
    with write_transaction():
        PreviewImage.objects.get_or_create(**where, defaults={"png": png})


def get_preview(table: Table) -> bytes | None:
    """Return the picture; None if there is none yet: then a job draws it, for the next request. 1 query.

    Any number of requests meanwhile starts at most one job a minute.
    """
    where = _where(table)
    if where is None:
        return None
    png = PreviewImage.objects.filter(**where).values_list("png", flat=True).first()
    if png is None:
        if cache.add(f"preview:{table.public_id}", 1, RETRY_SECONDS):
            queue_on_commit("replays.draw_preview", table.pk)
        return None
    return bytes(png)


def _where(table: Table) -> dict[str, Any] | None:
    if table.ended_at is None or table.game_slug not in registry.list_metadata():
        return None
    return {"game": table.game_slug, "day": localtime(table.ended_at, get_default_timezone()).date()}


def _line(draw: ImageDraw.ImageDraw, text: str, y: int, size: int, colour: str) -> None:
    """A line of text, smaller if it would not fit."""
    font = _font(size)
    while font.getlength(text) > WIDTH - EDGE * 4:
        font = _font(size := size - 4)
    draw.text((EDGE * 2, y), text, font=font, fill=colour, anchor="ls")


def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONT, size)
