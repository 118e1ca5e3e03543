"""The command line: one click group, its verbs beside it."""

from __future__ import annotations

import click

from benchwright import __version__

__all__ = ["main"]


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="benchwright")
def main() -> None:
    """Make benchmarks for language-model agents, and prove the items they hold."""
