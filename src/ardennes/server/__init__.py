"""The server of the browser table: matches kept in a database, played seat by seat over HTTP."""
