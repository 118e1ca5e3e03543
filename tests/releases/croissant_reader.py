"""Prints what MLCommons' own library makes of a Croissant file: issues, and the first record of every record set.

Run by itself, in a process where nothing else has set the library up.
"""

from __future__ import annotations

import json
import os
import sys

import mlcroissant as mlc
import numpy as np


def plain(value: object) -> object:
    """A value as JSON has it: the library gives texts as bytes, and numbers as NumPy's."""
    if isinstance(value, list):
        return [plain(one) for one in value]
    if isinstance(value, bytes):
        return value.decode()
    return value.item() if isinstance(value, np.generic) else value


def main(path: str) -> None:
    """Read the file at `path`."""
    dataset = mlc.Dataset(jsonld=path)
    issues = dataset.metadata.ctx.issues
    first = {}
    for records in dataset.metadata.record_sets:
        row = next(iter(dataset.records(records.uuid)))
        first[records.uuid] = {name.rpartition("/")[2]: plain(value) for name, value in row.items()}
    sys.stdout.write(json.dumps({"errors": sorted(issues.errors), "warnings": sorted(issues.warnings), "first": first}))


if __name__ == "__main__":
    main(sys.argv[1])
    sys.stdout.flush()
    os._exit(0)  # readers not read to their end keep threads of Arrow's, which may abort a busy machine's exit
