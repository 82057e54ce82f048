"""Plots of what studies found: estimates with their intervals, distributions, shares, prospects.

Pure functions of their rows, each one `<svg>` element: to be read without color, with spoken words, as wide
as is asked for. A page loads `look.css` and `plots.css`; `standing_alone` gives a plot what it needs as a
file.
"""

from hulldown.views.plots.canvas import NARROWEST, WIDEST, Words, standing_alone, stylesheet
from hulldown.views.plots.distributions import (
    CostPoint,
    DosePoint,
    LengthBin,
    Reached,
    ShareBar,
    ShareEstimate,
    dose_response,
    histogram,
    share_bars,
    worth_against_cost,
)
from hulldown.views.plots.intervals import (
    Axis,
    ChanceCurve,
    EstimatePoint,
    ForestRow,
    forest,
    narrowing,
    prospects,
)

__all__ = [
    "NARROWEST",
    "WIDEST",
    "Axis",
    "ShareBar",
    "LengthBin",
    "DosePoint",
    "ForestRow",
    "ChanceCurve",
    "Reached",
    "ShareEstimate",
    "EstimatePoint",
    "CostPoint",
    "Words",
    "dose_response",
    "forest",
    "histogram",
    "narrowing",
    "prospects",
    "share_bars",
    "standing_alone",
    "stylesheet",
    "worth_against_cost",
]
