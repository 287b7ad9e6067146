import "server-only";
import type { NextAuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { cookies } from "next/headers";
import * as z from "zod";
import { clientOf, deviceCookie } from "@/lib/client-info";
import { env } from "@/lib/env";
import { toAppError } from "@/lib/http/failure";
import { AppError } from "@/lib/errors";
import { paths } from "@/lib/routes/paths";
import { safeReturnPath } from "@/lib/routes/policy";
import { login } from "@/lib/auth/commands";
import { loginSchema } from "@/lib/users/schema";
import {
  cookieOptions,
  cookieSeconds,
  DEVICE_SECONDS,
  pageCookie,
  readPageToken,
  refreshCookie,
} from "../auth/cookies";
import { endSession, readViewer } from "../auth/sessions";
import { refreshToken } from "../auth/tokens";

/** A form contains only text, so the passkey is JSON text. */
const credentialsSchema = loginSchema.extend({
  passkey: z.preprocess((text) => (text ? parseJson(text) : undefined), loginSchema.shape.passkey),
});

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return text;
  }
}

/** The served paths of next-auth, and their methods. */
export const nextAuthActions: Record<string, readonly string[]> = {
  csrf: ["GET", "HEAD"],
  session: ["GET", "HEAD"],
  providers: ["GET", "HEAD"],
  // The built-in pages of next-auth (GET) are not served.
  signin: ["POST"],
  callback: ["POST"],
  signout: ["POST"],
};

/**
 * Returns the options of next-auth, another way to open and read a session (product 10.3). Its credentials provider uses the service and
 * limits of POST /auth/login, and its cookie contains only the session id.
 */
export function authOptions(headers: Headers, onFailure: (error: AppError) => void): NextAuthOptions {
  return {
    secret: env.AUTH_SECRET,
    session: { strategy: "jwt", maxAge: cookieSeconds() },
    pages: { signIn: paths.login(), error: paths.login() },
    cookies: { sessionToken: { name: pageCookie(), options: cookieOptions() } },
    providers: [
      Credentials({
        credentials: {
          email: { type: "email" },
          password: { type: "password" },
          code: { type: "text" },
          // The passkey is JSON.
          passkey: { type: "text" },
        },
        async authorize(credentials) {
          const parsed = credentialsSchema.safeParse(credentials);
          if (!parsed.success) {
            onFailure(new AppError("INVALID_CREDENTIALS"));
            return null;
          }
          try {
            const { user, session, device } = await login(parsed.data, clientOf(headers));
            const jar = await cookies();
            jar.set(deviceCookie(), device, { ...cookieOptions(), maxAge: DEVICE_SECONDS });
            jar.set(refreshCookie(), refreshToken(session.id, session.refreshCounter), {
              ...cookieOptions("/api/auth"),
              maxAge: cookieSeconds(),
            });
            return { id: user._id, sid: session.id, n: session.refreshCounter };
          } catch (error) {
            // next-auth hides the cause of a failure; the caller responds with the envelope instead.
            onFailure(toAppError(error));
            return null;
          }
        },
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => {
        const { sid, n } = user ? (user as unknown as Record<string, unknown>) : token;
        return { sid, n };
      },
      async session({ token, session }) {
        const page = readPageToken(token);
        const viewer =
          page && (await readViewer(page.sessionId, { pageCounter: page.counter, isUse: false }));
        // The session contains no personal data: pages and calls load the user themselves.
        return { expires: viewer ? session.expires : new Date(0).toISOString() };
      },
      // next-auth passes on the requested URL; only paths of this site are followed (threat 31).
      redirect: ({ url }) => {
        const path = safeReturnPath(url.startsWith(env.APP_URL) ? url.slice(env.APP_URL.length) : url);
        return path ? new URL(path, env.APP_URL).toString() : env.APP_URL;
      },
    },
    events: {
      async signOut({ token }) {
        const page = readPageToken(token);
        if (page) await endSession(page.sessionId, "logout");
      },
    },
    logger: { error: () => undefined, warn: () => undefined, debug: () => undefined },
  };
}
