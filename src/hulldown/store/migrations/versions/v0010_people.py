"""Terms, clocks, offers and talk between people; when seats were seen; when no server was there.

Revision 0010, after 0009.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)
FACTS = ("terms", "clock", "offers")


def upgrade() -> None:
    """Every game so far is played without a clock and never ends by rule."""
    for name in FACTS:
        op.add_column("games", sa.Column(name, sa.JSON(), nullable=False, server_default="{}"))
    op.add_column("games", sa.Column("deadline", MOMENT))
    op.create_index("ix_games_deadline", "games", ["deadline"])
    op.add_column("seats", sa.Column("seen", MOMENT))
    op.add_column("actions", sa.Column("why", sa.String(16), nullable=False, server_default=""))
    op.create_table(
        "chat",
        sa.Column("game", sa.String(24), nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("seat", sa.Integer),
        sa.Column("phrase", sa.String(16), nullable=False),
        sa.Column("text", sa.String(300), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("game", "number", name="pk_chat"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_chat_game_games"),
    )
    op.create_table(
        "outages",
        sa.Column("number", sa.Integer, nullable=False, autoincrement=True),
        sa.Column("since", MOMENT, nullable=False),
        sa.Column("until", MOMENT),
        sa.PrimaryKeyConstraint("number", name="pk_outages"),
    )


def downgrade() -> None:
    """Games that ended outside of their rules cannot be opened any more."""
    for table in ("outages", "chat"):
        op.drop_table(table)
    op.drop_column("actions", "why")
    op.drop_column("seats", "seen")
    op.drop_index("ix_games_deadline", "games")
    for name in ("deadline", *FACTS):
        op.drop_column("games", name)
