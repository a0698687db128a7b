"""The course: what a lesson computes beyond the maths of positions, and what a guess is graded by."""
