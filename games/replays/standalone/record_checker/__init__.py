"""Check a match's record.json without trusting the site it comes from. Needs Python 3.9 and nothing else.

    python3 verify_record.py [SEAT:PHRASE-AS-HEX …] [RECEIPT …] < record.json

It rebuilds the chain of digests, shuffles every deck anew from the seed, and follows every card from there to where it
is dealt, opened, drawn, played, discarded or left: after each event it works out by itself which cards must lie where,
from the state before, the game's rules about cards and the move, and holds that against the state and the happenings
that the record tells. Receipts and phrases that somebody kept must fit as well.

Seats are printed as pages number them, from 1. In the record, and in SEAT:PHRASE as pages save it, they count from 0.

The format is described in record.md, one section a game, as here is one class a game. What is taken on trust (chips,
points, whether a move was allowed) is listed there too; `verify_match.pyz` plays the match anew by all rules. It also
runs the clocks again and asks the bots: this program looks at neither.

For other programs: `verify(record, kept)` returns None if all agrees, else what doesn't; `remark(record)` says what
could not be checked.
"""
