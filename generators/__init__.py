"""Generators: a frozen config and a stream of randomness in, one item out."""
