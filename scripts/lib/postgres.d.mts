/** A port of 127.0.0.1 that nobody uses right now. */
export function freePort(): Promise<number>;
