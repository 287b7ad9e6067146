import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { sampleAnswers } from "../../../../prisma/seed/answers";
import { buildUser } from "../../../../prisma/seed/builders";
import { samplePdf } from "../../../../prisma/seed/files";
import {
  codeIn,
  cookiesOf,
  documents,
  mailsTo,
  tokenIn,
  until,
  type Envelope,
  randomDigits,
} from "../../../support/api";
import { expectErrorLog } from "../../../support/error-log";
import { addServer, database, ownInstallation, server } from "../../../support/installation";
import { signInAt } from "../../../support/own-server";

/**
 * threat 36: canary values go through every user action and every failure, and must not occur in the server's output. With a
 * separate database, because the test breaks it.
 */
let dba: pg.Client;
const open: pg.Client[] = [];

ownInstallation({ count: 0 }, async () => {
  // Connected to another database of the same server, so that the application's database can be closed.
  dba = new pg.Client({ connectionString: database.url.replace(/\/seedline$/, "/postgres") });
  open.push(dba);
  await dba.connect();
  await buildUser({ n: 1, email: "admin@seedline.example", name: "Admin", role: "admin" });
  await db.$disconnect();
  await addServer({ LOG_LEVEL: "debug" });
});

afterAll(() => Promise.all(open.map((client) => client.end())));

const canary = `canary${randomDigits(8)}`;
const email = `${canary}@test.example`;
const phone = `80${randomDigits(9)}`;
const password = `${canary} pass-phrase`;
const numbers = { ninNumber: randomDigits(11), bvnNumber: randomDigits(11), accountNumber: randomDigits(10) };
const secrets = new Set<string>([canary, phone, ...Object.values(numbers)]);

interface Told {
  status: number;
  body: Envelope;
  cookies: string;
}

async function send(method: string, url: string, body: unknown, token?: string): Promise<Told> {
  const response = await fetch(server.url + url, {
    method,
    headers: {
      ...(body instanceof FormData ? {} : { "content-type": "application/json" }),
      "user-agent": `browser of ${canary}`,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const cookies = cookiesOf(response.headers);
  // A deleted cookie has no value.
  for (const [, value] of cookies.matchAll(/=([^;]{9,})/g)) secrets.add(value!);
  return { status: response.status, body: text.startsWith("{") ? (JSON.parse(text) as Envelope) : ({} as Envelope), cookies }; // oxfmt-ignore
}

/** Returns the newest email, which contains a code or a link. */
const mail = (subject: RegExp) =>
  until(
    async () =>
      (await mailsTo(email, path.join(database.dataDir, "outbox"))).find((item) =>
        subject.test(item.subject),
      ),
    `${subject}`,
  );

const answers = () => ({
  ...sampleAnswers(1),
  ...numbers,
  email,
  phoneNumber: phone.slice(0, 10),
  firstName: canary,
  residentialAddress: `1 ${canary} Street`,
  kinFullName: canary,
  accountName: canary,
});
const named = () => documents({ utilityBill: { bytes: Buffer.from("no picture"), name: `${canary}.png` } });

/** Performs all actions of a user; the statuses are returned, not asserted. */
async function everything(token: string, cookies: string, atOnce = false): Promise<number[]> {
  const calls: [string, string, unknown?][] = [
    ["POST", "/api/auth/register", { name: canary, email: `other.${email}`, phone, password }],
    ["POST", "/api/auth/login", { email, password }],
    ["POST", "/api/auth/login", { email, password: `${password} wrong` }],
    ["POST", "/api/auth/forgot-password", { email }],
    ["PUT", "/api/auth/updateMe", { name: `${canary} Again`, phone }],
    ["PUT", "/api/auth/updateMe", { name: `${canary}\ud800`, phone }],
    ["GET", "/api/auth/me"],
    ["PUT", "/api/verification/draft", { values: answers() }],
    ["POST", "/api/verification", answers()],
    ["POST", "/api/verification", { ...answers(), ninNumber: `${numbers.ninNumber}9` }],
    ["POST", "/api/verification/documents", await named()],
    ["POST", "/api/verification/documents", await documents()],
    ["GET", `/api/files/${canary}?name=${canary}`],
    ["GET", `/api/admin/users?q=${canary}`],
    ["GET", `/api/${canary}`],
    ["POST", "/api/auth/archive"],
    ["GET", "/api/auth/archive/download"],
  ];
  const pages = ["/dashboard", "/profile", "/apply-for-funding", "/login", `/${canary}`];
  const turns = [
    ...calls.map(
      ([method, url, body]) =>
        async () =>
          (await send(method, url, body, token)).status,
    ),
    ...pages.map((page) => async () => {
      const url = `${server.url}${page}?callbackUrl=/${canary}`;
      const response = await fetch(url, { headers: { cookie: cookies } });
      await response.text();
      return response.status;
    }),
  ];
  if (atOnce) return Promise.all(turns.map((turn) => turn()));
  const statuses: number[] = [];
  for (const turn of turns) statuses.push(await turn());
  return statuses;
}

describe("the server's log (threat 36)", () => {
  it("contains no name, address, number, password, code, token or file name, also after failures", async () => {
    expectErrorLog("request.failed", "review.panel_failed");
    expect((await send("POST", "/api/auth/register", { name: canary, email, phone, password })).status).toBe(
      201,
    );
    const code = codeIn(await mail(/code/));
    await send("POST", "/api/auth/verify-email", { email, code: "000000" });
    const verified = await send("POST", "/api/auth/verify-email", { email, code });
    expect(verified.status).toBe(200);
    let token = verified.body.accessToken!;
    await send("POST", "/api/auth/forgot-password", { email });
    const link = tokenIn(await mail(/Reset your .* password/));
    await send("POST", "/api/auth/reset-password", { token: link, password });
    const signedIn = await send("POST", "/api/auth/login", { email, password });
    token = signedIn.body.accessToken!;
    for (const secret of [code, link, token]) secrets.add(secret);
    await send("PUT", "/api/auth/setRole", { role: "startup" }, token);
    // Only the expected call fails: answers and documents are accepted, the file that is not an image is not.
    const statuses = await everything(token, signedIn.cookies);
    expect(statuses.slice(7, 12)).toEqual([200, 200, 422, 415, 200]);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);

    // A reviewer, and a row that cannot be decrypted.
    const administrator = await signInAt(server.url, "admin@seedline.example");
    const found = await administrator.send("GET", `/api/admin/users?q=${canary}`);
    const id = (found.body.data as { _id: string; email: string }[]).find(
      (user) => user.email === email,
    )!._id;
    await administrator.send("PATCH", `/api/admin/users/${id}/verification-status`, { status: "rejected", rejectionReason: `No, ${canary}` }); // oxfmt-ignore
    const review = `/api/admin/users/${id}/review`;
    expect((await administrator.send("GET", review)).status).toBe(200);
    const connection = new pg.Client({ connectionString: database.url });
    open.push(connection);
    await connection.connect();
    await connection.query("UPDATE personal_details SET nin_cipher = reverse(nin_cipher)");
    for (const path of [`/api/admin/users/${id}`, review])
      expect((await administrator.send("GET", path)).status).toBe(500);

    // The schema does not match the code.
    await connection.query("ALTER TABLE users RENAME COLUMN name TO name_");
    const broken = await everything(token, signedIn.cookies);
    expect(broken.filter((status) => status >= 500).length).toBeGreaterThan(3);
    await connection.query("ALTER TABLE users RENAME COLUMN name_ TO name");

    // The folders are not writable: mail cannot be delivered, and files cannot be stored.
    for (const folder of ["outbox", "uploads", "tmp"]) {
      const place = path.join(database.dataDir, folder);
      renameSync(place, `${place}.away`);
      writeFileSync(place, "");
    }
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(await samplePdf(canary))]), `${canary}.pdf`);
    expect((await send("PUT", "/api/verification/draft/files/utilityBill", form, token)).status).toBe(500);
    await everything(token, signedIn.cookies);
    await until(
      async () =>
        // `attempts` is incremented as soon as the mail is claimed.
        (await connection.query("SELECT 1 FROM mail_outbox WHERE last_error IS NOT NULL")).rowCount,
      "a mail that could not be delivered",
    );
    for (const folder of ["outbox", "uploads", "tmp"]) {
      const place = path.join(database.dataDir, folder);
      rmSync(place);
      renameSync(`${place}.away`, place);
    }

    // The database is unavailable.
    await connection.end();
    await dba.query("ALTER DATABASE seedline ALLOW_CONNECTIONS false");
    await dba.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'seedline'");
    const away = await everything(token, signedIn.cookies, true);
    expect(away.filter((status) => status >= 500).length).toBeGreaterThan(5);
    await dba.query("ALTER DATABASE seedline ALLOW_CONNECTIONS true");

    await server.stop();
    const written = readFileSync(server.files.stdout, "utf8") + readFileSync(server.files.stderr, "utf8");
    expect(written).toContain('"event":"request"');
    expect(written).toContain('"event":"request.failed"');
    expect(written).toContain('"event":"mail.failed"');
    const lines = written.split("\n");
    for (const secret of secrets) {
      expect([secret, lines.filter((line) => line.includes(secret))]).toEqual([secret, []]);
    }
  });
});
