"""``referee completion SHELL``: what a shell reads to complete commands, options and games."""

from __future__ import annotations

import argparse

from argcomplete.shell_integration import shellcode


def run(args: argparse.Namespace) -> int:
    """Print it; ``referee completion --help`` says where it goes."""
    print(shellcode(["referee"], shell=args.shell))
    return 0
