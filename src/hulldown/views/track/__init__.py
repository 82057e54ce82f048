"""A battle without a map as a picture, layer by layer, and in words."""
