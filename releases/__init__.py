"""Recipes, release folders, manifests, cards and replay."""
