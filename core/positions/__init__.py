"""The maths of positions, in numpy and float64: the one place where a number about order is computed."""
