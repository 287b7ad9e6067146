export const PASSWORD = "a long Enough pass-phrase 7";

/** A call's response; `status` is 0 if the connection ended without one. */
export interface Reply {
  status: number;
  ms: number;
  headers: Headers;
  body: Envelope | null;
}

export interface Envelope {
  success: boolean;
  error?: string;
  accessToken?: string;
  user?: { _id: string };
  data?: Record<string, unknown> | null;
}

export interface Ask {
  token?: string | undefined;
  body?: object | undefined;
  form?: FormData;
  headers?: Record<string, string>;
}

/** Sends a request and reads the whole response. Never throws. */
export async function ask(
  base: string,
  method: string,
  path: string,
  { token, body, form, headers = {} }: Ask = {},
): Promise<Reply> {
  const began = performance.now();
  const done = (status: number, responseHeaders: Headers, envelope: Envelope | null): Reply => ({
    status,
    ms: performance.now() - began,
    headers: responseHeaders,
    body: envelope,
  });
  try {
    const response = await fetch(base + path, {
      method,
      redirect: "manual",
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { "content-type": "application/json" } : {}),
        ...headers,
      },
      signal: AbortSignal.timeout(60_000),
      ...(form ? { body: form } : body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    return done(response.status, response.headers, envelopeIn(text));
  } catch {
    return done(0, new Headers(), null);
  }
}

function envelopeIn(text: string): Envelope | null {
  try {
    const value = JSON.parse(text) as Envelope;
    return typeof value.success === "boolean" ? value : null;
  } catch {
    return null;
  }
}

export const logIn = (base: string, email: string): Promise<Reply> =>
  ask(base, "POST", "/api/auth/login", { body: { email, password: PASSWORD } });

export async function tokenOf(base: string, email: string): Promise<string> {
  const { status, body } = await logIn(base, email);
  if (status !== 200) throw new Error(`log-in of ${email}: ${status} ${body?.error ?? ""}`);
  return body!.accessToken!;
}

export const cookiesIn = (reply: Reply): string =>
  reply.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
