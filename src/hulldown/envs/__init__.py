"""Environments for agents: battles as numbers, many of them in a call."""

from hulldown.envs.batch import Batch, IllegalAction, NoEnvironment, TooManyOrders

__all__ = ["Batch", "IllegalAction", "NoEnvironment", "TooManyOrders"]
