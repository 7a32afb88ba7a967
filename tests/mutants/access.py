"""Bugs in access and secrecy: who sees which card, page, table, chat or record."""

from tests.mutants.listing import Bug, File

FILES = (
    File(
        "games/engine/state.py",
        ("tests/catalog/lombard/test_views.py", "tests/contract/test_games.py::test_no_seat_learns_what_is_hidden"),
        (
            Bug(
                "a spectator is given the first seat's cards",
                "None if seat is None else state.own[seat]",
                "state.own[seat or 0]",
            ),
            Bug(
                "a seat is given its neighbour's cards",
                "state.own[seat])\n",
                "state.own[(seat + 1) % len(state.own)])\n",
            ),
        ),
    ),
    File(
        "games/engine/transitions.py",
        ("tests/replays/views/test_running_match.py::test_what_others_alone_were_told_makes_no_difference",),
        (
            Bug(
                "what one seat is told is told to all seats",
                "(seat is not None and seat in self.to)",
                "seat is not None",
            ),
        ),
    ),
    File(
        "games/catalog/get9/rules.py",
        ("tests/contract/test_games.py::test_no_seat_learns_what_is_hidden",),
        (
            Bug(
                "everybody is told a seat's piles",
                "to_seats(seat, SplitMade(seat, own_part.piles))",
                "to_everyone(SplitMade(seat, own_part.piles))",
            ),
        ),
    ),
    File(
        "games/catalog/sdc/rules.py",
        ("tests/contract/test_games.py::test_no_seat_learns_what_is_hidden",),
        (
            Bug(
                "the cards marked for exchange are told to the other seat",
                "to_seats(seat, Marked(seat, marks))",
                "to_seats(1 - seat, Marked(seat, marks))",
            ),
        ),
    ),
    File(
        "games/catalog/doudizhu/house.py",
        ("tests/contract/test_games.py::test_no_seat_learns_what_is_hidden", "tests/catalog/doudizhu/test_views.py"),
        (
            Bug(
                "all see the kitty although it is not shown",
                "kitty=kitty if public.options.show_kitty else ()",
                "kitty=kitty",
            ),
        ),
    ),
    File(
        "games/tables/access.py",
        ("tests/tables/views/test_private_tables.py",),
        (
            Bug(
                "any invitation opens a private table",
                "if table.is_participants_only and own_seat is None and invite_code != table.invite_code:",
                "if table.is_participants_only and own_seat is None and not invite_code:",
                ("tests/tables/views/test_private_tables.py", "tests/tables/test_join.py"),
            ),
            Bug(
                "a private table is open to everybody",
                "    if table.is_participants_only and own_seat is None and invite_code != table.invite_code:\n        return None\n",
                "",
            ),
            Bug(
                "a glance at a private table answers strangers",
                "if not rows or (own_row is None and is_participants_only(*rows[0][-4:-1])):",
                "if not rows:",
                ("tests/replays/sharing/test_access.py::test_a_glance_at_the_fragment_gives_nothing_away",),
            ),
        ),
    ),
    File(
        "games/tables/models/table.py",
        ("tests/replays/sharing/test_access.py::test_whoever_may_see_it_sees_all_of_it",),
        (
            Bug(
                "an ended match stays open to whom it was set up for, whatever its people wish",
                "return replay_visibility == Table.ReplayVisibility.PARTICIPANTS\n",
                "return visibility == Table.Visibility.PRIVATE\n",
            ),
        ),
    ),
    File(
        "games/tables/models/seat.py",
        ("tests/tables/test_premoves.py",),
        (
            Bug(
                "who has the seat now reads another person's plan",
                "if row is not None and row.user_id == self.user_id and not self.is_bot",
                "if row is not None and not self.is_bot",
            ),
        ),
    ),
    File(
        "games/tables/locked_table.py",
        ("tests/tables/test_move.py",),
        (
            Bug(
                "a refusal tells strangers that a private table exists",
                'raise NotFoundError("no-such-table") if self.table.is_participants_only else ForbiddenError("not-seated")',
                'raise ForbiddenError("not-seated")',
            ),
        ),
    ),
    File(
        "games/tables/services/seats.py",
        ("tests/tables/test_join.py",),
        (
            Bug(
                "a private table is joined without its invitation",
                '        if session.table.visibility == Table.Visibility.PRIVATE and invite_code != session.table.invite_code:\n            raise NotFoundError("no-such-table")\n',
                "",
            ),
        ),
    ),
    File(
        "games/tables/page_data.py",
        ("tests/tables/views/test_private_tables.py",),
        (
            Bug(
                "the page shows the invitation to who does not sit there",
                'invite_code=table.invite_code if own_seat is not None else ""',
                "invite_code=table.invite_code",
            ),
        ),
    ),
    File(
        "games/tables/selectors/event_log.py",
        ("tests/tables/test_premoves.py",),
        (
            Bug(
                "others are told that a plan has answered",
                "planned = row.cause == Event.Cause.PLAN and row.seat != seat",
                "planned = row.cause == Event.Cause.PLAN and row.seat == seat",
            ),
            Bug(
                "a seat reads what only others were told",
                "if everything or t.is_visible_to(seat))",
                "if everything or seat is not None or t.is_visible_to(seat))",
                ("tests/replays/views/test_running_match.py::test_what_others_alone_were_told_makes_no_difference",),
            ),
        ),
    ),
    File(
        "games/tables/views/table.py",
        ("tests/pwa/test_readers.py::test_a_move_of_somebody_else_changes_nothing",),
        (
            Bug(
                "a form made for somebody else is taken",
                '    if request.POST.get("person", request.user.public_id) != request.user.public_id:\n        raise ConflictError("somebody-else")\n',
                "",
            ),
        ),
    ),
    File(
        "games/tables/admin/events.py",
        ("tests/moderation/admin/test_secrets.py",),
        (
            Bug(
                "the administration tells what single seats saw of a running table",
                "for seat in range(len(names)) if table.is_ended else ():",
                "for seat in range(len(names)):",
            ),
            Bug(
                "the administration shows the bytes of a running table's log",
                '("verbatim",) if obj and obj.table.is_ended else ()',
                '("verbatim",) if obj else ()',
            ),
        ),
    ),
    File(
        "games/tables/admin/base.py",
        ("tests/moderation/admin/test_secrets.py",),
        (
            Bug(
                "columns that are not shown can be asked for",
                'any(lookup == name or lookup.startswith(f"{name}__") for name in offered)',
                "True",
            ),
        ),
    ),
    File(
        "games/moderation/services/hidden_cards.py",
        ("tests/moderation/inspection/test_inspector.py",),
        (
            Bug(
                "hidden cards need no right",
                'if person is None or not person.has_perm("tables.view_hidden_cards"):',
                "if person is None:",
            ),
            Bug("who has left the table may see its cards", ".exists() or has_sat_at(table, [user_id]):", ".exists():"),
        ),
    ),
    File(
        "games/moderation/admin/table_inspector.py",
        ("tests/moderation/inspection/test_inspector.py",),
        (
            Bug(
                "an address opens a seat's cards at a running table",
                "shown_seat = seat if access.table.is_ended and seat is not None",
                "shown_seat = seat if seat is not None",
            ),
            Bug(
                "a look at hidden cards is not noted",
                '            audit_log.record(\n                SEE_HIDDEN, kind=audit_log.TABLE, target=access.table.public_id, by=me, reason=data["reason"],\n                details={"seat": data["seat"], "n": data["n"], **tie_details},\n            )  # fmt: skip\n',
                "",
            ),
        ),
    ),
    File(
        "games/replays/viewer/access.py",
        ("tests/replays/views/test_running_match.py::test_not_the_text_not_the_record_and_nothing_that_is_to_come",),
        (
            Bug(
                "a running match has its record and secret shown",
                '    if not access.table.is_ended:\n        raise ConflictError("not-ended")\n',
                "",
            ),
        ),
    ),
    File(
        "games/replays/viewer/perspective.py",
        ("tests/replays/views/test_running_match.py::test_no_other_eyes",),
        (
            Bug(
                "who plays looks back through any seat's eyes",
                "if viewpoint == Viewpoint(own_seat.number)\n        else None",
                "if not viewpoint.open else None",
            ),
        ),
    ),
    File(
        "games/replays/sharing/services.py",
        ("tests/replays/sharing/test_access.py::test_the_strictest_wish_counts",),
        (
            Bug(
                "the most generous wish counts",
                "session.table.replay_visibility = min(",
                "session.table.replay_visibility = max(",
            ),
        ),
    ),
    File(
        "games/replays/library/search.py",
        ("tests/replays/sharing/test_library.py",),
        (
            Bug(
                "matches shared by link stand in the library",
                "replay_visibility=Table.ReplayVisibility.LISTED)",
                "replay_visibility__gte=Table.ReplayVisibility.LINK)",
            ),
            Bug("who wants no public page is found by name", "is_active=True, is_public=True", "is_active=True"),
        ),
    ),
    File(
        "games/social/chat/permissions.py",
        ("tests/social/test_chat.py",),
        (
            Bug("spectators read what players say during the match", "if running or apart else", "if apart else"),
            Bug(
                "who has resigned says what he likes", "if own_seat.is_bot or position is None:", "if position is None:"
            ),
            Bug(
                "who did not take part reads the comments",
                "return access.own_seat is not None and access.table.is_ended",
                "return access.table.is_ended",
                ("tests/replays/sharing/test_comments.py",),
            ),
        ),
    ),
    File(
        "games/social/comments.py",
        ("tests/replays/sharing/test_comments.py",),
        (
            Bug(
                "comments on later positions are read before",
                "event_seq__lte=n)",
                "event_seq__gte=n)",
            ),
        ),
    ),
    File(
        "games/social/chat/selectors.py",
        ("tests/social/test_chat.py", "tests/moderation/reports/test_redaction.py"),
        (
            Bug(
                "what a moderator has hidden is still sent",
                'text="" if row.is_hidden else get_message_text(row)',
                "text=get_message_text(row)",
            ),
        ),
    ),
)
