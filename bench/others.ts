import sharp from "sharp";
import { sampleAnswers } from "../prisma/seed/answers";
import { samplePdf } from "../prisma/seed/files";
import type { Database } from "../scripts/lib/harness.mjs";
import { load, send, type Ask, type Slice } from "./load";
import { bearer, cookiesOf, json, loginBody, signIn, withPassword, type Person } from "./people";
import type { Target } from "./servers";

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
const MB = 1024 * 1024;

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

/** A picture of 4 MB that does not compress, and a PDF padded to as much. */
async function documents(): Promise<FormData> {
  const form = new FormData();
  const noise = sharp({
    create: {
      width: 1_500,
      height: 1_500,
      channels: 3,
      background: "grey",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  });
  const photo = await noise.jpeg({ quality: 97 }).toBuffer();
  const pdf = await samplePdf("Large");
  const at = pdf.lastIndexOf("startxref");
  const padded = Buffer.concat([
    pdf.subarray(0, at),
    Buffer.from(`%${"x".repeat(4 * MB - pdf.length)}\n`),
    pdf.subarray(at),
  ]);
  form.set("identificationDocument", new Blob([padded], { type: "application/pdf" }), "identity.pdf");
  form.set("utilityBill", new Blob([padded], { type: "application/pdf" }), "utility.pdf");
  form.set("passportPhoto", new Blob([photo], { type: "image/jpeg" }), "photo.jpg");
  return form;
}

/** Everybody hands in once; `connections` at a time. A slice takes the next few people. */
async function submissions(target: Target, database: Database): Promise<Runner> {
  const emails = await withPassword(database, 16);
  const form = new Response(await documents());
  const type = form.headers.get("content-type")!;
  const body = Buffer.from(await form.arrayBuffer());
  return async ({ connections }) => {
    const people = await Promise.all(
      emails.splice(0, connections).map(async (email) => {
        const person = await signIn(target, email);
        const text = JSON.stringify(sampleAnswers(Number(/\d+/.exec(email)![0]), { email }));
        const answer = await send(target.url, {
          method: "POST",
          path: "/api/verification",
          headers: { ...json, ...bearer(person) },
          body: text,
        });
        if (answer.status >= 300) throw new Error(answer.body.toString());
        return person;
      }),
    );
    return load(target.url, { connections: people.length, seconds: 0.001 }, (_, connection) => ({
      method: "POST",
      path: "/api/verification/documents",
      headers: { ...bearer(people[connection]!), "content-type": type },
      body,
    }));
  };
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
