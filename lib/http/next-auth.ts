import "server-only";
import type { NextAuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { cookies } from "next/headers";
import { clientOf } from "@/lib/client-info";
import { env } from "@/lib/env";
import { toAppError } from "@/lib/http/failure";
import { AppError } from "@/lib/errors";
import { paths } from "@/lib/routes/paths";
import { safeReturnPath } from "@/lib/routes/policy";
import { login } from "@/lib/auth/commands";
import { loginSchema } from "@/lib/users/schema";
import { cookieOptions, pageCookie, refreshCookie } from "../auth/cookies";
import { endSession, readViewer } from "../auth/sessions";
import { SESSION_SECONDS, refreshToken } from "../auth/tokens";

/** The paths of next-auth that are served, and their methods. */
export const nextAuthActions: Record<string, readonly string[]> = {
  csrf: ["GET", "HEAD"],
  session: ["GET", "HEAD"],
  providers: ["GET", "HEAD"],
  // Its built-in pages (GET) are not served.
  signin: ["POST"],
  callback: ["POST"],
  signout: ["POST"],
};

/**
 * next-auth as another way to open and read a session (product 10.3): its credentials provider uses the service and limits of POST
 * /auth/login, and its cookie contains only the session id.
 */
export function authOptions(headers: Headers, onFailure: (error: AppError) => void): NextAuthOptions {
  return {
    secret: env.AUTH_SECRET,
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    pages: { signIn: paths.login(), error: paths.login() },
    cookies: { sessionToken: { name: pageCookie(), options: cookieOptions() } },
    providers: [
      Credentials({
        credentials: { email: { type: "email" }, password: { type: "password" }, code: { type: "text" } },
        async authorize(credentials) {
          const parsed = loginSchema.safeParse(credentials);
          if (!parsed.success) {
            onFailure(new AppError("INVALID_CREDENTIALS"));
            return null;
          }
          try {
            const { user, session } = await login(parsed.data, clientOf(headers));
            const jar = await cookies();
            jar.set(refreshCookie(), refreshToken(session.id, session.refreshCounter), {
              ...cookieOptions("/api/auth"),
              maxAge: SESSION_SECONDS,
            });
            return { id: user._id, sid: session.id };
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
        const sid = user ? (user as { sid?: string }).sid : token["sid"];
        return { sid };
      },
      async session({ token, session }) {
        const viewer = await readViewer(typeof token["sid"] === "string" ? token["sid"] : null);
        // No personal data: pages and calls load the user themselves.
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
        if (typeof token["sid"] === "string") await endSession(token["sid"], "logout");
      },
    },
    logger: { error: () => undefined, warn: () => undefined, debug: () => undefined },
  };
}
