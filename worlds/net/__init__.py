"""Polite HTTP: who asks, how often, how long it waits, and what it remembers."""
