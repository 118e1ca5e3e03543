"""How the steps of a tool-use benchmark hang together: chains or graphs, how long, with how many diamonds."""
