"""A task folder for EleutherAI's lm-evaluation-harness: one YAML a task, a group over all, and a scorer."""

from __future__ import annotations

from pathlib import Path

import yaml

from releases.exports.harness.folder import template, write_folder
from releases.exports.harness.tasks import Task, tasks
from releases.layout import read_manifest
from releases.scoring.prompts import Style, decoding
from schemas.manifest import Manifest

__all__ = ["write_lm_eval"]

LETTERS = ["A", "B", "C", "D"]


class Function(str):
    """A value that the harness takes for a function of the folder's `utils.py`."""

    __slots__ = ()


class _Dumper(yaml.SafeDumper):
    """Writes those values with the harness's tag."""


_Dumper.add_representer(Function, lambda dumper, value: dumper.represent_scalar("!function", str(value)))


def write_lm_eval(release: Path, out: Path, style: Style) -> tuple[str, ...]:
    """Write the folder; gives the names of the tasks, the group first. Raises InputError."""
    manifest = read_manifest(release)
    found = tasks(release, style)
    prefix = f"benchwright_{manifest.name.replace('-', '_')}"
    group: dict[str, object] = {
        "group": prefix,
        "task": [f"{prefix}_{task.name}" for task in found],
        "metadata": {"version": manifest.version},
    }
    files = {f"_{prefix}.yaml": _yaml(group), "utils.py": template("lm_eval_utils.py.txt")}
    for task in found:
        files[f"{prefix}_{task.name}.yaml"] = _yaml(_task(prefix, task, manifest))
    files["README.md"] = _readme(prefix, found, manifest)
    write_folder(out, found, files)
    return (prefix, *(f"{prefix}_{task.name}" for task in found))


def _task(prefix: str, task: Task, manifest: Manifest) -> dict[str, object]:
    splits = {str(row["split"]) for row in task.rows}
    evaluated = "test" if "test" in splits else min(splits)
    shared: dict[str, object] = {
        "task": f"{prefix}_{task.name}",
        "custom_dataset": Function("utils.load"),
        "dataset_kwargs": {"name": task.name},
        "test_split": evaluated,
        "process_results": Function(f"utils.mark_{task.kind}"),
        "metric_list": [{"metric": "accuracy", "aggregation": "mean", "higher_is_better": True}],
        "metadata": {"version": manifest.version, "canary": manifest.canary},
    }
    if task.kind != "triplets":
        return {
            **shared,
            "output_type": "multiple_choice",
            "doc_to_text": Function("utils.lettered"),
            "doc_to_choice": LETTERS,
            "doc_to_target": Function("utils.target"),
        }
    settings = decoding()
    return {
        **shared,
        "output_type": "generate_until",
        "doc_to_text": "{{prompt}}",
        "doc_to_target": "",
        "generation_kwargs": {
            "until": list(settings.stop),
            "max_gen_toks": settings.max_tokens,
            "do_sample": False,
            "temperature": settings.temperature,
        },
    }


def _yaml(value: dict[str, object]) -> str:
    return yaml.dump(value, Dumper=_Dumper, sort_keys=False, allow_unicode=True)


def _readme(prefix: str, found: tuple[Task, ...], manifest: Manifest) -> str:
    rows = "\n".join(f"| `{prefix}_{task.name}` | {len(task.rows)} |" for task in found)
    return (
        f"# {manifest.name} {manifest.version} for lm-evaluation-harness\n\n"
        "Benchwright must be installed beside the harness: its scorer marks the answers.\n\n"
        f"    lm_eval --include_path . --tasks {prefix} --model hf --model_args pretrained=MODEL\n\n"
        f"| task | questions |\n|---|---|\n{rows}\n\nCanary GUID: {manifest.canary}\n"
    )
