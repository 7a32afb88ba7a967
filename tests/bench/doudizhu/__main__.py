"""`python -m tests.bench.doudizhu auction|likeness|sides`: the numbers used by Dou Dizhu's bots.

auction    deals between normals in which one player accepts with any hand: by least squares, how often 25 cards win
likeness   how often quick players decide as normals do
sides      the same deals, with a random landlord, with strong as landlord, as one farmer or as all three; takes
           the number of deals, the first deal, and which of `landlord`, `farmer` and `farmers`

The auction's results are rounded and written into `auction.py` by hand.
"""

import sys

from tests.bench.doudizhu.auction import print_fit
from tests.bench.doudizhu.likeness import count_alike
from tests.bench.doudizhu.sides import SIDES, compare

if __name__ == "__main__":
    what = sys.argv[1] if len(sys.argv) > 1 else ""
    if what == "auction":
        print_fit(int(sys.argv[2]) if len(sys.argv) > 2 else 2000)
    elif what == "likeness":
        count_alike(int(sys.argv[2]) if len(sys.argv) > 2 else 200)
    elif what == "sides":
        deals, first, *sides = *sys.argv[2:], *("100", "0")[len(sys.argv) - 2 :]
        compare(sides or list(SIDES), int(first), int(first) + int(deals))
    else:
        sys.exit(__doc__)
