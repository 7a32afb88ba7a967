"""Probabilities as integers: the logistic function of a sum of weights, without floats.

>>> [get_chance(weight) for weight in (-20_000, -1000, 0, 1000, 20_000)]
[0, 268942, 500000, 731058, 1000000]
"""

WHOLE = 1_000_000  # parts of a probability
UNIT = 1000  # weights are in thousandths
STEP = 4  # resolution of weights
MOST = 14 * UNIT  # certain from here on
_SCALE = 10**15
_DECAY = 996_007_989_343_992  # e to the power of -STEP / UNIT


def _list_chances() -> list[int]:
    """List 1 / (1 + e ** -weight) for the weights 0, STEP, 2 * STEP … MOST."""
    chances, power = [], _SCALE
    for _ in range(MOST // STEP):
        chances.append(WHOLE * _SCALE // (_SCALE + power))
        power = power * _DECAY // _SCALE
    return [*chances, WHOLE]


_CHANCES = _list_chances()


def get_chance(weight: int) -> int:
    """Return the logistic function of a weight in thousandths."""
    if weight < 0:
        return WHOLE - _CHANCES[min(-weight, MOST) // STEP]
    return _CHANCES[min(weight, MOST) // STEP]
