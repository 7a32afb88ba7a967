"""All text grows with the font size set in the browser."""

import re

from tests.design.paths import STATIC


def test_text_and_its_lines_grow_with_the_readers_size() -> None:
    css = "".join(file.read_text() for file in STATIC.glob("*.css"))
    assert re.findall(r"\n  font: (\S+)/", css) == ["1rem"]
    assert not re.findall(r"line-height: [\d.]+px", css)
