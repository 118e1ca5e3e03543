"""The web app of a review: everything the rounds take, in any browser, with or without JavaScript."""
