"""Webhook services, one module each with a `SERVICE`. A new module here needs no other change and no migration."""

import pkgutil
import re
from functools import cache
from importlib import import_module

from games.notifications.backends.webhook_service import FormatError, Message, WebhookRequest, WebhookService

_GROUPS = ("@all", "@channel", "@everyone", "@here", "@room")  # these mention every member of a room


@cache
def list_services() -> dict[str, WebhookService]:
    """Return all services by key, in the order in which forms list them."""
    modules = [import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__)]
    services: list[WebhookService] = [module.SERVICE for module in modules]
    return {service.key: service for service in sorted(services, key=lambda it: (it.is_for_programs, it.key))}


def build_request(key: str, url: str, message: Message) -> WebhookRequest:
    """Build the request. Raises FormatError for an unknown service and for a URL that can't belong to it."""
    service = list_services().get(key)
    if service is None:  # of a newer version
        raise FormatError
    return service.build(url, message)


def is_mention(key: str, mention: str) -> bool:
    """Return whether `mention` has the service's form and means one person, not a whole room."""
    service = list_services().get(key)
    if service is None or not service.mention_pattern or mention.lower() in _GROUPS:
        return False
    return re.fullmatch(service.mention_pattern, mention) is not None
