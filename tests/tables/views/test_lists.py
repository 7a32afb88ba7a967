"""What the lines of lists tell, and the lobby that stays open."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.engine.chance import Rng
from games.tables.boards import BOARDS
from games.tables.models import Seat, Table
from games.tables.selectors import table_lists
from games.tables.selectors.lobby import list_watchable_tables
from tests.every_game import every_game
from tests.matches import SHORT, finished, fresh, opened, play_on, running, seat, to_turn_of, turn, waiting
from tests.site.test_query_counts import crowd, queries
from tests.time_travel import set_deadlines


def test_a_running_match_says_how_far_it_is(alice, bob, visit):
    play_on(running("lombard", alice, bob, seats=3, visibility="public"), 0)
    (line,) = table_lists.list_my_tables(alice.pk).lines
    assert (line.others[0], len(line.others)) == ("Bob", 2)
    assert line.chapter.startswith("Round ")
    assert (line.score.unit, line.score.seats) == ("coins", 3)
    page = visit(alice).get("/lobby/").text
    assert line.chapter in page
    assert ("Call, double or fold?" in page) is line.my_turn


@every_game
def test_every_title_says_it(slug, alice):
    running(slug, alice)
    (line,) = table_lists.list_my_tables(alice.pk).lines
    assert line.chapter


@every_game
def test_every_question_is_put_in_a_few_words(slug, alice):
    table, rng, sentences = running(slug, alice, **SHORT.get(slug, {})), Rng(b"asked", slug), set()
    for _ in range(30):
        if fresh(table).is_ended:
            break
        (line,) = table_lists.list_my_tables(alice.pk).lines
        assert line.my_turn is (line.view is not None)
        if line.view is not None:
            sentences |= {
                BOARDS.render(slug, "pending_action", language, view=line.view).strip() for language in ("en", "ja")
            }
        turn(table, rng.choice(waiting(table)), rng)
    assert len(sentences) >= 2
    assert all(0 < len(words) <= 40 for words in sentences)


def test_whose_turn_it_is_stands_there_with_the_time_they_have(alice, bob):
    table = running("lombard", alice, bob)
    to_turn_of(table, 1)
    until = timezone.now() + timedelta(hours=5)
    set_deadlines(Seat.objects.filter(table=table, number=1), until)
    (line,) = table_lists.list_my_tables(alice.pk).lines
    assert (line.my_turn, line.awaited) == (False, ["Bob"])
    assert timedelta() <= line.deadline - until < timedelta(hours=1)  # to the hour, like others' times
    (watched,) = list_watchable_tables(None)
    assert watched.deadline == line.deadline


def test_tables_of_others_turns_stand_by_their_deadlines_too(alice, bob):
    tables = [running("lombard", alice, bob) for _ in range(3)]
    for table, hours in zip(tables, (9, 3, 6), strict=True):
        Seat.objects.filter(table=table, number=0).update(question_seq=None, deadline=None)
        Seat.objects.filter(table=table, number=1).update(
            question_seq=1, deadline=timezone.now() + timedelta(hours=hours)
        )
    ids = [line.id for line in table_lists.list_my_tables(alice.pk).lines]
    assert ids == [tables[nth].public_id for nth in (1, 2, 0)]


def test_my_turns_come_first_and_what_i_gave_up_last(alice, bob):
    tables = [running("lombard", alice, bob) for _ in range(3)]
    later = opened("sdc", alice)
    Seat.objects.filter(user=alice).update(question_seq=None, deadline=None)
    for table, hours in ((tables[0], 5), (tables[1], 2)):
        Seat.objects.filter(table=table, user=alice).update(
            question_seq=1, deadline=timezone.now() + timedelta(hours=hours)
        )
    Seat.objects.filter(table=tables[2], user=alice).update(played_by="resigned", bot_level="normal")
    ids = [line.id for line in table_lists.list_my_tables(alice.pk).lines]
    assert ids == [table.public_id for table in (tables[1], tables[0], later, tables[2])]
    assert table_lists.get_next_table_id(alice.pk) == tables[1].public_id


def test_many_tables_are_paged(alice, bob, visit, monkeypatch):
    monkeypatch.setattr(table_lists, "MINE_SHOWN", 2)
    for _ in range(3):
        opened("sdc", alice)
    assert [len(table_lists.list_my_tables(alice.pk, n, 2).lines) for n in (1, 2, 9)] == [2, 1, 1]
    assert visit(alice).get("/lobby/?page=2").status_code == 200
    assert visit(alice).get("/lobby/?page=x").status_code == 200


def test_matches_to_watch_are_public_and_of_others(alice, bob, charlie, visit):
    public = running("lombard", alice, bob)
    running("lombard", alice, bob, visibility="private")
    running("lombard", alice, bob, visibility="link")
    assert [line.id for line in list_watchable_tables(charlie.pk)] == [public.public_id]
    assert [line.id for line in list_watchable_tables(None)] == [public.public_id]
    assert list_watchable_tables(alice.pk) == []
    assert f"/tables/{public.public_id}/" in visit(charlie).get("/lobby/").text


def test_one_host_does_not_fill_the_list(alice, settings):
    for _ in range(settings.MAX_LOBBY_TABLES_PER_HOST + 2):
        running("lombard", alice)
    assert len(list_watchable_tables(None)) == settings.MAX_LOBBY_TABLES_PER_HOST


def test_an_ended_match_says_how_it_went(alice, bob):
    finished("sdc", alice, bob)
    (alices_line,), (bobs_line,) = (table_lists.list_finished_tables(user.pk) for user in (alice, bob))
    assert {alices_line.outcome, bobs_line.outcome} <= {"won", "lost"}
    assert alices_line.score.seats == 2
    assert 1 in (alices_line.score.place, bobs_line.score.place)


def test_the_open_lobby_is_told_only_of_changes(alice, bob, visit):
    crowd(alice, bob, 2)
    client = visit(alice)
    address = "/lobby/fragment/?page=1"
    first = client.get(address)
    assert 'id="lists"' in first.text
    assert 'id="turns"' in first.text
    with queries(6):
        assert client.get(address, headers={"if-none-match": first["ETag"]}).status_code == 304
    opened("lombard", bob, seats_=4)
    response = client.get(address, headers={"if-none-match": first["ETag"]})
    assert response.status_code == 200
    assert visit(bob).get(address, headers={"if-none-match": response["ETag"]}).status_code == 200


def test_nothing_private_is_in_a_strangers_lists(alice, bob, charlie, visit):
    table = running("lombard", alice, bob, visibility="private")
    for user in (charlie, None):
        assert table.public_id not in visit(user).get("/lobby/fragment/").text


def test_the_badge_alone_costs_one_query(alice, bob, visit):
    table = running("lombard", alice, bob)
    to_turn_of(table, 0)
    client = visit(alice)
    first = client.get("/tables/turn-count/")
    assert 'data-turns="1"' in first.text
    with queries(1):
        assert client.get("/tables/turn-count/", headers={"if-none-match": first["ETag"]}).status_code == 304
    Seat.objects.filter(table=table).update(question_seq=None)
    assert 'data-turns="0"' in client.get("/tables/turn-count/", headers={"if-none-match": first["ETag"]}).text


@pytest.mark.parametrize("address", ["/", "/lobby/", "/history/", "/games/sdc/rules/", "/settings/profile/"])
def test_the_number_stands_before_every_title(alice, bob, visit, address):
    table = running("lombard", alice, bob)
    to_turn_of(table, 0)
    title = visit(alice).get(address).text.split("<title>")[1].split("</title>")[0].strip()
    assert title.startswith("(1)")
    assert waiting(table)
    assert "(0)" not in visit(bob).get(address).text


def test_who_has_tables_sees_them_first(alice, bob, visit):
    assert 'class="lines"' not in visit(alice).get("/").text
    opened("sdc", alice)
    page = visit(alice).get("/").text
    assert page.index('class="lines"') < page.index('id="games"')
    assert 'class="hero"' not in page
    assert page.count('<details class="game-row">') == 6


def test_the_chosen_level_is_remembered(alice, visit):
    client = visit(alice)
    assert '<option value="normal" selected>' not in client.get("/").text
    client.post("/games/sdc/quick-play/", {"level": "normal"})
    assert client.get("/").text.count('<option value="normal" selected>') == 6
    client.post("/games/sdc/quick-play/")
    assert set(Table.objects.values_list("seats__bot_level", flat=True)) == {"", "normal"}
    client.cookies["level"] = "godlike"
    client.post("/games/sdc/quick-play/")
    assert seat(Table.objects.latest("pk"), 1).bot_level == "beginner"
    assert client.post("/games/sdc/quick-play/", {"level": "godlike"}).status_code == 422
