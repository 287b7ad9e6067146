import type { Database } from "../tests/support/server";
import { runClosedLoop, send, type RequestSpec, type LoadSample } from "./load";
import { bearer, cookiesOf, json, loginBody, signIn, setDemoPasswords, type BenchUser } from "./sign-in";
import type { Target } from "./servers";
import { submissions } from "./uploads";

/** Runs a sample of a case. */
export type Runner = (options: { connections: number; seconds: number }) => Promise<LoadSample>;

export interface MixedCase {
  name: string;
  /** Prepares a target; not measured. */
  prepare(target: Target, database: Database): Promise<Runner>;
  /** Defaults to 16. */
  connections?: number;
  /** A page: also measured against a bare dynamic page of Next.js. */
  page?: true;
  /** Work of reviewers: compared with itself at other sizes. */
  desk?: true;
}

const SUPER = "super@seedline.example";
const MEMBER = "investor@demo.example";

/** Repeats one request as one user. */
const repeatRequest = (email: string, ask: (user: BenchUser) => RequestSpec) => async (target: Target) => {
  const user = await signIn(target, email);
  return (options: { connections: number; seconds: number }) =>
    runClosedLoop(target.url, options, () => ask(user));
};

const page = (path: string, email: string): MixedCase => ({
  name: `Page ${path}`,
  page: true,
  prepare: repeatRequest(email, ({ cookies }) => ({ path, headers: { cookie: cookies } })),
});

/** All users at once, one request each. */
async function burst(target: Target, emails: string[]): Promise<LoadSample> {
  const began = performance.now();
  const times = await Promise.all(
    emails.map(async (email) => {
      await signIn(target, email);
      return performance.now() - began;
    }),
  );
  return { seconds: (performance.now() - began) / 1_000, times };
}

export const mixedCases: MixedCase[] = [
  {
    name: "/auth/me",
    prepare: repeatRequest(MEMBER, (user) => ({ path: "/api/auth/me", headers: bearer(user) })),
  },
  {
    name: "Log in, one at a time",
    connections: 1,
    prepare: (target) =>
      Promise.resolve((options) =>
        runClosedLoop(target.url, options, () => ({
          method: "POST",
          path: "/api/auth/login",
          headers: json,
          body: loginBody(MEMBER),
        })),
      ),
  },
  {
    name: "Log in, a burst of 100",
    prepare: async (target, database) => {
      const emails = await setDemoPasswords(database, 10);
      return () =>
        burst(
          target,
          Array.from({ length: 100 }, (_, index) => emails[index % emails.length]!),
        );
    },
  },
  {
    name: "Refresh",
    prepare: async (target) => {
      const users = await Promise.all(Array.from({ length: 16 }, () => signIn(target, MEMBER)));
      return (options) =>
        runClosedLoop(
          target.url,
          options,
          (_, connection) => ({
            method: "POST",
            path: "/api/auth/refresh",
            headers: { cookie: users[connection]!.cookies },
          }),
          (answer, connection) => (users[connection]!.cookies = cookiesOf(answer.headers["set-cookie"])),
        );
    },
  },
  { name: "Submission with 12 MB of documents", connections: 4, prepare: submissions },
  {
    name: "A document",
    prepare: async (target) => {
      const user = await signIn(target, MEMBER);
      const me = await send(target.url, { path: "/api/auth/me", headers: bearer(user) });
      const path = (
        JSON.parse(me.body.toString()) as { user: { verification: { documents: { utilityBill: string } } } }
      ).user.verification.documents.utilityBill;
      return (options) => runClosedLoop(target.url, options, () => ({ path, headers: bearer(user) }));
    },
  },
  page("/dashboard", MEMBER),
  page("/admin/verification", SUPER),
  {
    name: "Home page",
    prepare: (target) =>
      Promise.resolve((options) => runClosedLoop(target.url, options, () => ({ path: "/" }))),
  },
];
