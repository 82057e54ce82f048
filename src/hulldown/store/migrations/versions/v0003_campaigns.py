"""The tables of campaigns.

Revision 0003, after 0002.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the tables; on SQLite the entries are also guarded by triggers."""
    _campaigns()
    _seats()
    _entries()
    if op.get_bind().dialect.name == "sqlite":
        for change in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER campaign_entries_no_{change.lower()} BEFORE {change} ON campaign_entries "
                "BEGIN SELECT RAISE(ABORT, 'entries are only ever appended'); END"
            )


def _campaigns() -> None:
    op.create_table(
        "campaigns",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("ruleset", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("plan", sa.JSON, nullable=False),
        sa.Column("keeper_hash", sa.String(64), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("updated", MOMENT, nullable=False),
        sa.Column("finished", MOMENT),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("status", sa.String(400), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_campaigns"),
    )
    op.create_index("ix_campaigns_updated", "campaigns", ["updated"])


def _seats() -> None:
    op.create_table(
        "campaign_seats",
        sa.Column("campaign", sa.String(24), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("player", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("token_hash", sa.String(64)),
        sa.PrimaryKeyConstraint("campaign", "seat", name="pk_campaign_seats"),
        sa.ForeignKeyConstraint(["campaign"], ["campaigns.id"], name="fk_campaign_seats_campaign_campaigns"),
    )


def _entries() -> None:
    op.create_table(
        "campaign_entries",
        sa.Column("campaign", sa.String(24), nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("what", sa.String(16), nullable=False),
        sa.Column("entry", sa.JSON, nullable=False),
        sa.Column("once", sa.String(40)),
        sa.Column("created", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("campaign", "number", name="pk_campaign_entries"),
        sa.UniqueConstraint("once", name="uq_campaign_entries_once"),
        sa.ForeignKeyConstraint(
            ["campaign"], ["campaigns.id"], name="fk_campaign_entries_campaign_campaigns"
        ),
    )


def downgrade() -> None:
    """Drop everything of campaigns."""
    for table in ("campaign_entries", "campaign_seats", "campaigns"):
        op.drop_table(table)
