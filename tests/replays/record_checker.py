"""The assembled verify_record.py: as a file that can be run, and as a module."""

import importlib.util
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

from games.replays.standalone.assembly import get_record_checker

FOLDER = TemporaryDirectory(prefix="record-checker-")  # removed when the process ends
PATH = Path(FOLDER.name) / "verify_record.py"
PATH.write_text(get_record_checker(), encoding="utf-8")


def _load() -> ModuleType:
    specification = importlib.util.spec_from_file_location(PATH.stem, PATH)
    assert specification
    assert specification.loader
    module = importlib.util.module_from_spec(specification)
    sys.modules[PATH.stem] = module
    specification.loader.exec_module(module)
    return module


verify_record = _load()
verify = verify_record.verify
