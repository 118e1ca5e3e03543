"""Executing a leg: its tools, transforms and aggregation, and how much each stop matters."""
