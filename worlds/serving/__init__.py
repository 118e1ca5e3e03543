"""A recorded world served to agents: its pages as a small wiki, its tools over HTTP and MCP, every call logged."""
