"""The Ardennes in December 1944 as data: places, fronts, losses, and a few sentences for each day."""
