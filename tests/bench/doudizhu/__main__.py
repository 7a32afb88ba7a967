"""`python -m tests.bench.doudizhu auction|likeness|sides`: where the numbers of Dou Dizhu's bots come from.

auction    deals between normals in which somebody accepts whatever he holds: by least squares, how often 25 cards win
likeness   how often quick players decide as normals do
sides      the same deals, their landlord named by lot, with strong as landlord, as one farmer or as all three; takes
           the number of deals, that of the first, and which of `landlord`, `farmer` and `farmers`

What the auction counts with is rounded and written into `auction.py` by hand.
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
