/** Returns a random number for sample answers and documents that no other user has. */
export const freshNumber = () => 10_000 + Math.floor(Math.random() * 1_000_000_000);
