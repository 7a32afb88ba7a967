"""Frames: states as they are kept, plain JSON `{"public": …, "own": [seat 0's, …], "hidden": …}`.

Every fiftieth is kept whole, the others as what changed.
"""

from collections.abc import Sequence
from typing import Any

from games.engine.codec import canonical, parse, to_json
from games.engine.contract import AnyTitle
from games.engine.delta import diff, patch
from games.engine.values import Whole

Frame = dict[str, Any]
KEYFRAME_EVERY = 50


def frame_of(title: AnyTitle, state: Any, seats: int) -> Frame:
    """The frame of a state."""
    if not isinstance(state, Whole):
        frame: Frame = to_json(state)
        return frame
    view: Any = title.rules.view  # type: ignore[attr-defined]
    return {
        "public": to_json(view(state, None).public),
        "own": [to_json(view(state, seat).own) for seat in range(seats)],
        "hidden": to_json(state),
    }


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
