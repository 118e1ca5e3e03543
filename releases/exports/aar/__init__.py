"""Legs in the JSON of The Amazing Agent Race, so that its tools can read ours."""
