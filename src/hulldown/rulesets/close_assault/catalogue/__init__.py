"""The files of Close Assault as typed data: units, options, scenarios and the rulebook."""
