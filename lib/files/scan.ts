import "server-only";
import { createReadStream } from "node:fs";
import net from "node:net";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { describeError, log } from "@/lib/log";

/** The total timeout of a scan. */
const TIMEOUT_MS = 5_000;
/** The maximum length of clamd's reply, which is one short line. */
const MAX_REPLY_LENGTH = 4_096;

function connect(address: string): net.Socket {
  if (address.startsWith("/")) return net.connect(address);
  const at = address.lastIndexOf(":");
  return net.connect(Number(address.slice(at + 1)), address.slice(0, at));
}

/** Scans a file with clamd's INSTREAM command: length-prefixed chunks, ended by an empty one. Returns the reply. */
function requestScan(address: string, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(address);
    const file = createReadStream(path, { highWaterMark: 64 * 1024 });
    let reply = "";
    const end = (settle: () => void) => {
      clearTimeout(timer);
      file.destroy();
      socket.destroy();
      settle();
    };
    const fail = (message: string) => end(() => reject(new Error(message)));
    const timer = setTimeout(() => fail("clamd does not reply"), TIMEOUT_MS);
    socket.on("error", (error) => end(() => reject(error)));
    file.on("error", (error) => end(() => reject(error)));
    socket.setEncoding("utf8");
    socket.on("data", (text: string) => {
      reply += text;
      if (reply.includes("\0")) end(() => resolve(reply.slice(0, reply.indexOf("\0"))));
      else if (reply.length > MAX_REPLY_LENGTH) fail("clamd does not come to an end");
    });
    socket.on("close", () => fail("clamd hung up"));
    socket.on("connect", () => {
      socket.write("zINSTREAM\0");
      file.on("data", (chunk) => {
        const length = Buffer.alloc(4);
        length.writeUInt32BE(chunk.length);
        socket.write(length);
        if (socket.write(chunk)) return;
        file.pause();
        socket.once("drain", () => file.resume());
      });
      file.on("end", () => socket.write(Buffer.alloc(4)));
    });
  });
}

const noVerdict = () =>
  new AppError("UNAVAILABLE", "We can't check files right now. Please try again in a moment.");

/**
 * Returns whether a virus scanner accepts the received file (threat 26). Without CLAMD_ADDRESS every file passes.
 * Throws UNAVAILABLE if the scanner gives no verdict: unscanned files are not accepted.
 */
export async function passesVirusScan(path: string): Promise<boolean> {
  if (!env.CLAMD_ADDRESS) return true;
  let reply: string;
  try {
    reply = await requestScan(env.CLAMD_ADDRESS, path);
  } catch (error) {
    log.warn({ event: "scan.failed", ...describeError(error) });
    throw noVerdict();
  }
  if (reply.endsWith(": OK")) return true;
  if (reply.endsWith(" FOUND")) return false;
  throw noVerdict();
}
