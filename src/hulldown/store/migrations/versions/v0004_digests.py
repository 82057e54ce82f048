"""Digests are made in another way: those written before say nothing any more.

Revision 0004, after 0003. Options at their default no longer enter a digest, so the old ones cannot be
compared; games begun before are opened by their orders and dice alone.
"""

from __future__ import annotations

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

GUARD = (
    "CREATE TRIGGER actions_no_update BEFORE UPDATE ON actions "
    "BEGIN SELECT RAISE(ABORT, 'actions are only ever appended'); END"
)


def upgrade() -> None:
    """Forget the digests of the old kind; on SQLite the guard of the table stands aside meanwhile."""
    guarded = op.get_bind().dialect.name == "sqlite"
    if guarded:
        op.execute("DROP TRIGGER actions_no_update")
    op.execute("UPDATE actions SET digest = ''")
    if guarded:
        op.execute(GUARD)


def downgrade() -> None:
    """Nothing to take back: an empty digest is never compared."""
