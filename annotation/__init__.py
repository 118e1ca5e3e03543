"""How experts author and review triplets."""
