"""The table without a server: a worker in the browser answers the routes, and `build` writes such a site."""
