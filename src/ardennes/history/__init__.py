"""What happened in the Ardennes in December 1944, as data: places, fronts, losses, a few sentences a day."""
