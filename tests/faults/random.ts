/** A seeded generator of numbers in [0, 1) (mulberry32). */
export type Random = () => number;

export function random(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns a random integer from 0 to `limit`, exclusive. */
export const below = (next: Random, limit: number): number => Math.floor(next() * limit);
export const oneOf = <T>(next: Random, list: readonly T[]): T => list[below(next, list.length)]!;
export const chance = (next: Random, share: number): boolean => next() < share;
