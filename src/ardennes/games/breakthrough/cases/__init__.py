"""Read, run and check case files of Breakthrough; nothing else imports this package."""
