import "server-only";
import { readFileSync, writeFileSync } from "node:fs";
import net from "node:net";
import { hostname } from "node:os";
import { env } from "@/lib/env";
import { headLinesAfter } from "./heads-file";

/** The timeout for a reply from the sink. */
const TIMEOUT_MS = 3_000;

/**
 * Returns the path of the file with the number of bytes sent. If it is missing or the heads file has been replaced, all lines are sent
 * again.
 */
const sentFile = (file: string): string => `${file}.sent`;

function readSent(file: string): number {
  try {
    return Number(readFileSync(sentFile(file), "utf8")) || 0;
  } catch {
    return 0;
  }
}

/**
 * Sends the unsent lines of the heads file to AUDIT_SINK: a syslog server or an HTTP address. Delivery is at least once. Throws if the sink
 * does not accept the lines; they are sent with the next head.
 */
export async function deliverHeads(file: string, address: string = env.AUDIT_SINK): Promise<void> {
  if (address === "file") return;
  const sink = new URL(address);
  const { lines, end } = headLinesAfter(file, readSent(file));
  if (lines.length === 0) return;
  await (sink.protocol === "syslog:" ? sendToSyslog(sink, lines) : postLines(sink, lines));
  writeFileSync(sentFile(file), String(end), { mode: 0o600 });
}

/** Sends JSON lines in one request. A user and password in the address are used for basic authentication. */
async function postLines(sink: URL, lines: string[]): Promise<void> {
  const { username, password } = sink;
  const url = new URL(sink);
  url.username = url.password = "";
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/jsonl",
      ...(username && { authorization: `Basic ${credentials.toString("base64")}` }),
    },
    body: lines.map((line) => `${line}\n`).join(""),
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`The audit sink responded with ${response.status}`);
}

/** The facility is 13 (log audit), the severity 6 (informational). */
const PRIORITY = 13 * 8 + 6;

/** Sends RFC 5424 messages over TCP with octet counting (RFC 6587). */
async function sendToSyslog({ hostname: host, port }: URL, lines: string[]): Promise<void> {
  const messages = lines.map((line) => {
    const message = `<${PRIORITY}>1 ${new Date().toISOString()} ${hostname()} seedline ${process.pid} audit-head - ${line}`;
    return `${Buffer.byteLength(message)} ${message}`;
  });
  await new Promise<void>((resolve, reject) => {
    const socket = net.connect({ host: host.replace(/^\[|\]$/g, ""), port: Number(port || 601) });
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error("The audit sink does not respond")));
    socket.once("error", reject);
    // Once the receiver has closed its side too, it has read everything.
    socket.once("close", () => resolve());
    socket.resume();
    socket.end(messages.join(""));
  });
}
