"""Speed: measured here and never in a test, because a busy machine is not a wrong program."""
