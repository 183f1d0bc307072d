"""The table without a server: the routes answered in a browser, and what writes such a site."""
