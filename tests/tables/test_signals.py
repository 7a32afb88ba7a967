"""What a table sends has a receiver in every process that runs Django, and what a receiver raises undoes the change."""

import subprocess
import sys

import pytest

from games.tables import signals
from games.tables.errors import ForbiddenError
from games.tables.models import Seat
from games.tables.services.seats import take_seat
from games.tables.signals import Message, SeatRequested
from tests.matches import opened
from tests.server.running import ROOT, outside

pytestmark = pytest.mark.process

MESSAGES = [kind for kind in vars(signals).values() if isinstance(kind, type) and issubclass(kind, Message)][1:]
PROCESSES = {
    "web": "import config.wsgi",
    "worker": "from config.celery import app\nimport config.server.worker.main\napp.loader.import_default_modules()",
}
HEARD = """
{start}
from games.tables import signals
kinds = [kind for kind in vars(signals).values() if isinstance(kind, type) and issubclass(kind, signals.Message)][1:]
print(*[kind.__name__ for kind in kinds if not kind.signal.has_listeners()])
"""


@pytest.mark.parametrize("kind", MESSAGES, ids=lambda kind: kind.__name__)
def test_somebody_listens(kind):
    assert kind.signal.has_listeners()


@pytest.mark.parametrize("start", PROCESSES.values(), ids=PROCESSES)
def test_every_process_has_the_receivers(tmp_path, start):
    """A process that lacked one would change tables without telling the rest of the site."""
    completed = subprocess.run(
        [sys.executable, "-c", HEARD.format(start=start)],
        cwd=ROOT,
        env=outside() | {"TEFUDA_DATA_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert (completed.stdout.strip(), completed.returncode) == ("", 0), completed.stderr


def test_each_has_a_signal_of_its_own():
    assert len({id(kind.signal) for kind in MESSAGES}) == len(MESSAGES) >= 12


@pytest.mark.django_db
def test_what_a_receiver_raises_undoes_the_change(alice, bob):
    def refuse(message: SeatRequested, **_):
        raise ForbiddenError("not-welcome")

    table = opened("sdc", alice)
    SeatRequested.signal.connect(refuse)
    try:
        with pytest.raises(ForbiddenError):
            take_seat(public_id=table.public_id, user_id=bob.pk, number=1)
    finally:
        SeatRequested.signal.disconnect(refuse)
    assert not Seat.objects.filter(table=table, user=bob).exists()
