"""The files of Chase as typed data, what they can get wrong, and the shelf that they stand on."""
