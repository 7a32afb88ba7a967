"""Template tag for a page's scripts.

{% script_module "site/main.js" %}     the module, and links that preload all its imports
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
    """Return the script tag with its preload links; "" for no name.

    Leaves out modules that the page's main module loads anyway.
    """
    if not name:
        return ""
    present = {MAIN, *list_modules(MAIN)} if name != MAIN else set()
    links = ((static(module),) for module in list_modules(name) if module not in present)
    return format_html(
        '{}<script type="module" src="{}"></script>',
        format_html_join("", '<link rel="modulepreload" href="{}">', links),
        static(name),
    )
