"""Cards for Django's templates (`games.tables.boards`).

{% load cards %}
{% card "K7" deck="court" %}                   a face, 56 × 80
{% card "N10" deck="court" size="small" %}     40 × 56; "large" is for own hands, "inline" for sentences
{% card_back size="small" %}
{% card h.card deck="court" size="inline" as shown %}
{% blocktranslate %}{{ who }} opens {{ shown }}.{% endblocktranslate %}
{{ code|card_name:"court" }}                   "knight 7", as plain text
"""

from django import template

from games.tables import boards

register = template.Library()
register.simple_tag(boards.draw_card, name="card")
register.simple_tag(boards.draw_card_back, name="card_back")
register.filter("card_name", boards.get_card_name)
