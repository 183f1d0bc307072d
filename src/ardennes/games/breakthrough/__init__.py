"""Breakthrough in the Ardennes: regiments, operation points, artillery pools; 16 to 27 December 1944."""
