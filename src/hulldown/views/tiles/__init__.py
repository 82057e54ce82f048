"""A board of square tiles as a picture, layer by layer, and in words."""
