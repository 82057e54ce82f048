"""The tables of packs that are made in the workshop.

Revision 0007, after 0006.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the tables; on SQLite the versions are also guarded by triggers."""
    op.create_table(
        "packs",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("ruleset", sa.String(64), nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("owner_hash", sa.String(64), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("updated", MOMENT, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_packs"),
    )
    op.create_index("ix_packs_ruleset", "packs", ["ruleset"])
    op.create_table(
        "pack_versions",
        sa.Column("pack", sa.String(24), nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("document", sa.JSON, nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("changes", sa.Integer, nullable=False),
        sa.Column("back_to", sa.Integer),
        sa.Column("created", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("pack", "number", name="pk_pack_versions"),
        sa.ForeignKeyConstraint(["pack"], ["packs.id"], name="fk_pack_versions_pack_packs"),
    )
    if op.get_bind().dialect.name == "sqlite":
        for change in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER pack_versions_no_{change.lower()} BEFORE {change} ON pack_versions "
                "BEGIN SELECT RAISE(ABORT, 'versions are only ever appended'); END"
            )


def downgrade() -> None:
    """Drop everything of packs."""
    for table in ("pack_versions", "packs"):
        op.drop_table(table)
