import "server-only";
/** The requested location, set by the middleware and used as the return path after login. */
export const LOCATION_HEADER = "x-seedline-location";
