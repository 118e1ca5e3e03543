"""Who of a panel answers which question: balanced assignments in which nobody sees two forms of one item."""
