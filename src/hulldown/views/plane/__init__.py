"""A table without places as a picture, layer by layer, and in words."""
