"""The command line: one click group, its verbs beside it, and every error as one line and an exit code."""

from __future__ import annotations

import os
import sys

import click

from benchwright import __version__
from benchwright.commands.build import build
from benchwright.commands.check import check
from benchwright.commands.diff import diff
from benchwright.commands.drift import drift
from benchwright.commands.explain import explain
from benchwright.commands.export import export
from benchwright.commands.legs import legs
from benchwright.commands.push import pull, push
from benchwright.commands.replay import replay
from benchwright.commands.score import score
from benchwright.commands.serve import serve
from benchwright.commands.tandem import tandem
from benchwright.commands.triplets import triplets
from benchwright.commands.withhold import withhold
from schemas.errors import BenchwrightError

__all__ = ["main"]

INTERRUPTED, BROKEN_PIPE = 130, 141
"""Exit codes as the shell gives them: 128 and the number of the signal."""

EPILOG = """\b
Exit codes: 0 fine, 1 findings, 2 bad usage or bad input files,
3 a network or remote service failed, 130 interrupted.
"""


class Front(click.Group):
    """The group that turns every foreseen error into one line on stderr and its exit code."""

    def invoke(self, ctx: click.Context) -> object:
        """Run the verb. Unforeseen errors keep their traceback: they are bugs."""
        try:
            result: object = super().invoke(ctx)
            sys.stdout.flush()
            return result
        except BenchwrightError as error:
            click.echo(f"benchwright: {' '.join(str(error).split())}", err=True)
            ctx.exit(error.exit_code)
        except OSError as error:
            if isinstance(error, BrokenPipeError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
                ctx.exit(BROKEN_PIPE)
            click.echo(f"benchwright: {error.filename or 'input or output'}: {error.strerror or error}", err=True)
            ctx.exit(BenchwrightError.exit_code)
        except (KeyboardInterrupt, click.Abort):
            click.echo("benchwright: interrupted; the same command goes on where this one stopped", err=True)
            ctx.exit(INTERRUPTED)


@click.group(cls=Front, context_settings={"help_option_names": ["-h", "--help"]}, epilog=EPILOG)
@click.version_option(__version__, prog_name="benchwright")
def main() -> None:
    """Make benchmarks for language-model agents, and prove the items they hold."""


for command in (
    build,
    check,
    explain,
    replay,
    diff,
    drift,
    withhold,
    score,
    serve,
    push,
    pull,
    export,
    legs,
    tandem,
    triplets,
):
    main.add_command(command)
