"""What stands behind a decision before it is taken: tests, the chart, the shots that follow."""

from __future__ import annotations

from hulldown.rulesets.chase.explaining.choices import EXPLAINERS
from hulldown.rulesets.chase.text import action_text
from hulldown.rulesets.common.explanation import explains

explain = explains(EXPLAINERS, action_text)
