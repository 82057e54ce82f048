"""A board of hexes as a picture, layer by layer."""
