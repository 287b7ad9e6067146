import "server-only";
import { decode, encode } from "next-auth/jwt";
import { cookies } from "next/headers";
import { env } from "@/lib/env";
import { SESSION_SECONDS, refreshToken } from "./tokens";

/** The cookies of a session (product 10.3). Over https their name prefixes prevent other hosts from setting them. */
const secure = () => new URL(env.APP_URL).protocol === "https:";

export const pageCookie = () => `${secure() ? "__Host-" : ""}next-auth.session-token`;
export const refreshCookie = () => `${secure() ? "__Secure-" : ""}seedline.refresh`;
const REFRESH_PATH = "/api/auth";

export const cookieOptions = (path: string = "/") => ({
  httpOnly: true,
  sameSite: "strict" as const,
  secure: secure(),
  path,
});

function cookie(name: string, value: string, path: string, maxAge: number): string {
  return `${name}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure() ? "; Secure" : ""}`;
}

/** The value of the page cookie: the session id, encrypted by next-auth. */
export const encryptPageCookie = (sessionId: string): Promise<string> =>
  encode({ token: { sid: sessionId }, secret: env.AUTH_SECRET, maxAge: SESSION_SECONDS });

/** The session id in a page cookie, or null. */
export async function readPageCookie(value: string | undefined): Promise<string | null> {
  if (!value) return null;
  try {
    const token = await decode({ token: value, secret: env.AUTH_SECRET });
    return typeof token?.["sid"] === "string" ? token["sid"] : null;
  } catch {
    return null;
  }
}

/** `Set-Cookie` values for a session. */
export async function sessionCookies(session: { id: string; refreshCounter: number }): Promise<string[]> {
  return [
    cookie(pageCookie(), await encryptPageCookie(session.id), "/", SESSION_SECONDS),
    cookie(refreshCookie(), refreshToken(session.id, session.refreshCounter), REFRESH_PATH, SESSION_SECONDS),
  ];
}

/** Sets the session cookies in the response of a server action. */
export async function setSessionCookies(session: { id: string; refreshCounter: number }): Promise<void> {
  const jar = await cookies();
  const options = (path: string) => ({ ...cookieOptions(path), maxAge: SESSION_SECONDS });
  jar.set(pageCookie(), await encryptPageCookie(session.id), options("/"));
  jar.set(refreshCookie(), refreshToken(session.id, session.refreshCounter), options(REFRESH_PATH));
}

/** `Set-Cookie` values that delete the session cookies. */
export const expiredSessionCookies = (): string[] => [
  cookie(pageCookie(), "", "/", 0),
  cookie(refreshCookie(), "", REFRESH_PATH, 0),
];

/** The value of a request cookie. */
export function cookieOf(request: Request, name: string): string | undefined {
  for (const part of (request.headers.get("cookie") ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}
