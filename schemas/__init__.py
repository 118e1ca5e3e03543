"""The contract: typed records, their published JSON Schemas, canonical bytes, digests and randomness."""
