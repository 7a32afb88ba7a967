"""Bots at a title's table: legal, repeatable, and they get a match to its end."""

from games.engine.chance import Chance, Rng
from games.engine.game import Bot, Game, Move, Simulator, State
from tests.contract.harness import key, match, text
from tests.contract.subject import Setup, Subject

MOST_SEARCHED = 40  # decisions of a match by levels that may think for long; then normal plays on for them


class Player:
    """A mover for `harness.match` that lets bots decide: level `levels[seat]` of the title, going round."""

    def __init__(self, subject: Subject, levels: list[str], seed: int, *, twice_percent: int) -> None:
        self.title, self.levels, self.seed, self.twice_percent = subject.title, levels, seed, twice_percent
        self.decisions = 0

    def __call__(self, title: Game, state: State, seat: int, rng: Rng, chance: Chance) -> Move:
        self.decisions += 1
        move = self.decide(state, seat)
        legal = title.rules.legal(state, seat)
        assert legal.contains(move), f"{self.level(seat)} at seat {seat} plays {move}, which is illegal"
        if rng.percent_chance(self.twice_percent):
            assert move == self.decide(state, seat), "the same view and the same chance gave another decision"
        return move

    def level(self, seat: int) -> str:
        level = self.levels[seat % len(self.levels)]
        return "normal" if level in Game.MORE_LEVELS and self.decisions > MOST_SEARCHED else level

    def decide(self, state: State, seat: int) -> Move:
        rules, title = self.title.rules, self.title
        bot: Bot = title.bots[self.level(seat)]
        before = text(state)
        view = title.view(state, seat)
        sim = Simulator(title, view)
        own_rng = Rng(key(self.seed), f"bot/{self.decisions}")
        move = bot(view, rules.legal(state, seat), own_rng, sim)
        assert text(state) == before, "a bot changed the state"
        return move


def bot_match(subject: Subject, setup: Setup, levels: list[str], seed: int, *, twice_percent: int = 30) -> int:
    """A match of bots to its end; the number of decisions. Bots act only when asked, or when they may unasked."""
    player = Player(subject, levels, seed, twice_percent=twice_percent)
    for _ in match(subject, setup, seed, mover=player):
        pass
    return player.decisions
