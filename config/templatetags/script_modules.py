"""Scripts of a page.

{% script_module "site/main.js" %}     the module, and links that have all it imports fetched at once
"""

from django.template import Library
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from config.static_modules import list_modules

MAIN = "site/main.js"
register = Library()


@register.simple_tag
def script_module(name: str) -> SafeString | str:
    """Nothing for no name. What every page has by its main module is not named once more."""
    if not name:
        return ""
    present = {MAIN, *list_modules(MAIN)} if name != MAIN else set()
    links = ((static(module),) for module in list_modules(name) if module not in present)
    return format_html(
        '{}<script type="module" src="{}"></script>',
        format_html_join("", '<link rel="modulepreload" href="{}">', links),
        static(name),
    )
