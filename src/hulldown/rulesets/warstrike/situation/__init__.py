"""One volley outside of any game: its form, its data, the position it becomes, its exact odds (WS-11.20)."""
