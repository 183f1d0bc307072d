"""Read, run and check case files of Wave of Terror; nothing else imports this package."""
