import { readFileSync, readdirSync } from "node:fs";

/** Returns a process and its children. */
function processesOf(parent: number): number[] {
  const children = readdirSync("/proc").filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, "utf8"))?.[1]) === parent;
    } catch {
      return false;
    }
  });
  return [parent, ...children.map(Number)];
}

/** Suspends a process and its children (SIGSTOP), e.g. PostgreSQL. Returns a function that resumes them. */
export function freeze(parent: number): () => void {
  const frozen = processesOf(parent);
  const send = (signal: NodeJS.Signals) => {
    for (const pid of frozen) {
      try {
        process.kill(pid, signal);
      } catch {
        // This child has ended.
      }
    }
  };
  send("SIGSTOP");
  return () => send("SIGCONT");
}
