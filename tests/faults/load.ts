/** Returns the quantile of the values, e.g. 0.5 for the median. */
export function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** Runs `work` for each item with limited concurrency. */
export async function mapConcurrently<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  const lane = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

/** Starts `call` at a fixed rate, independent of earlier responses (open loop), until `over()`. Resolves when all have finished. */
export async function atRate(
  perSecond: number,
  over: () => boolean,
  call: (n: number) => Promise<void>,
): Promise<void> {
  const began = performance.now();
  const open = new Set<Promise<void>>();
  for (let n = 0; !over();) {
    const due = ((performance.now() - began) / 1_000) * perSecond;
    for (; n < due; n += 1) {
      const running: Promise<void> = call(n).finally(() => open.delete(running));
      open.add(running);
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await Promise.all(open);
}

export const ms = (value: number): string => `${Math.round(value)} ms`;
export const seconds = (value: number): string => `${(value / 1_000).toFixed(1)} s`;
export const percent = (part: number, whole: number): string =>
  `${((100 * part) / (whole || 1)).toFixed(1)} %`;
