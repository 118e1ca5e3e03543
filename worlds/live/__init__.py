"""Live wikis: pages of any MediaWiki, pinned to a revision, asked for politely and only once."""
