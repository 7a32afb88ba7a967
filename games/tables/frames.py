"""Frames: what was visible after an event, as plain JSON independent of the rules that made it.

    {"public": …, "private": [seat 0's, seat 1's, …], "hidden": the full state}

A seat's view is (public, private[seat]), a spectator's (public, None). `hidden` never leaves this module but as a state
for the rules.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, get_type_hints

from games.engine.codec import canonical, decoder, parse, to_json
from games.engine.contract import State, Title, View
from games.engine.delta import diff, patch

Frame = dict[str, Any]
KEYFRAME_EVERY = 50


def frame_of(title: Title, state: State, seats: int) -> Frame:
    """The frame of a state."""
    view = title.rules.view
    return {
        "public": to_json(view(state, None).public),
        "private": [to_json(view(state, seat).private) for seat in range(seats)],
        "hidden": to_json(state),
    }


def view_in(title: Title, frame: Frame, seat: int | None) -> View:
    """The view of a seat, or of a spectator (None)."""
    kind: Any = title.view
    public, private = _parts(kind)
    own = None if seat is None else private(frame["private"][seat])
    view: View = kind(seat=seat, public=public(frame["public"]), private=own)
    return view


def privates_in(title: Title, frame: Frame) -> list[Any]:
    """Every seat's private part: only for tables that have ended."""
    kind: Any = title.view
    _, private = _parts(kind)
    return [private(plain) for plain in frame["private"]]


def state_in(title: Title, frame: Frame) -> State:
    """The full state, for the rules and nobody else."""
    state: State = decoder(title.state)(frame["hidden"])
    return state


def stored(frame: Frame, previous: Frame | None, seq: int) -> tuple[str, bool]:
    """The text kept with event `seq`, and whether it is a keyframe (every 50 events, and the first) or a delta."""
    if previous is None or seq % KEYFRAME_EVERY == 0:
        return canonical(frame), True
    return canonical(diff(previous, frame)), False


def replayed(texts: Sequence[tuple[str, bool]]) -> Frame:
    """The frame after the last of consecutive stored texts; at least one of them must be a keyframe."""
    start = max(i for i, (_, keyframe) in enumerate(texts) if keyframe)
    frame: Frame = parse(texts[start][0])
    for text, _ in texts[start + 1 :]:
        frame = patch(frame, parse(text))
    return frame


@cache
def _parts(view: Any) -> tuple[Any, Any]:
    hints = get_type_hints(view)
    return decoder(hints["public"]), decoder(hints["private"])
