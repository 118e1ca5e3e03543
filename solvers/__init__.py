"""Where truth is computed: executing a leg, exact search, exact arithmetic, balanced assignments."""
