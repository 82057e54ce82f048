"""Fights, charges and Tank Shocks outside of any game (CA-19), and what their forms choose from."""
