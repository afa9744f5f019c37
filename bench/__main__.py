"""``python -m bench``: all measurements; the exit code is 1 if a limit is broken."""

from __future__ import annotations

import importlib
import pkgutil
import sys

import bench


def main() -> int:
    code = 0
    for found in pkgutil.iter_modules(bench.__path__):
        module = importlib.import_module(f"bench.{found.name}") if found.name[0] != "_" else None
        if module is not None and hasattr(module, "main"):
            print(f"-- {found.name}", flush=True)
            code = max(code, module.main())
    return code


if __name__ == "__main__":
    sys.exit(main())
