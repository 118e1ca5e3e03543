"""`benchwright score`: the papers' metrics of what an agent handed in."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, cast

import click

from benchwright.output import json_option, print_json

__all__ = ["score"]


@click.command(short_help="Score predictions, with confidence intervals.")
@click.argument("path", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("predictions", type=click.Path(path_type=Path))
@click.option(
    "--split", type=click.Choice(["dev", "test"]), help="Score this split; all that are predicted if not given."
)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Of the bootstrap.")
@click.option(
    "--samples", type=click.IntRange(100, 1_000_000), default=10_000, show_default=True, help="Of the bootstrap."
)
@click.option("--judge", metavar="URL", help="An OpenAI-compatible endpoint for commonsense answers no match decides.")
@click.option("--judge-model", metavar="NAME", help="The model to ask there.")
@click.option(
    "--verdicts", type=click.Path(path_type=Path), help="Where the judge's verdicts are kept, and found again."
)
@click.option("--log", type=click.Path(path_type=Path), help="The tool log of runs of legs, as `serve` writes it.")
@click.option("--human", type=click.Path(path_type=Path), help="People's verdicts, to compare the scoring with.")
@json_option
@click.pass_context
def score(
    ctx: click.Context, path: Path, predictions: Path, split: str | None, seed: int, samples: int, judge: str | None,
    judge_model: str | None, verdicts: Path | None, human: Path | None, log: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Score PREDICTIONS, a JSONL file after the release's own scoring/*.schema.json, against the release DIR.

    Exits 1 when items of a scored split have no prediction, or predictions no item; they are named.
    """
    from benchwright.running import existing
    from releases.scoring.base import Options
    from releases.scoring.score import score as run

    chosen = cast("Literal['dev', 'test'] | None", split)
    options = Options(chosen, seed, samples, judge, judge_model, verdicts, human, log and existing(log))
    scored = run(existing(path), existing(predictions), options)
    if as_json:
        print_json(scored.as_json())
    else:
        click.echo("\n\n".join(part.text for part in scored.parts))
    ctx.exit(0 if scored.complete else 1)
