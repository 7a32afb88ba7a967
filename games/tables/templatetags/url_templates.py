"""{% load url_templates %} data-table="{% gapped 'tables:detail' '{id}' %}": a URL that a script completes."""

from django.template import Library

from games.tables import url_templates

register = Library()


@register.simple_tag
def gapped(name: str, *args: object) -> str:
    return url_templates.make_url_template(name, *args)
