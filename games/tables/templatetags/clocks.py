"""Times for all pages, which scripts keep up to date (`games.tables.time_elements`).

{% clock deadline %}               the remaining time
{% clock deadline full=True %}     and the deadline itself
{% moment at %}                    how long ago; the exact time is the tooltip
{% moment at coarse=True %}        if only the hour may be shown
{% moment at full=True %}          the exact time
"""

from django import template

from games.tables.time_elements import draw_clock, draw_moment

register = template.Library()
register.simple_tag(draw_clock, name="clock")
register.simple_tag(draw_moment, name="moment")
