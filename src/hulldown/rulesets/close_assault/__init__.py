"""Close Assault: arc-dependent close combat of vehicles on a continuous table (rule ids CA)."""
