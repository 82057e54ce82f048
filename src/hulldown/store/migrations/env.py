"""Runs the migrations on the connection that `database.bring_up_to_date` hands over."""

from __future__ import annotations

from alembic import context

from hulldown.store.models import TableBase

# SQLite changes a table by copying it ("batch"); the flag lets one migration serve every database.
context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=TableBase.metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
