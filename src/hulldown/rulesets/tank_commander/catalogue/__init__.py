"""The files of Tank Commander as typed data, what they can get wrong, and the shelf that they stand on."""
