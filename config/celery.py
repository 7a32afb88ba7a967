"""The Celery app: five queues, and the schedule that everything due depends on.

`deadlines` is for short jobs that must be on time, `bots` for their turns, `email` for jobs that wait for mail servers,
`background` for jobs that compute for a while, `analysis` for those that compute for long. Jobs carry ids only and may
run twice, late or never: the rows in the database say what is due.
"""

import os
from typing import Any

from celery import Celery
from celery.schedules import crontab
from django.conf import settings

from config.server.worker import filesystem_broker
from config.server.worker.queues import QUEUES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


def _broker() -> dict[str, Any]:
    if settings.REDIS_URL:
        # An unfinished job goes to another worker after this time; the longest has a hard limit of a minute.
        options: dict[str, Any] = {"visibility_timeout": 300, "socket_connect_timeout": 2, "socket_timeout": 10}
        options |= {"max_retries": 1, "interval_start": 0}  # when queueing a job; workers retry forever
        options["global_keyprefix"] = settings.REDIS_QUEUE_PREFIX
        return {"broker_url": settings.REDIS_URL, "broker_transport_options": options}
    options = {"folder": str(settings.DATA_DIR / "broker"), "polling_interval": 0.2}
    return {"broker_url": filesystem_broker.URL, "broker_transport_options": options}


app = Celery("tefuda", task_cls="config.server.worker.task:ResilientTask")
app.conf.update(
    **_broker(),
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,  # a broker may be down for hours
    worker_consumer="config.server.worker.components:Consumer",
    # Pages never wait for a broker that is down: a job only does sooner what the sweep would do anyway.
    task_publish_retry=False,
    task_default_queue="background",
    task_routes={
        "tables.run_due": {"queue": "deadlines"},
        "server.wal_checkpoint": {"queue": "deadlines"},
        "server.trim_queues": {"queue": "deadlines"},
        "tables.play_bots": {"queue": "bots"},
        "notifications.deliver": {"queue": "email"},
        "notifications.cleanup": {"queue": "email"},
        "circles.send_turns": {"queue": "email"},
        "accounts.*": {"queue": "email"},
        "social.tell_*": {"queue": "email"},
        "replays.run_analyses": {"queue": "analysis"},
        "puzzles.make_due": {"queue": "analysis"},
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
    beat_scheduler="config.server.worker.components:ResilientScheduler",
    beat_schedule={
        # A sweep that has waited for a second is pointless, because the next one is there.
        "sweep": {"task": "tables.run_due", "schedule": 1.0, "options": {"expires": 1}},
        # One is always queued when the previous ends; each runs for BOT_TASK_DURATION.
        "bots": {"task": "tables.play_bots", "schedule": 0.5, "options": {"expires": 1}},
        "checkpoint": {"task": "server.wal_checkpoint", "schedule": 10.0, "options": {"expires": 10}},
        "trim": {"task": "server.trim_queues", "schedule": 60.0, "options": {"expires": 60}},
        "notices": {"task": "notifications.deliver", "schedule": 5.0, "options": {"expires": 5}},
        "notices_tidy": {"task": "notifications.cleanup", "schedule": 3600.0, "options": {"expires": 3600}},
        "circle_turns": {"task": "circles.send_turns", "schedule": 20.0, "options": {"expires": 20}},
        # One per second reaches free workers until all are busy; if none is free, it is pointless.
        "verifications": {"task": "replays.verify_pending", "schedule": 1.0, "options": {"expires": 2}},
        # Requests also queue a job: this catches lost ones and those that take longer than one job.
        "analyses": {"task": "replays.run_analyses", "schedule": 5.0, "options": {"expires": 5}},
        "lost_imports": {"task": "replays.retry_imports", "schedule": 30.0, "options": {"expires": 30}},
        "puzzles": {"task": "puzzles.make_due", "schedule": 60.0, "options": {"expires": 60}},
        "settle": {"task": "moderation.sync_suspensions", "schedule": 60.0, "options": {"expires": 60}},
        "staff_work": {"task": "moderation.notify_staff", "schedule": 300.0, "options": {"expires": 300}},
        "ledger": {"task": "replays.extend_transparency_log", "schedule": 5.0, "options": {"expires": 5}},
        "reviews": {"task": "replays.delete_ended_reviews", "schedule": 3600.0, "options": {"expires": 3600}},
        "seal_lost": {"task": "replays.retry_archive", "schedule": 15.0, "options": {"expires": 15}},
        "tend": {"task": "tables.cleanup", "schedule": 60.0, "options": {"expires": 60}},
        "count_events": {"task": "monitoring.count_events", "schedule": 60.0, "options": {"expires": 60}},
        # A heartbeat through each queue.
        **{
            f"alive_{queue}": {
                "task": "monitoring.heartbeat",
                "schedule": 20.0,
                "args": [queue],
                "options": {"queue": queue, "expires": 20},
            }
            for queue in QUEUES
        },
        "pulse": {"task": "server.heartbeat", "schedule": 2.0, "options": {"expires": 2}},
        "rows": {"task": "replays.prune_events", "schedule": 60.0, "options": {"expires": 60}},
        "hints": {
            "task": "moderation.detect_collusion",
            "schedule": crontab(hour="4", minute="50"),
            "options": {"expires": 3600},
        },
        "recipients": {"task": "social.tell_recipients", "schedule": 30.0, "options": {"expires": 30}},
        "chat": {"task": "social.cleanup", "schedule": crontab(hour="4", minute="40"), "options": {"expires": 3600}},
        "reports": {
            "task": "moderation.delete_old_evidence",
            "schedule": crontab(hour="4", minute="50"),
            "options": {"expires": 3600},
        },
        "security-notices": {
            "task": "accounts.send_security_notices",
            "schedule": 60.0,
            "options": {"expires": 60},
        },
        "sanctions": {"task": "accounts.expire_sanctions", "schedule": 60.0, "options": {"expires": 60}},
        "tidy": {"task": "server.cleanup", "schedule": crontab(hour="4", minute="30"), "options": {"expires": 3600}},
    },
)
app.autodiscover_tasks()
