"""Units of a pack that campaigns are played with: a tank with other hull points, a price, a build."""

UNITS = """
[units.tank]
hull_points = 6

[upgrades.tank.optics]
cost = 3

[builds.Anvil]
unit = "tank"
armor = { front = 9, side = 9, rear = 7 }
upgrades = []
points = 7
text = "Plate and nothing else."
source = "TC-2.4"
"""
