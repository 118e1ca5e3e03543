"""The verbs of the command line, one module each; rooms are imported when a verb runs, so that help is fast."""
