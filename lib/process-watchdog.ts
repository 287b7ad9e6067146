// Ends a process that parses untrusted files when it uses too much memory or its server is gone (ADR 6). Importing it starts it.
import { Worker, isMainThread } from "node:worker_threads";

/** The limit for all memory of the process, including native memory of the image decoders, which no Node.js option limits. */
const MAX_RSS_BYTES = 640 * 1024 * 1024;

if (isMainThread) {
  // The watchdog runs in a separate thread, because parsing can block this one.
  new Worker(import.meta.filename).unref();
  // A terminal sends SIGINT to all processes; this one ignores it, because the server finishes its requests.
  process.on("SIGINT", () => undefined);
} else {
  const parent = process.ppid;
  setInterval(() => {
    const isOrphan = process.ppid !== parent;
    if (isOrphan || process.memoryUsage.rss() > MAX_RSS_BYTES) process.kill(process.pid, "SIGKILL");
  }, 20);
}
