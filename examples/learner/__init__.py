"""A learner with NumPy alone: it plays itself or another player in a batch, and what it learns plays on."""
