"""The 19 tools: one registry of typed specs, and the providers that answer them."""
