"""`benchwright serve`: a release's pages and tools for agents, with no network, and a log for the scorer."""

from __future__ import annotations

from pathlib import Path

import click

__all__ = ["serve"]


@click.command(short_help="A release's pages and tools for agents: HTTP and MCP.")
@click.argument("release", type=click.Path(path_type=Path))
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on; loopback by default.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, show_default=True, help="0 takes a free one.")
@click.option("--log", type=click.Path(path_type=Path), help="Where calls are logged, for `benchwright score --log`.")
@click.option("--leg", help="The leg that calls are for where they don't say.")
@click.option("--stdio", is_flag=True, help="MCP on standard input and output, and nothing else.")
def serve(release: Path, host: str, port: int, log: Path | None, leg: str | None, stdio: bool) -> None:
    """Serve RELEASE's recorded pages and tools until interrupted. RELEASE may also be a recorded world's folder."""
    from schemas.errors import InputError

    try:
        from worlds.serving.run import serve_http, serve_stdio
    except ImportError as error:
        raise InputError(
            f"serve needs the serve extra ({error.name} is missing): pip install 'benchwright[serve]'"
        ) from error
    from worlds.record import WORLD

    world = release if (release / WORLD).is_file() else release / "world"
    if not (world / WORLD).is_file():
        raise InputError(f"{release}: it holds no recorded world (world/{WORLD}), so there is nothing to serve")
    if stdio:
        serve_stdio(world, log, leg)
    else:
        serve_http(world, host, port, log, leg, lambda line: click.echo(line, err=True))
