"""Task folders for Harbor: a container with a release's world and server, an oracle that walks the leg, a verifier."""
