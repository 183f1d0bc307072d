"""The veteran: a staff proposes plans and playouts choose between them."""
