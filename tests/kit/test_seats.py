"""The order round the table."""

from games.kit.seats import clockwise


def test_clockwise_from_the_dealers_left() -> None:
    assert clockwise(range(4), 1, 4) == (2, 3, 0, 1)
    assert clockwise([3, 1], 1, 4) == (3, 1)
