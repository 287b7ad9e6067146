/** The version of the REST contract. `npm run api:release` writes it, with the change log (product 10.48). */
export const CONTRACT_VERSION = "1.0.0";
