import { readFileSync } from "node:fs";

/** Clock ticks a second, in which Linux tells the time of a processor. */
const TICKS = 100;

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // It has ended.
    return "";
  }
}

/** Seconds of processor that a process and those it started have used, those that ended among them. */
export function cpuSeconds(pid: number): number {
  const fields = read(`/proc/${pid}/stat`).split(") ").at(-1)!.split(" ");
  // Its own, and that of those which ended: in the program and in the system.
  const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
  const children = read(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean).map(Number);
  return children.reduce((sum, child) => sum + cpuSeconds(child), own);
}
