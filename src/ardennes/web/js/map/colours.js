// Colours that several layers of the map share.
export const RED = "#C8102E";
export const BLUE = "#0B63CE";
