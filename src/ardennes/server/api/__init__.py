"""The API as data: request and response schemas, and what is generated from them."""
