"""`python -m tests.bench.doudizhu auction|styles` fits what the auction counts with, or looks for better quick styles.

auction   deals between normals in which somebody accepts whatever he holds: by least squares, how often 25 cards win
styles    a climb: one number of one role is changed at a time, and kept if more of some thousand deals are won

Both print; the numbers are rounded and written into `auction.py` and `quick_table.py` by hand.
"""

import sys

from tests.bench.doudizhu.auction import print_fit
from tests.bench.doudizhu.styles import climb

if __name__ == "__main__":
    what = sys.argv[1] if len(sys.argv) > 1 else ""
    if what == "auction":
        print_fit(int(sys.argv[2]) if len(sys.argv) > 2 else 2000)
    elif what == "styles":
        climb(int(sys.argv[2]) if len(sys.argv) > 2 else 150)
    else:
        sys.exit(__doc__)
