"""The first tables: games, seats, actions.

Revision 0001.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the tables; on SQLite the rows of `actions` are also guarded by triggers."""
    _games()
    _seats()
    _actions()
    if op.get_bind().dialect.name == "sqlite":
        for change in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER actions_no_{change.lower()} BEFORE {change} ON actions "
                "BEGIN SELECT RAISE(ABORT, 'actions are only ever appended'); END"
            )


def _games() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("ruleset", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("scenario", sa.String(64), nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("forces", sa.JSON, nullable=False),
        sa.Column("key", sa.String(16), nullable=False),
        sa.Column("salt", sa.String(64), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("updated", MOMENT, nullable=False),
        sa.Column("finished", MOMENT),
        sa.Column("result", sa.Integer),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("status", sa.String(400), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
    )
    op.create_index("ix_games_updated", "games", ["updated"])


def _seats() -> None:
    op.create_table(
        "seats",
        sa.Column("game", sa.String(24), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("player", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("token_hash", sa.String(64)),
        sa.PrimaryKeyConstraint("game", "seat", name="pk_seats"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_seats_game_games"),
    )


def _actions() -> None:
    op.create_table(
        "actions",
        sa.Column("game", sa.String(24), nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("text", sa.String(200), nullable=False),
        sa.Column("dice", sa.Text, nullable=False),
        sa.Column("told", sa.Boolean, nullable=False),
        sa.Column("back_to", sa.Integer),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("game", "number", name="pk_actions"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_actions_game_games"),
    )


def downgrade() -> None:
    """Drop everything."""
    for table in ("actions", "seats", "games"):
        op.drop_table(table)
