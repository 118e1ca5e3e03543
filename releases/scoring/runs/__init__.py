"""Scoring of agents' runs of legs: the answer, the pages visited, the tool chains executed, and why."""
