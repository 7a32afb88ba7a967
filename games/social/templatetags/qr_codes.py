"""An address as a QR code, drawn with attributes alone: our policy lets no styles within a page count."""

from django import template
from django.utils.safestring import SafeString, mark_safe
from qrcode import make as make_qr_code
from qrcode.image.svg import SvgPathImage

register = template.Library()


@register.simple_tag
def qr_code(address: str) -> SafeString:
    """The picture as SVG, without a name of its own."""
    svg: str = make_qr_code(address, image_factory=SvgPathImage, border=2).to_string(encoding="unicode")
    return mark_safe(svg)
