"""What tests need of people and their mail."""

from collections.abc import Callable

from allauth.account.models import EmailAddress
from celery import current_app
from django.contrib.auth.models import Group
from django.db import connection

from accounts.models import User


def confirmed(user: User) -> User:
    """The same person, whose address is confirmed from now on."""
    EmailAddress.objects.update_or_create({"verified": True, "primary": True}, user=user, email=user.email)
    return user


def commit() -> None:
    """Does what waits for the end of a transaction, which in a test never comes."""
    hooks, connection.run_on_commit = connection.run_on_commit, []
    for _, hook, _ in hooks:
        hook()


def take_jobs() -> list[tuple[str, tuple[int, ...]]]:
    """Take what has been queued: (task, ids), in order."""
    with current_app.connection_for_read() as broker:
        channel, tasks = broker.default_channel, []
        for queue in ("deadlines", "email", "background", "analysis"):
            while (message := channel.basic_get(queue, no_ack=True)) is not None:
                tasks.append((message.headers["task"], tuple(message.decode()[0])))
        return tasks


def commit_and_tell() -> None:
    """Do what waits for the end of the transaction, and the jobs that tell people of requests and invitations."""
    commit()
    current_app.loader.import_default_modules()
    for task, args in take_jobs():
        if task.startswith("social.tell"):
            current_app.tasks[task].apply(args=args).get()
    commit()


def work(jobs: Callable[[], list[tuple[str, tuple[object, ...]]]]) -> None:
    """Does what a worker would do with the jobs that are queued, further tries included."""
    current_app.loader.import_default_modules()  # as a worker does when it starts
    for task, args in jobs():
        current_app.tasks[task].apply(args=args).get()


def staff(name: str, role: str) -> User:
    """A new account in one of the roles of the administration: "moderator", "senior" …"""
    person = User.objects.create_user(name.lower(), name=name, is_staff=True)
    person.groups.add(Group.objects.get(name=role))
    return person
