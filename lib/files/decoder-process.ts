// The program of the decoder processes (lib/files/decoder.ts, ADR 6): parses untrusted files, without configuration or keys in its
// environment. Node.js runs it without a bundler, so its imports are relative.
import { readFile } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Worker, isMainThread } from "node:worker_threads";
import workerpool from "workerpool";
import { reencodeImage } from "./image.ts";
import { rewritePdf } from "./pdf.ts";
import { readSignatures, type PdfSignature } from "./pdf-signatures.ts";

/** The result of a decoder process. */
export interface Decoded {
  /** The problem: a message for the user, or "unreadable"; null if there is none. */
  problem: string | null;
  /** The signatures of a PDF as received. */
  signatures: PdfSignature[];
}

/** The limit for all memory of the process, including native memory of the image decoders, which no Node.js option limits. */
const MAX_RSS_BYTES = 640 * 1024 * 1024;

async function decode(from: string, to: string, contentType: string): Promise<Decoded> {
  // The time limit starts here. The event is sent before decoding can block the event loop.
  workerpool.workerEmit("started");
  await nextTurn();
  if (contentType === "application/pdf") {
    const problem = await rewritePdf(from, to);
    return { problem, signatures: problem ? [] : await readSignatures(await readFile(from)) };
  }
  return { problem: await reencodeImage(from, to, contentType), signatures: [] };
}

if (isMainThread) {
  // The watchdog for a lost server runs in a separate thread, because decoding can block this one.
  new Worker(import.meta.filename).unref();
  // A terminal sends SIGINT to all processes; this one ignores it, because the server finishes its requests.
  process.on("SIGINT", () => undefined);
  workerpool.worker({ decode });
} else {
  const parent = process.ppid;
  setInterval(() => {
    const isOrphan = process.ppid !== parent;
    if (isOrphan || process.memoryUsage.rss() > MAX_RSS_BYTES) process.kill(process.pid, "SIGKILL");
  }, 20);
}
