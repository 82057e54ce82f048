"""The table of saved builds.

Revision 0002, after 0001.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "builds",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("ruleset", sa.String(64), nullable=False),
        sa.Column("build", sa.JSON, nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("updated", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_builds"),
    )
    op.create_index("ix_builds_ruleset", "builds", ["ruleset"])


def downgrade() -> None:
    """Drop it."""
    op.drop_table("builds")
