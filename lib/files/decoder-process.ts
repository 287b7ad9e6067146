// The program of the decoder processes (lib/files/decoder.ts, ADR 6): parses untrusted files, without configuration or keys in its
// environment. Node.js runs it without a bundler, so its imports are relative.
import { readFile } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import workerpool from "workerpool";
import { reencodeImage } from "./image.ts";
import { rewritePdf } from "./pdf.ts";
import "../process-watchdog.ts";
import { readSignatures, type PdfSignature } from "./pdf-signatures.ts";

/** The result of a decoder process. */
export interface Decoded {
  /** The problem: a message for the user, or "unreadable"; null if there is none. */
  problem: string | null;
  /** The signatures of a PDF as received. */
  signatures: PdfSignature[];
}

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

workerpool.worker({ decode });
