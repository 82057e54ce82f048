"""What a host of many games needs: snapshots, what the log said, processes and the games that they hold.

Revision 0011, after 0010.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Of what was decided so far nothing is kept ready: it is played again once, as before."""
    op.add_column("actions", sa.Column("said", sa.Text(), nullable=False, server_default=""))
    op.create_table(
        "snapshots",
        sa.Column("game", sa.String(24), nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("rules", sa.String(200), nullable=False),
        sa.Column("drawn", sa.Integer, nullable=False),
        sa.Column("position", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("game", "number", name="pk_snapshots"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_snapshots_game_games"),
    )
    op.create_table(
        "workers",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("address", sa.String(200), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("beat", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_workers"),
    )
    op.create_table(
        "leases",
        sa.Column("game", sa.String(24), nullable=False),
        sa.Column("worker", sa.String(24), nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_leases"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_leases_game_games"),
    )
    op.create_index("ix_leases_worker", "leases", ["worker"])


def downgrade() -> None:
    """Drop what can be worked out again."""
    for table in ("leases", "workers", "snapshots"):
        op.drop_table(table)
    op.drop_column("actions", "said")
