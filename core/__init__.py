"""Position Lab without its pages: the maths, the trainer, the experiment record and the charts."""
