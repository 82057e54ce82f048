"""What a campaign is about, told before a field is filled in: who you are, what is at stake, what comes."""

from __future__ import annotations

from hulldown.rulesets.face.campaigning import CampaignStory
from hulldown.rulesets.tank_commander.campaign.planning import rotation
from hulldown.rulesets.tank_commander.catalogue.shelf import SHELF

TITLE = "Autumn on the border"
WHO = (
    "The harvest is in, and the Harbor Company has come over the river. You lead the North Guard: {tanks} "
    "tanks with their crews, {battles} battles, and nobody behind you."
)
STAKES = (
    "Your crews go with you from battle to battle. Who lives learns and gets better at his post; who falls "
    "is replaced by somebody new. What a tank earns you spend between the battles on armor and kit, and the "
    "other side does the same. Who wins more battles wins the campaign."
)


def story() -> CampaignStory:
    """The story of a campaign that nobody has changed yet; its first battle by the rulebook's order."""
    first = SHELF.listed_scenarios()[rotation()[0]]
    return CampaignStory(TITLE, (WHO, STAKES), first.id, first.name, first.summary)
