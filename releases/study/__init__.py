"""The human study of triplets: who answers what, the forms they fill in, their answers, and the paper's table."""
