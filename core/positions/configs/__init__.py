"""The parts of the reader of config.json files; core.positions.model_config puts them together."""
