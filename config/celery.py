"""The Celery app: four queues, and one clock that everything due hangs on.

`clock` holds what is short and must be on time, `bots` their turns, `mail` what waits for a mail server, `slow` what
may compute for a while. Jobs carry ids only and may come twice, late or never: the rows in the database say what is
due.
"""

import os
from typing import Any

from celery import Celery
from celery.schedules import crontab
from django.conf import settings

from config.runtime import broker

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


def _broker() -> dict[str, Any]:
    if settings.REDIS_URL:
        # A job not done within this time goes to another worker; the longest one has a hard limit of a minute.
        options: dict[str, Any] = {"visibility_timeout": 300, "socket_connect_timeout": 2, "socket_timeout": 10}
        options |= {"max_retries": 1, "interval_start": 0}  # for whoever queues a job; workers try for ever
        return {"broker_url": settings.REDIS_URL, "broker_transport_options": options}
    options = {"folder": str(settings.DATA_DIR / "broker"), "polling_interval": 0.2}
    return {"broker_url": broker.URL, "broker_transport_options": options}


app = Celery("tefuda", task_cls="config.runtime.task:Job")
app.conf.update(
    **_broker(),
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,  # a broker may be away for hours
    worker_consumer="config.runtime.consumer:Consumer",
    # A page never waits for a broker that is away: a job only makes sooner what the sweep would do anyway.
    task_publish_retry=False,
    task_default_queue="slow",
    task_routes={
        "games.sweep": {"queue": "clock"},
        "house.checkpoint": {"queue": "clock"},
        "games.bot_moves": {"queue": "bots"},
        "games.notices": {"queue": "mail"},
        "games.notices_tidy": {"queue": "mail"},
        "accounts.*": {"queue": "mail"},
    },
    task_acks_late=True,
    task_ignore_result=True,
    task_serializer="json",
    accept_content=["json"],
    task_soft_time_limit=45,
    task_time_limit=60,
    worker_prefetch_multiplier=1,
    worker_enable_remote_control=False,
    worker_hijack_root_logger=False,
    worker_redirect_stdouts=False,
    beat_schedule={
        # A sweep that waited for a second is not worth doing: the next one is there.
        "sweep": {"task": "games.sweep", "schedule": 1.0, "options": {"expires": 1}},
        # One of these is always there when the last one ends: each lasts for BOT_RUN_SECONDS.
        "bots": {"task": "games.bot_moves", "schedule": 0.5, "options": {"expires": 1}},
        "checkpoint": {"task": "house.checkpoint", "schedule": 10.0, "options": {"expires": 10}},
        "notices": {"task": "games.notices", "schedule": 5.0, "options": {"expires": 5}},
        "notices_tidy": {"task": "games.notices_tidy", "schedule": 3600.0, "options": {"expires": 3600}},
        "verifications": {"task": "games.verifications", "schedule": 30.0, "options": {"expires": 30}},
        "settle": {"task": "games.settle_all", "schedule": 60.0, "options": {"expires": 60}},
        "ledger": {"task": "games.ledger", "schedule": 5.0, "options": {"expires": 5}},
        "seal_lost": {"task": "games.seal_lost", "schedule": 15.0, "options": {"expires": 15}},
        "tend": {"task": "games.tend", "schedule": 60.0, "options": {"expires": 60}},
        "count_events": {"task": "games.count_events", "schedule": 60.0, "options": {"expires": 60}},
        # A sign of life from each queue, through it.
        **{
            f"alive_{queue}": {
                "task": "games.alive",
                "schedule": 20.0,
                "args": [queue],
                "options": {"queue": queue, "expires": 20},
            }
            for queue in ("clock", "bots", "mail", "slow")
        },
        "pulse": {"task": "house.pulse", "schedule": 2.0, "options": {"expires": 2}},
        "rows": {
            "task": "games.rows_dropped",
            "schedule": crontab(hour="4", minute="10"),
            "options": {"expires": 3600},
        },
        "hints": {"task": "games.hints", "schedule": crontab(hour="4", minute="50"), "options": {"expires": 3600}},
        "talk": {"task": "games.talk_sweep", "schedule": crontab(hour="4", minute="40"), "options": {"expires": 3600}},
        "reports": {
            "task": "games.reports_sweep",
            "schedule": crontab(hour="4", minute="50"),
            "options": {"expires": 3600},
        },
        "sanctions": {"task": "accounts.sanctions", "schedule": 60.0, "options": {"expires": 60}},
        "tidy": {"task": "house.tidy", "schedule": crontab(hour="4", minute="30"), "options": {"expires": 3600}},
    },
)
app.autodiscover_tasks()
