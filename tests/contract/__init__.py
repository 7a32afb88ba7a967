"""The contract of a game, tested for every game of the catalogue.

subject.py       a game with the support modules of its tests (`play`, `hidden`)
harness.py       random matches, event by event
checks/          what must hold at every moment; CHECKS lists it
secrecy.py       non-interference between worlds a seat can't distinguish; `worlds()` for other tests
varied.py        whether a game's `reshuffle` varies everything hidden
fuzz.py          moves that may or may not be legal
bots.py trace.py matches of bots; the bytes of a match in another process
runs.py          whole runs over many matches
toys/            a tiny game, and variants that break each promise: the tests of these tests
test_titles.py   the contract for the games; test_harness.py: the contract for the toys
"""
