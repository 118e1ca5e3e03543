"""What every test shares: the rooms first on the path, and hypothesis without chance or a clock."""

from __future__ import annotations

import os

from hypothesis import settings

import benchwright  # noqa: F401  (puts the rooms first, before any test imports another distribution's `validators`)

# The same examples in every run. HYPOTHESIS_PROFILE=explore looks for new ones.
settings.register_profile("fixed", derandomize=True, deadline=None, database=None, print_blob=False)
settings.register_profile("explore", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))
