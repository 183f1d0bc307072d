"""Wave of Terror: battalions, two couplets a day, move-fight or fight-move; 16 December 1944 to New Year."""
