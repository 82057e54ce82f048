"""Proposals for the continuous choices (CA-20.3): whole moves as one order, and what of them is offered."""
