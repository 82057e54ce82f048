"""Scenarios of players' own: a game keeps the text of what does not come with it.

Revision 0005, after 0004.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Every game so far is of a scenario that came with it."""
    op.add_column("games", sa.Column("own", sa.Text(), nullable=False, server_default=""))


def downgrade() -> None:
    """Games of own scenarios cannot be opened any more."""
    op.drop_column("games", "own")
