"""Checks that distrust the generators: an item in, findings out."""
