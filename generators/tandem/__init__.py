"""The tandem generator: scenarios screened from certified trajectories, candidate programs, questions and pairs."""
