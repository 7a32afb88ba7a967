"""The solver finds equilibria, OpenSpiel agrees, and the bots read the packed tables. Skipped without numpy."""

import pytest

np = pytest.importorskip("numpy")

from games.catalog.lombard.bots.levels import LEVELS, get_levels  # noqa: E402
from games.catalog.lombard.bots.strategy import CHANCES, FAR, weigh_actions  # noqa: E402
from games.catalog.lombard.view import LombardView, Own  # noqa: E402
from games.kit.bot_tables import unpack_bytes  # noqa: E402
from tests.bench.lombard import packing  # noqa: E402
from tests.bench.lombard.deals import Deals  # noqa: E402
from tests.bench.lombard.judge import exploitability_of, judge, small_match  # noqa: E402
from tests.bench.lombard.solver import Match, Strategy  # noqa: E402
from tests.catalog.lombard.positions import CALL, DOUBLE, lay, play  # noqa: E402


def test_a_small_match_is_solved() -> None:
    match = small_match(8)
    assert match.share(match.best_response(match.uniform()), 6) > 0.6
    solved = match.solve(100, 8)
    assert match.share(match.best_response(solved), 6) < 0.502
    assert match.share(match.play(solved, solved), 6) == pytest.approx(0.5)


def test_openspiel_agrees() -> None:
    pytest.importorskip("pyspiel")
    match = small_match()
    solved, values, state = match.solve(200, 1), match.start(), 4
    for strategy in (match.uniform(), solved):
        openspiel_value, _, _ = judge(strategy, match, values, state, 1)
        assert openspiel_value == pytest.approx(exploitability_of(strategy, match, values, state), abs=1e-9)
    once = match.solve_round(values, 400)
    exploitable, its_own, value = judge(once, match, values, state, 200)
    assert exploitable < 0.001
    assert its_own < 0.005
    assert value == pytest.approx(match.value(values, once.first, once.answers).reshape(-1)[state], abs=0.002)


def test_a_model_is_exploited_the_more_it_is_believed() -> None:
    match = small_match(8)
    model = match.uniform()
    gains = [match.share(match.play(match.solve(60, 5, model, share), model), 6) for share in (0, 0.5, 0.95)]
    assert gains == sorted(gains)


def test_what_is_packed_is_what_the_bot_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(1)
    shares = [rng.dirichlet((1, 1, 1), (FAR * FAR, rows)) for rows in (LEVELS, LEVELS, CHANCES)]
    strategy = packing.rounded(Strategy(*shares))
    parts = np.concatenate([packing.in_parts(rows) for rows in vars(strategy).values()], 1)
    strategy_table = packing.make_strategy_table(np.zeros((2, 2)), np.zeros((2, 2)), parts)
    monkeypatch.setattr("games.catalog.lombard.bots.strategy.get_moves", lambda: unpack_bytes(strategy_table["moves"]))
    state = lay("K9 N4", "N2 B7", board="N9 K4 B5 K1 K11", balances=(11, 7))
    for moves, rows in (((), strategy.first), ((DOUBLE,), strategy.after_double)):
        later = play(state, *moves)
        seat = later.public.turn
        assert seat is not None
        first, second = later.own[seat].cards
        level = get_levels(later.public.board)[first][second]
        view = LombardView(seat, later.public, Own(later.own[seat].cards))
        assert list(weigh_actions(view).values()) == [
            round(20 * s) for s in rows[(16 - 11 - 1) * FAR + 16 - 7 - 1, level]
        ]
    called = play(state, CALL)
    weights = list(weigh_actions(LombardView(1, called.public, called.own[1])).values())
    assert weights in [[round(20 * s) for s in row] for row in strategy.after_call[(16 - 11 - 1) * FAR + 16 - 7 - 1]]


def test_rows_that_never_meet_do_no_harm() -> None:
    deals = Deals(np.array([0, 1]), np.array([1, 0]), np.array([False, True]), np.array([0, 0]))
    solution = Match(deals, 2, 2, 4).solve(5, 2)
    assert np.allclose(solution.first.sum(-1), 1)
