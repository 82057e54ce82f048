"""Dice that several share: the server's part of 128 bits, the parts of pages, and the seed of those without.

Revision 0008, after 0007.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Every game so far keeps its key; of which seed it is, if of one, nobody has written down."""
    op.add_column("games", sa.Column("server_part", sa.String(32), nullable=False, server_default=""))
    op.add_column("games", sa.Column("parts", sa.JSON(), nullable=False, server_default='["", ""]'))
    op.add_column("games", sa.Column("seed", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    """Games whose dice are shared cannot be opened any more."""
    for column in ("seed", "parts", "server_part"):
        op.drop_column("games", column)
