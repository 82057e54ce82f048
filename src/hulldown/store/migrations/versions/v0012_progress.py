"""How far somebody is in lessons and puzzles.

Revision 0012, after 0011.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One row for each owner who has learnt something."""
    op.create_table(
        "progress",
        sa.Column("owner", sa.String(24), nullable=False),
        sa.Column("document", sa.JSON, nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("owner", name="pk_progress"),
    )


def downgrade() -> None:
    """What a browser knows stays there."""
    op.drop_table("progress")
