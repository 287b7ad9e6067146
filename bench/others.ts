import type { Database } from "../tests/support/server";
import { load, send, type Ask, type Slice } from "./load";
import { bearer, cookiesOf, json, loginBody, signIn, withPassword, type Person } from "./people";
import type { Target } from "./servers";
import { submissions } from "./uploads";

/** How a slice of a case is run: at so many connections, for so many seconds. */
export type Runner = (options: { connections: number; seconds: number }) => Promise<Slice>;

export interface OtherCase {
  name: string;
  /** Gets ready once for a target; what is done here is not measured. */
  prepare(target: Target, database: Database): Promise<Runner>;
  /** When it is not 16. */
  connections?: number;
}

const SUPER = "super@seedline.example";
const MEMBER = "investor@demo.example";

/** The same request again and again, by one person. */
const again = (email: string, ask: (person: Person) => Ask) => async (target: Target) => {
  const person = await signIn(target, email);
  return (options: { connections: number; seconds: number }) => load(target.url, options, () => ask(person));
};

const page = (path: string, email: string) =>
  again(email, ({ cookies }) => ({ path, headers: { cookie: cookies } }));

/** A burst: everybody at once, once. */
async function burst(target: Target, emails: string[]): Promise<Slice> {
  const began = performance.now();
  const times = await Promise.all(
    emails.map(async (email) => {
      await signIn(target, email);
      return performance.now() - began;
    }),
  );
  return { seconds: (performance.now() - began) / 1_000, times };
}

export const others: OtherCase[] = [
  {
    name: "/auth/me",
    prepare: again(MEMBER, (person) => ({ path: "/api/auth/me", headers: bearer(person) })),
  },
  {
    name: "Log in, one at a time",
    connections: 1,
    prepare: (target) =>
      Promise.resolve((options) =>
        load(target.url, options, () => ({
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
      const emails = await withPassword(database, 10);
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
      const people = await Promise.all(Array.from({ length: 16 }, () => signIn(target, MEMBER)));
      return (options) =>
        load(
          target.url,
          options,
          (_, connection) => ({
            method: "POST",
            path: "/api/auth/refresh",
            headers: { cookie: people[connection]!.cookies },
          }),
          (answer, connection) => (people[connection]!.cookies = cookiesOf(answer.headers["set-cookie"])),
        );
    },
  },
  { name: "Submission with 12 MB of documents", connections: 4, prepare: submissions },
  {
    name: "A document",
    prepare: async (target) => {
      const person = await signIn(target, MEMBER);
      const me = await send(target.url, { path: "/api/auth/me", headers: bearer(person) });
      const path = (
        JSON.parse(me.body.toString()) as { user: { verification: { documents: { utilityBill: string } } } }
      ).user.verification.documents.utilityBill;
      return (options) => load(target.url, options, () => ({ path, headers: bearer(person) }));
    },
  },
  { name: "Page /dashboard", prepare: page("/dashboard", MEMBER) },
  { name: "Page /admin/verification", prepare: page("/admin/verification", SUPER) },
  {
    name: "Home page",
    prepare: (target) => Promise.resolve((options) => load(target.url, options, () => ({ path: "/" }))),
  },
];
