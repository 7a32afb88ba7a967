"""Strong's table: the choice for each situation. Normal's habits apply where it has none.

It was learned by playing (`python -m tests.bench.dilemma`): for every frequent enough situation, the choice that gained
more than normal's, against a mix of players.
"""

from functools import cache

from games.catalog.dilemma.bots.habits import weigh_as_normal
from games.catalog.dilemma.bots.situations import classify
from games.catalog.dilemma.bots.spots import CHOICES, Spot, Weights, list_choices
from games.kit.bot_tables import read_table


@cache
def load_table() -> dict[int, int]:
    """Return the choices by situation."""
    situations: dict[str, list[int]] = read_table("games.catalog.dilemma", "strategy_table.json")  # by choice
    return {situation: int(choice) for choice, numbers in situations.items() for situation in numbers}


def weigh_as_strong(spot: Spot) -> Weights:
    """Give all weight to the table's choice, if there is one and it is legal."""
    choice = load_table().get(classify(spot))
    if choice is None or choice not in list_choices(spot):
        return weigh_as_normal(spot)
    fold, stay, half, pot, everything = (int(at == choice) for at in range(CHOICES))
    return (fold, stay, half, pot, everything)
