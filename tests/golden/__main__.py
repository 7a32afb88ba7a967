"""`python -m tests.golden <slug> …` writes the golden playthroughs anew (of all titles if none is named).

Look at the differences before committing them: a changed line is a changed rule, view or log.
"""

import sys

from tests.contract.subject import label, slugs, subject
from tests.golden.files import FOLDER, chosen, paths
from tests.golden.transcript import read_header, transcript


def write(slug: str) -> None:
    """Every file from its own first line; a title without files gets some of its setups."""
    known = subject(slug)
    folder = FOLDER / slug
    folder.mkdir(exist_ok=True)
    for path in paths(slug):
        setup, seed = read_header(path.read_text().splitlines()[0])
        path.write_text(transcript(known, setup, seed))
    if not paths(slug):
        for setup, text in chosen(known):
            (folder / f"{label(setup).replace(' ', '-').replace('=', '-')}.txt").write_text(text)


for name in sys.argv[1:] or slugs():
    write(name)
