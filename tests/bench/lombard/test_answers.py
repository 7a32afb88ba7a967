"""Normal's behaviour is counted in percent."""

from games.catalog.lombard.bots.answers import SITUATIONS
from games.catalog.lombard.bots.levels import LEVELS
from tests.bench.lombard.answers import CALL, DOUBLE, FOLD, PRIOR, count_answers, list_shares, play_match


def test_every_decision_of_a_match_is_counted_once() -> None:
    decisions = list(play_match(3, b"answers 3 0"))
    counts = count_answers({3: 1})
    assert sum(sum(row) for rows in counts for row in rows) == len(decisions)
    for situation, level, action in decisions:
        assert counts[situation][level][action]


def test_shares_follow_what_was_seen_and_else_what_is_usual() -> None:
    counts = [[[0, 0, 0] for _ in range(LEVELS)] for _ in range(SITUATIONS)]
    counts[0][3][CALL] = 50 * PRIOR
    counts[0][3][FOLD] = 50 * PRIOR
    counts[0][20][DOUBLE] = 200 * PRIOR
    observed_shares, usual = list(list_shares(counts, 0)), list(list_shares(counts, 3))
    assert observed_shares[3] == (50, 50)
    assert observed_shares[20] == (0, 0)
    assert observed_shares[30] == (33, 33)
    assert 48 <= usual[3][0] <= 50
    assert usual[30] == (33, 33)
