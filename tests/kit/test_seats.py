"""The order round the table."""

from games.kit.seats import sort_clockwise


def test_clockwise_from_the_dealers_left() -> None:
    assert sort_clockwise(range(4), 1, 4) == (2, 3, 0, 1)
    assert sort_clockwise([3, 1], 1, 4) == (3, 1)
