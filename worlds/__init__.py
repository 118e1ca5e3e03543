"""What items are about: Wikipedia pages and facts, the tools, the kitchen; live, recorded or embedded."""
