"""``python -m bench``: all measurements; the exit code is 1 if a limit is broken.

One that fails is told, and the others are made.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
import traceback

import bench


def main() -> int:
    code = 0
    for found in pkgutil.iter_modules(bench.__path__):
        if found.name[0] == "_":
            continue
        try:
            module = importlib.import_module(f"bench.{found.name}")
            if hasattr(module, "main"):
                print(f"-- {found.name}", flush=True)
                code = max(code, module.main())
        except Exception:
            print(f"bench.{found.name} has failed:", file=sys.stderr)
            traceback.print_exc()
            code = 1
    return code


if __name__ == "__main__":
    sys.exit(main())
