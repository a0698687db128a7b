"""The trainer, in torch. Nothing else in the project imports torch."""
