import "server-only";
import http from "node:http";
import https from "node:https";
import os from "node:os";
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from "request-filtering-agent";
import { env } from "@/lib/env";
import type { AttemptDto } from "./schema";

/** How long a receiver may take. */
const TIMEOUT_MS = 10_000;
/** The bytes of an answer that are kept. */
const MAX_ANSWER = 1_000;

const EVERYTHING = ["0.0.0.0/0", "::/0"];
const ownAddresses = () =>
  Object.values(os.networkInterfaces()).flatMap((each) => each?.map(({ address }) => address) ?? []);

let agents: { "https:": https.Agent; "http:": http.Agent } | undefined;

/**
 * The agents check the address to which a name resolves when they connect, so that it cannot change in between: no private, link-local,
 * loopback or own addresses, except those of WEBHOOK_ALLOWED_ADDRESSES, which alone are reached without encryption (threat 79).
 */
function agentOf(protocol: string): http.Agent {
  const allowIPAddressList = env.WEBHOOK_ALLOWED_ADDRESSES;
  agents ??= {
    "https:": new RequestFilteringHttpsAgent({
      keepAlive: true,
      allowIPAddressList,
      denyIPAddressList: ownAddresses(),
    }),
    "http:": new RequestFilteringHttpAgent({
      keepAlive: true,
      allowIPAddressList,
      denyIPAddressList: EVERYTHING,
    }),
  };
  return protocol === "https:" ? agents["https:"] : agents["http:"];
}

/** Whether an address is one of this installation by its name. */
export const isOwnAddress = (url: string): boolean => new URL(url).host === new URL(env.APP_URL).host;

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
 * beginning is kept.
 */
export async function post(url: string, headers: Record<string, string>, body: string): Promise<AttemptDto> {
  const started = performance.now();
  const at = new Date().toISOString();
  const done = (status: number | null, error: string | null, answer = Buffer.alloc(0)): AttemptDto => ({
    at,
    status,
    error,
    ms: Math.round(performance.now() - started),
    answer: readable(answer),
  });
  if (isOwnAddress(url)) return done(null, "not_allowed");
  return new Promise((resolve) => {
    const { protocol } = new URL(url);
    const send = protocol === "https:" ? https.request : http.request;
    const request = send(url, {
      method: "POST",
      agent: agentOf(protocol),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "user-agent": "Seedline-Webhooks/1",
        ...headers,
      },
    });
    request.on("error", (error) => {
      // The receiver has closed a connection that was kept, at the same moment.
      const again = request.reusedSocket && "code" in error && error.code === "ECONNRESET";
      resolve(again ? post(url, headers, body) : done(null, errorOf(error)));
    });
    request.on("response", (response) => {
      let answer = Buffer.alloc(0);
      const finish = () => resolve(done(response.statusCode ?? null, null, answer));
      response.on("data", (chunk: Buffer) => {
        answer = Buffer.concat([answer, chunk]);
        if (answer.length > MAX_ANSWER) response.destroy();
      });
      // The status counts, even if the rest of the answer does not arrive.
      response.on("end", finish).on("close", finish).on("error", finish);
    });
    request.end(body);
  });
}
