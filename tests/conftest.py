"""What holds for every test."""

from hypothesis import settings

# A busy machine is slow, not broken; speed is measured in benchmarks/.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
