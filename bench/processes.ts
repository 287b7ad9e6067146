import { readFileSync } from "node:fs";

/** Clock ticks per second, the unit of CPU times in /proc. */
const TICKS = 100;

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // The process has ended.
    return "";
  }
}

/** Returns the CPU seconds of a process and its children, including ended ones. */
export function cpuSeconds(pid: number): number {
  const fields = read(`/proc/${pid}/stat`).split(") ").at(-1)!.split(" ");
  // User and system time of the process and its ended children.
  const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
  const children = read(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean).map(Number);
  return children.reduce((sum, child) => sum + cpuSeconds(child), own);
}
