import "server-only";
import { decode, encode } from "next-auth/jwt";
import { cookies } from "next/headers";
import * as z from "zod";
import { deviceCookie } from "@/lib/client-info";
import { env } from "@/lib/env";
import type { Viewer } from "@/lib/viewer";
import { readViewer } from "./sessions";
import { refreshToken } from "./tokens";

interface SessionCookie {
  id: string;
  refreshCounter: number;
}

/** The cookies of a session (product 10.3). Over https their name prefixes prevent other hosts from setting them. */
const secure = () => new URL(env.APP_URL).protocol === "https:";

export const pageCookie = () => `${secure() ? "__Host-" : ""}next-auth.session-token`;
export const refreshCookie = () => `${secure() ? "__Secure-" : ""}seedline.refresh`;
const REFRESH_PATH = "/api/auth";

/** Returns the lifetime of the cookies in seconds: the idle timeout of a session. */
export const cookieSeconds = () => env.SESSION_IDLE_DAYS * 24 * 3_600;
export const DEVICE_SECONDS = 400 * 24 * 3_600;

export const cookieOptions = (path: string = "/") => ({
  httpOnly: true,
  sameSite: "strict" as const,
  secure: secure(),
  path,
});

function cookie(name: string, value: string, path: string, maxAge: number): string {
  return `${name}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure() ? "; Secure" : ""}`;
}

/** The content of a page cookie: the session, and the number of the refresh token issued with it. */
const pageToken = z.object({ sid: z.string(), n: z.number().int() });

/** Returns the value of a session's page cookie, encrypted by next-auth. It is replaced with each refresh token (threat 57). */
export const encryptPageCookie = ({ id, refreshCounter }: SessionCookie): Promise<string> =>
  encode({ token: { sid: id, n: refreshCounter }, secret: env.AUTH_SECRET, maxAge: cookieSeconds() });

/** Returns the session and number in a next-auth token, or null. */
export function readPageToken(token: unknown): { sessionId: string; counter: number } | null {
  const { data } = pageToken.safeParse(token);
  return data ? { sessionId: data.sid, counter: data.n } : null;
}

/** Returns the session and number in a page cookie, or null. */
export async function readPageCookie(
  value: string | undefined,
): Promise<{ sessionId: string; counter: number } | null> {
  if (!value) return null;
  try {
    return readPageToken(await decode({ token: value, secret: env.AUTH_SECRET }));
  } catch {
    return null;
  }
}

/** Returns the viewer of a page cookie, or null. `isUse` means the same as in `readViewer`. */
export async function readPageViewer(value: string | undefined, isUse: boolean): Promise<Viewer | null> {
  const page = await readPageCookie(value);
  return page && readViewer(page.sessionId, { pageCounter: page.counter, isUse });
}

/** Returns the `Set-Cookie` values for a session. */
export async function sessionCookies(session: SessionCookie): Promise<string[]> {
  const token = refreshToken(session.id, session.refreshCounter);
  return [
    cookie(pageCookie(), await encryptPageCookie(session), "/", cookieSeconds()),
    cookie(refreshCookie(), token, REFRESH_PATH, cookieSeconds()),
  ];
}

/** Returns the `Set-Cookie` value that marks a browser on which users have logged in (threat 53). */
export const deviceCookieOf = (device: string): string => cookie(deviceCookie(), device, "/", DEVICE_SECONDS);

/** Sets the session cookies in the response of a server action. */
export async function setSessionCookies(session: SessionCookie): Promise<void> {
  const jar = await cookies();
  const options = (path: string) => ({ ...cookieOptions(path), maxAge: cookieSeconds() });
  jar.set(pageCookie(), await encryptPageCookie(session), options("/"));
  jar.set(refreshCookie(), refreshToken(session.id, session.refreshCounter), options(REFRESH_PATH));
}

/** Returns the `Set-Cookie` values that delete the session cookies. */
export const expiredSessionCookies = (): string[] => [
  cookie(pageCookie(), "", "/", 0),
  cookie(refreshCookie(), "", REFRESH_PATH, 0),
];

/** Returns the distinct values of a request cookie. */
export function cookiesOf(request: Request, name: string): string[] {
  const values = (request.headers.get("cookie") ?? "").split(";").flatMap((part) => {
    const at = part.indexOf("=");
    return at > 0 && part.slice(0, at).trim() === name ? [part.slice(at + 1).trim()] : [];
  });
  return [...new Set(values)];
}

/**
 * Returns the value of a request cookie; undefined if there are several, because another host of the domain may have set one (threat 16).
 */
export function cookieOf(request: Request, name: string): string | undefined {
  const [value, ...others] = cookiesOf(request, name);
  return others.length > 0 ? undefined : value;
}
