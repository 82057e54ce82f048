"""The files of AGrav as typed data, what they can get wrong, and the shelf that they stand on."""
