"""`python -m countersign_gate MODULE…` works for the functions of these modules."""

import importlib
import os
import sys

from ._gate import FUNCTIONS
from ._worker import Worker


def main() -> int:
    if len(sys.argv) < 2:
        print("usage: python -m countersign_gate MODULE…", file=sys.stderr)
        return 2
    sys.path.insert(0, os.getcwd())
    for name in sys.argv[1:]:
        importlib.import_module(name)
    known = [f"{f.name} ({f.version})" for f in FUNCTIONS.values() if f.undo or f.check]
    print("working for:", ", ".join(known) or "nothing", flush=True)
    try:
        Worker().run()
    except KeyboardInterrupt:
        pass
    return 0


sys.exit(main())
