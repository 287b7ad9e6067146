import { DEMO_PASSWORD } from "../../prisma/seed/builders";
import type { Answer, Envelope } from "./api";
import { requireContract } from "./contract";
import { patiently } from "./patiently";

/** Posts JSON to any server, as a client that retries. */
export const postJson = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  patiently(() =>
    fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    }),
  );

/** A client for a server started by the test itself. */
export interface OwnClient {
  send(method: string, path: string, body?: unknown): Promise<Answer>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/** Logs in at that server, by default with the seed's password. */
export async function signInAt(
  url: string,
  email: string,
  password: string = DEMO_PASSWORD,
): Promise<OwnClient> {
  const login = await postJson(`${url}/api/auth/login`, { email, password });
  const { accessToken, message } = (await login.json()) as Envelope;
  if (!accessToken) throw new Error(`log-in of ${email}: ${login.status} ${message}`);
  const authorization = `Bearer ${accessToken}`;
  return {
    fetch: (path, init = {}) =>
      fetch(url + path, { ...init, headers: { authorization, ...(init.headers as Record<string, string>) } }),
    send: (method, path, body) =>
      patiently(async () => {
        const response = await fetch(url + path, {
          method,
          headers: { authorization, "content-type": "application/json" },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        const { status, headers } = response;
        const answer = (await response.json()) as Envelope;
        requireContract({ method, path, body, status, answer });
        return { status, headers, body: answer };
      }),
  };
}
