"""The equilibrium of a duel for every situation, by backward induction (CH-13)."""
