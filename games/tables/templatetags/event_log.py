"""Log lines as sentences (`games.tables.log_sentences`).

{% load event_log %}{% log_event line slug names seat %}
{% log_content said slug names seat %}                       without number and time
{% log_events lines slug names seat %}                       as list items
"""

from django import template

from games.tables.log_sentences import draw_content, draw_event, draw_events

register = template.Library()
register.simple_tag(draw_event, name="log_event")
register.simple_tag(draw_content, name="log_content")
register.simple_tag(draw_events, name="log_events")
