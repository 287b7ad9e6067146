/** Set by the middleware; only used to remember where somebody wanted to go. */
export const LOCATION_HEADER = "x-seedline-location";
