import { setTimeout } from "node:timers/promises";

const TRIES = 5;

/** Makes a call, and repeats it after the time in Retry-After if a server rejects it under load (503), as a client does. */
export async function patiently<T extends { status: number; headers: Headers }>(
  make: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await make();
    if (answer.status !== 503 || attempt === TRIES) return answer;
    await setTimeout(Number(answer.headers.get("retry-after")) * 1_000);
  }
}
