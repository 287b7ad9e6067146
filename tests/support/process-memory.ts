import { readFileSync } from "node:fs";

/** Returns the resident memory of a process in MB. */
export const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) / 1024;

/** Measures the peak growth of a process's resident memory in MB while `work` runs. */
export async function measureRssGrowth<T>(
  pid: number,
  work: () => Promise<T>,
): Promise<{ result: T; mb: number }> {
  const before = residentMb(pid);
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, residentMb(pid))), 10);
  try {
    const result = await work();
    return { result, mb: peak - before };
  } finally {
    clearInterval(watch);
  }
}
