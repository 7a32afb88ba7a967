"""Bugs in plans: what may be filed, when it answers, what it answers, when it is over."""

from tests.mutants.listing import Bug, File

FILES = (
    File(
        "games/engine/premoves.py",
        ("tests/test_doctests.py", "tests/tables/test_premoves.py"),
        (
            Bug(
                "a number of a plan need be no multiple",
                "self.min <= wish <= self.max and (wish - self.min) % self.step == 0",
                "self.min <= wish <= self.max",
                ("tests/test_doctests.py",),
            ),
            Bug(
                "a form begins with more than may be filed",
                "within = max(self.min, min(self.proposed, self.max))",
                "within = max(self.min, self.proposed)",
                ("tests/contract/test_premoves.py",),
            ),
            Bug(
                "of a plan's fields one has to fit",
                "all(part.allows(getattr(plan, part.name)) for part in self.parameters)",
                "any(part.allows(getattr(plan, part.name)) for part in self.parameters)",
            ),
        ),
    ),
    File(
        "games/tables/services/premoves.py",
        ("tests/tables/test_premoves.py",),
        (
            Bug(
                "a form made for an earlier round is taken",
                'if offer is None or [offer.about] != list(form.get("about", ())):',
                "if offer is None:",
            ),
            Bug(
                "a plan is filed that is not offered",
                '        if not offer.contains(plan):  # no longer: someone has raised since the form was made\n            raise ConflictError("stale")\n',
                "",
            ),
            Bug(
                "a plan replaces all others, whatever they are for",
                "other_entries = [entry for entry in entries if entry.premove.slot != plan.slot]",
                "other_entries = list[StoredPremove]()",
                ("tests/tables/test_premoves.py",),
            ),
            Bug(
                "two plans for the same question stand side by side",
                "if entry.premove.slot != plan.slot]",
                "if type(entry.premove) is not type(plan)]",
            ),
            Bug(
                "withdrawing a plan keeps it and drops the others",
                "if entry.premove.type != kind]",
                "if entry.premove.type == kind]",
            ),
            Bug(
                "a plan answers at a frozen table",
                "        if not due or not session.table.is_in_play:\n            return False\n        match",
                "        if not due:\n            return False\n        match",
            ),
            Bug(
                "a plan withdrawn while it is due leaves the question to nobody",
                "    elif not answers and seat.has_due_premove:\n        _ask_person(session, seat)\n",
                "",
            ),
            Bug(
                "a plan filed while one is asked waits for the next question",
                "    if answers and not seat.has_due_premove:\n        seat.act_at = draw_answer_time(session.now, seat.deadline)\n    elif",
                "    if",
            ),
            Bug(
                "a plan's move counts as the person's own",
                "submit_automatic_move(session, seat, question_seq, answer.move, Event.Cause.PLAN)",
                "submit_automatic_move(session, seat, question_seq, answer.move, Event.Cause.PLAYER)",
            ),
        ),
    ),
    File(
        "games/tables/premoves/matching.py",
        ("tests/tables/test_premoves.py",),
        (
            Bug(
                "a plan outlives what it was for",
                "if entry.scope and entry.scope == plans.scope(entry.premove, view)]",
                "if entry.scope]",
            ),
            Bug(
                "a plan is used up by its first answer",
                "remaining = [StoredPremove(plans.scope(rest, session.game.view(session.state, seat.number)), rest)] if rest else []",
                "remaining = list[StoredPremove]()",
            ),
            Bug(
                "a plan that has answered stays as it was",
                "other_entries = [other for other in load_premoves(session.game, seat) if other is not entry and other != entry]",
                "other_entries = list(load_premoves(session.game, seat))",
            ),
            Bug(
                "a plan answers after the deadline",
                "return at if deadline is None else min(deadline, at)",
                "return at if deadline is None else max(deadline, at)",
            ),
        ),
    ),
    File(
        "games/tables/gameplay/moves.py",
        ("tests/tables/test_premoves.py",),
        (
            Bug(
                "who has planned is told of a question that the plan answers",
                "[seat for seat in changed if not seat.has_due_premove]",
                "changed",
            ),
            Bug(
                "a plan answers sooner than a person or a bot would",
                "seat.act_at = draw_answer_time(now, seat.deadline) if match_premove(session, seat) else None",
                "seat.act_at = now if match_premove(session, seat) else None",
            ),
            Bug("plans are not looked through when the match goes on", "    drop_stale_premoves(session)\n", ""),
        ),
    ),
    File(
        "games/catalog/lombard/premoves.py",
        ("tests/catalog/lombard/test_premoves.py",),
        (
            Bug(
                "a plan to fold calls where folding is free", "    move: Move = Fold()\n", "    move: Move = Call(0)\n"
            ),
            Bug(
                "a plan looks at the condition the wrong way round",
                'view.public.actions.count("double") <= doubled',
                'view.public.actions.count("double") >= doubled',
            ),
        ),
    ),
    File(
        "games/catalog/dilemma/premoves.py",
        ("tests/catalog/dilemma/test_premoves.py",),
        (
            Bug(
                "a plan calls more than it was allowed to",
                "Call() if bet <= limit else Fold()",
                "Call() if bet > limit else Fold()",
            ),
            Bug(
                "a plan folds where a check is free",
                "    if legal.contains(Check()):\n        return PremoveAnswer(Check(), rest)\n",
                "",
            ),
            Bug(
                "a plan for the hand ends with the round",
                'return round_scope.partition("/")[0] if lasts_hand',
                "return round_scope if lasts_hand",
            ),
            Bug(
                "a raise that can't be made any more becomes a smaller one",
                "if not isinstance(size, Amount) or size.min > to:",
                "if not isinstance(size, Amount):",
            ),
        ),
    ),
    File(
        "games/catalog/sdc/premoves.py",
        ("tests/catalog/sdc/test_premoves.py",),
        (
            Bug(
                "a raise dearer than planned is called",
                "Call() if public.raised <= coins else Drop()",
                "Call() if public.raised >= coins else Drop()",
            ),
        ),
    ),
    File(
        "games/catalog/doudizhu/premoves.py",
        ("tests/contract/test_premoves.py::test_the_house_answers_only_where_every_hand_would",),
        (
            Bug(
                "the house passes for seats that could play",
                "return None if could else Pass()",
                "return Pass() if could else None",
            ),
            Bug(
                "bombs are forgotten where the house passes for a seat",
                '(bombs or combo.kind != "bomb")',
                'combo.kind != "bomb"',
            ),
        ),
    ),
)
