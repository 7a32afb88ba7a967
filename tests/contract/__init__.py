"""The contract of a title, tested for every title of the catalogue without being told.

subject.py       a title with the support modules of its tests (`play`, `hidden`)
harness.py       random matches, event by event
checks/          what must hold at every moment; CHECKS lists it
secrecy.py       non-interference between worlds a seat cannot tell apart; `worlds()` for tests elsewhere
varied.py        whether a title's `reshuffle` varies all that is hidden
fuzz.py          moves that may or may not be legal
bots.py trace.py matches of bots; the bytes of a match in another process
runs.py          whole runs over many matches
toys/            a tiny title, and variants of it that break each promise: the tests of these tests
test_titles.py   all of it for the titles; test_harness.py: all of it for the toys
"""
