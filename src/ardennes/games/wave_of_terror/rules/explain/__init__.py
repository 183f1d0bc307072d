"""Why an order is not legal."""
