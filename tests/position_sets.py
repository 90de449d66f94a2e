"""Where the public test sets of positions are: `shared/data` in a folder above the tests, or the folder that ZERMELO_SETS names.

The sets are not part of the project. Tests that read them are skipped where they are missing.
"""

from __future__ import annotations

import os
from pathlib import Path

_ABOVE = (folder / "shared" / "data" for folder in Path(__file__).resolve().parents)
SETS = Path(os.environ.get("ZERMELO_SETS") or next((each for each in _ABOVE if each.is_dir()), "no-such-folder"))
