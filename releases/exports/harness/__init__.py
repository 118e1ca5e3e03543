"""Task folders for evaluation harnesses: each holds its questions, a loader and a scorer, and needs nothing else."""
