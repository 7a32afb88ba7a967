"""The solver finds equilibria, OpenSpiel agrees, and the bots read the packed tables. Skipped without numpy."""

import json

import pytest

np = pytest.importorskip("numpy")

from games.catalog.sdc.bots.abstraction import KINDS, get_amounts  # noqa: E402
from games.catalog.sdc.bots.strategy import OPENER, RESPONDER, WHOLE, get_bounds, get_stage_table  # noqa: E402
from tests.bench.sdc import packing  # noqa: E402
from tests.bench.sdc.hands import sample_hands  # noqa: E402
from tests.bench.sdc.judge import judge, small_stage  # noqa: E402
from tests.bench.sdc.levels import NORMAL_STARTS, normal_strategy  # noqa: E402
from tests.bench.sdc.solver import Stage  # noqa: E402
from tests.bench.tables import format_table  # noqa: E402


def test_a_small_stage_is_solved() -> None:
    stage = small_stage()
    assert stage.exploitability(stage.uniform()) > 0.3
    assert stage.exploitability(stage.solve(400)) < 0.001


def test_openspiel_agrees() -> None:
    pytest.importorskip("pyspiel")
    stage = small_stage()
    for strategy in (stage.uniform(), stage.solve(30)):
        openspiel_value, _, _ = judge(strategy, stage, 1)
        assert openspiel_value == pytest.approx(stage.exploitability(strategy), abs=1e-9)
    solved = stage.solve(400)
    exploitable, its_own, value = judge(solved, stage, 200)
    assert exploitable < 0.001
    assert its_own < 0.005
    assert value == pytest.approx(stage.value(solved, solved), abs=0.005)


def test_a_model_is_exploited_the_more_it_is_believed() -> None:
    hands = sample_hands(3000, classes=8)
    stage = Stage(hands, get_amounts(3))
    model = stage.uniform()
    gains = [stage.value(stage.solve(150, model, opener=share), model) for share in (0, 0.3, 0.9)]
    assert gains == sorted(gains)
    assert gains[2] > gains[0] + 0.1


@pytest.mark.parametrize(("most", "limit"), [(3, 2), (5, 4), (4, 8)])
def test_what_is_packed_is_what_the_bot_reads(monkeypatch: pytest.MonkeyPatch, most: int, limit: int) -> None:
    hands = sample_hands(2000)
    stage = Stage(hands, get_amounts(limit), most)
    strategy = packing.rounded(stage.solve(3))
    packed = packing.pack(strategy, stage, most)
    text = format_table(packing.make_table({"strong": hands.bounds}, {("strong", most, limit): packed}))
    monkeypatch.setattr("games.catalog.sdc.bots.strategy._read_table", lambda: json.loads(text))
    get_stage_table.cache_clear()
    table = get_stage_table("strong", most, limit)
    bid, raised, opener, responder, at = 1, 2, 1, 3, 5
    number = len(stage.raises[0])
    assert list(table.weigh_bids(opener, responder, at).values()) == parts(strategy.bids[:, opener, responder, at])
    answers = table.weigh_answers(bid, responder, opener, at)
    assert list(answers) == [0, 1, *stage.raises[0]]
    assert list(answers.values()) == parts(strategy.answers[0][:, opener, responder, at])
    assert number == len(answers) - 2
    calls = table.weigh_replies(bid, raised, opener, responder, at)[raised]
    assert calls == round(strategy.replies[0][0, opener, responder, at] * WHOLE)
    for role, draw in ((OPENER, strategy.opener_draw), (RESPONDER, strategy.responder_draw)):
        kind = int(np.argmax(hands.dealt))
        assert list(table.weigh_draws(role, kind)) == parts(draw[: most + 1, kind])
    get_stage_table.cache_clear()


def parts(shares: object) -> list[int]:
    return [round(float(share) * WHOLE) for share in shares]  # type: ignore[attr-defined]


def test_normals_classes_are_strongs_put_together() -> None:
    normal, strong = get_bounds("normal"), get_bounds("strong")
    assert len(NORMAL_STARTS) == len(normal)
    assert [strong[start - 1] for start in NORMAL_STARTS] == list(normal)


def test_normal_in_the_smaller_game_is_whole() -> None:
    hands = sample_hands(2000)
    stage = Stage(hands, get_amounts(4))
    coarse = Stage(hands.coarser(NORMAL_STARTS), get_amounts(4))
    strategy = normal_strategy(stage, 5, coarse.uniform())
    for shares in (strategy.bids, *strategy.answers):
        assert np.allclose(shares.sum(0), 1)
    assert strategy.opener_draw.shape == (6, KINDS)
