"""The families that releases are made of, each behind the same narrow door."""
