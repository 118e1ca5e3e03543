"""Exact search over the kitchen: cost-to-go tables, constrained search, certificates, programs."""
