"""Every kind of board as text, for terminals, golden files and screen readers."""
