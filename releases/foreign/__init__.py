"""Auditing, mending and measuring what others published."""
