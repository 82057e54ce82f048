"""What seats do: who is to decide, what is offered, why not, and carrying it out."""

from hulldown.rulesets.warstrike.actions.doing import apply as apply
from hulldown.rulesets.warstrike.actions.offering import every_order as every_order
from hulldown.rulesets.warstrike.actions.offering import legal as legal
from hulldown.rulesets.warstrike.actions.refusing import check as check
from hulldown.rulesets.warstrike.actions.refusing import to_act as to_act
