"""Everything that is kept belongs to somebody; orders carry the key by which they can be sent again.

Revision 0009, after 0008. What was kept before belongs to nobody. No column refers to `owners` by a foreign
key: SQLite would have to copy tables for it that others refer to.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)
OWNED = ("builds", "campaign_seats", "campaigns", "games", "packs", "seats")
GUARD = (
    "CREATE TRIGGER actions_no_delete BEFORE DELETE ON actions "
    "{}BEGIN SELECT RAISE(ABORT, 'actions are only ever appended'); END"
)
GONE = "WHEN (SELECT gone FROM games WHERE id = OLD.game) IS NULL "


def upgrade() -> None:
    """Make the table and the columns. Rows of a game that was deleted (`gone`) may be deleted, no others."""
    op.create_table(
        "owners",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("seen", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_owners"),
        sa.UniqueConstraint("token_hash", name="uq_owners_token_hash"),
    )
    for table in OWNED:
        op.add_column(table, sa.Column("owner", sa.String(24)))
        op.create_index(f"ix_{table}_owner", table, ["owner"])
    op.add_column("games", sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("games", sa.Column("owing", sa.Integer))
    op.add_column("games", sa.Column("begun_key", sa.String(64)))
    op.add_column("games", sa.Column("gone", MOMENT))
    op.create_index("ix_games_begun_key", "games", ["owner", "begun_key"], unique=True)
    op.add_column("seats", sa.Column("joined_key", sa.String(64)))
    op.add_column("actions", sa.Column("key", sa.String(64)))
    op.create_index("ix_actions_key", "actions", ["game", "key"])
    _guard(GONE)


def _guard(unless: str) -> None:
    if op.get_bind().dialect.name == "sqlite":
        op.execute("DROP TRIGGER actions_no_delete")
        op.execute(GUARD.format(unless))


def downgrade() -> None:
    """Nobody owns anything any more."""
    _guard("")
    op.drop_index("ix_actions_key", "actions")
    op.drop_column("actions", "key")
    op.drop_column("seats", "joined_key")
    op.drop_index("ix_games_begun_key", "games")
    for column in ("gone", "begun_key", "owing", "listed"):
        op.drop_column("games", column)
    for table in OWNED:
        op.drop_index(f"ix_{table}_owner", table)
        op.drop_column(table, "owner")
    op.drop_table("owners")
