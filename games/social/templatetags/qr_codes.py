"""A template tag for QR codes, drawn without styles, which our CSP forbids."""

from django import template
from django.utils.safestring import SafeString, mark_safe
from qrcode import make as make_qr_code
from qrcode.image.svg import SvgPathImage

register = template.Library()


@register.simple_tag
def qr_code(address: str) -> SafeString:
    """Return the QR code of a URL as SVG. Callers add an accessible name."""
    svg: str = make_qr_code(address, image_factory=SvgPathImage, border=2).to_string(encoding="unicode")
    return mark_safe(svg)
