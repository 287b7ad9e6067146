import "server-only";
import http from "node:http";
import https from "node:https";
import os from "node:os";
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from "request-filtering-agent";
import { env } from "@/lib/env";
import type { AttemptDto } from "./schema";

/** How long a receiver may take. */
const TIMEOUT_MS = 10_000;
/** The bytes of an answer that are stored. */
const MAX_ANSWER = 1_000;

const EVERYTHING = ["0.0.0.0/0", "::/0"];
const ownAddresses = () =>
  Object.values(os.networkInterfaces()).flatMap((each) => each?.map(({ address }) => address) ?? []);

const makeAgents = (keepAlive: boolean) => {
  const allowed = { keepAlive, allowIPAddressList: env.WEBHOOK_ALLOWED_ADDRESSES };
  return {
    "https:": new RequestFilteringHttpsAgent({ ...allowed, denyIPAddressList: ownAddresses() }),
    "http:": new RequestFilteringHttpAgent({ ...allowed, denyIPAddressList: EVERYTHING }),
  };
};
let agents: Record<"reused" | "fresh", ReturnType<typeof makeAgents>> | undefined;

/**
 * The agents check the address to which a name resolves when they connect, so that it cannot change in between: no private, link-local,
 * loopback or own addresses, except those of WEBHOOK_ALLOWED_ADDRESSES, which alone are reached without encryption (threat 79).
 */
function agentOf(protocol: string, connection: "reused" | "fresh"): http.Agent {
  agents ??= { reused: makeAgents(true), fresh: makeAgents(false) };
  return agents[connection][protocol === "https:" ? "https:" : "http:"];
}

const hostOf = (url: string): string => {
  const { hostname, port } = new URL(url);
  return `${hostname.replace(/\.$/, "")}:${port}`;
};

/** Whether an address is one of this installation by its name. */
export const isOwnAddress = (url: string): boolean => hostOf(url) === hostOf(env.APP_URL);

/** Whether only addresses of WEBHOOK_ALLOWED_ADDRESSES can be meant, because the connection would not be encrypted. */
export const isUnencrypted = (url: string): boolean => new URL(url).protocol === "http:";

const errorOf = (error: unknown): string => {
  const { name, code, message = "" } = error as NodeJS.ErrnoException;
  if (name === "AbortError" || name === "TimeoutError") return "timeout";
  if (message.includes("is not allowed")) return "not_allowed";
  return code ?? "failed";
};

// PostgreSQL stores no NUL.
const readable = (answer: Buffer): string => answer.subarray(0, MAX_ANSWER).toString().replaceAll("\0", "");

/**
 * Posts a body to an address, and returns what came of it; never throws. Redirects are not followed, an answer is awaited for 10 s, and its
 * beginning is stored.
 */
export async function post(url: string, headers: Record<string, string>, body: string): Promise<AttemptDto> {
  const started = performance.now();
  const at = new Date().toISOString();
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const send = isOwnAddress(url)
    ? Promise.resolve<Outcome>({ error: "not_allowed" })
    : sendOnce(url, headers, body, signal, "reused").then((outcome) =>
        outcome.isStale ? sendOnce(url, headers, body, signal, "fresh") : outcome,
      );
  const { status = null, error = null, answer = Buffer.alloc(0) } = await send;
  return { at, status, error, ms: Math.round(performance.now() - started), answer: readable(answer) };
}

interface Outcome {
  status?: number | null;
  error?: string;
  answer?: Buffer;
  /** Whether the receiver had closed a reused connection at the same moment. */
  isStale?: boolean;
}

const sendOnce = (
  url: string,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
  connection: "reused" | "fresh",
): Promise<Outcome> =>
  new Promise((resolve) => {
    const { protocol } = new URL(url);
    const request = (protocol === "https:" ? https : http).request(url, {
      method: "POST",
      agent: agentOf(protocol, connection),
      signal,
      headers: {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "user-agent": "Seedline-Webhooks/1",
        ...headers,
      },
    });
    request.on("error", (error) => {
      const code = errorOf(error);
      resolve({ error: code, isStale: request.reusedSocket && code === "ECONNRESET" });
    });
    // Without a response, such as after 101 (Switching Protocols).
    request.on("close", () => setImmediate(() => resolve({ error: "closed" })));
    request.on("response", (response) => {
      let answer = Buffer.alloc(0);
      const finish = () => resolve({ status: response.statusCode ?? null, answer });
      response.on("data", (chunk: Buffer) => {
        answer = Buffer.concat([answer, chunk]);
        if (answer.length > MAX_ANSWER) response.destroy();
      });
      // The status counts, even if the rest of the answer does not arrive.
      response.on("end", finish).on("close", finish).on("error", finish);
    });
    request.end(body);
  });
