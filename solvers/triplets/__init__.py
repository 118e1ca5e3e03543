"""The truth of triplets: numbers as people write them, single operations over them, and the answer of a choice."""
