"""Units of packs: a game keeps what was laid over the files of its ruleset. Who is invited joins.

Revision 0006, after 0005.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Every game so far is played with the units that come with it, by players who have joined."""
    op.add_column("games", sa.Column("layers", sa.JSON(), nullable=False, server_default="[]"))
    op.add_column("seats", sa.Column("joined", sa.Boolean(), nullable=False, server_default=sa.true()))


def downgrade() -> None:
    """Games with units of packs cannot be opened any more."""
    op.drop_column("seats", "joined")
    op.drop_column("games", "layers")
