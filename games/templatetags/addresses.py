"""{% load addresses %} data-table="{% gapped 'games:table' '{id}' %}": an address that a script completes."""

from django.template import Library

from games import addresses

register = Library()


@register.simple_tag
def gapped(name: str, *given: object) -> str:
    return addresses.gapped(name, *given)
