"""Which items go to dev and which to test: balanced by cell and structure, twins together."""
