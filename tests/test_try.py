import pytest
from games import catalog
from games.replays.forking import fork_open
from games.tables.access import table_access
from games.replays.verification import table_verified
from tests.matches import finished, play_on, fresh
pytestmark = pytest.mark.django_db
@pytest.mark.parametrize("slug", list(catalog.metas()))
def test_x(slug, alice, bob, charlie, jobs):
    t = finished(slug, alice, bob) 
    acc = table_access(t.public_id, alice.pk)
    for n in range(5, t.seq-2, max(1,t.seq//3)):
        try: f = fork_open(acc, n, user_id=charlie.pk, seat=1, against="bots-open", level="beginner")
        except Exception as e: print(slug, n, repr(e)); continue
        f = play_on(fresh(f))
        r = table_verified(f)
        print(slug, n, f.status, r.verdict, r.first, [ (a.name,a.outcome,a.why) for a in r.answers])
        f = fork_open(acc, n, user_id=charlie.pk, seat=1, against="bots", level="beginner")
        f = play_on(fresh(f)); r = table_verified(f)
        print(slug, n, f.status, r.verdict, r.first)
