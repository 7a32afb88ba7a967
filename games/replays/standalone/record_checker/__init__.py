"""Check a match's record.json without trusting the site it comes from. Needs Python 3.9 and nothing else.

    python3 verify_record.py [SEAT:PHRASE-AS-HEX …] [RECEIPT …] < record.json

It rebuilds the chain of digests, shuffles every deck again from the seed, and follows every card from there to where it
is dealt, opened, drawn, played, discarded or left. For each event it computes where the cards must be, from the
previous state, the game's rules about cards and the move, and compares that with the record's state and happenings.
Receipts and client seeds (PHRASE) that players saved must belong to the record, too.

Printed seats are numbered from 1, as on pages. In the record, and in SEAT:PHRASE as pages save it, they count from 0.

The format is described in record.md, which has a section for each game, as this file has a class for each. It also
lists the values that are taken on trust (chips, points, whether a move was allowed). `verify_match.pyz` replays the
match by all rules, runs the clocks and asks the bots; this program does none of that.

For other programs: `verify(record, saved)` returns None if everything agrees, else the first mismatch; `remark(record)`
returns what could not be checked.
"""
