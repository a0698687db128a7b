"""What a person sees: words, controls, one call into core, a picture."""
