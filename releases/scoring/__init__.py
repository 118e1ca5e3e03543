"""Scores what agents hand in: answers read as a person reads them, the papers' figures, and intervals around them."""
