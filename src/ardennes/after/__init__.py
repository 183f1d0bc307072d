"""After the battle: what happened, who was lucky, where it turned."""
