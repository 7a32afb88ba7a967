"""When the normal bot accepts to be landlord."""

from games.titles.doudizhu.eyes import Eyes

# The most that 25 cards may cost, in tenths of a trick. Good farmers beat most landlords, but few are so good together.
FIRST, LATER = 30, 20


def wants_to_be_landlord(own: Eyes) -> bool:
    """The first one asked plays for twice the rate and with bombs unlimited, so he may risk more."""
    return own.split().cost <= (FIRST if own.public.starter == own.seat else LATER)
