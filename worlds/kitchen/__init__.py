"""The kitchen as a world: layouts and recipes as data, a readable reference simulator, prose and drawings."""
