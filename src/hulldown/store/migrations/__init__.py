"""How the tables came to be, one file per change."""
