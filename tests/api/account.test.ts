import { createHash } from "node:crypto";
import { describe, expect, inject, it } from "vitest";
import { readPageCookie } from "@/lib/auth/cookies";
import { db } from "@/lib/db/client";
import { DEMO_PASSWORD } from "../../prisma/seed/builders";
import { act } from "../support/action";
import {
  admin,
  answers,
  call,
  documents,
  freshNumber,
  get,
  login,
  mailsTo,
  patch,
  person,
  personalInvestor,
  PASSWORD,
  post,
  put,
  urls,
  waitForMail,
  type SignedIn,
} from "../support/api";
import { startServer } from "../support/server";
import { unzip } from "../support/unzip";

/** Looking after one's own account (DECISIONS 3, 8): the server actions of /profile, and the copy of one's own data. */
const NEW_PASSWORD = "another Long pass-phrase 8";
const verified = () => person({ role: "startup", verification: "approved" });
const refresh = (cookies: string) => call("POST", "/api/auth/refresh", { headers: { cookie: cookies } });
const sessionOf = async ({ cookies }: Pick<SignedIn, "cookies">) =>
  (await readPageCookie(/session-token=([^;]+)/.exec(cookies)![1]))!;
const audited = (userId: string, action: string) =>
  db.auditEvent.findMany({ where: { targetId: userId, action }, orderBy: { seq: "asc" } });

/** Every pointer to a session: bearer, refresh cookie and page cookie. */
async function alive(who: Pick<SignedIn, "token" | "cookies">): Promise<[boolean, boolean, boolean]> {
  const page = await fetch(`${urls()[0]}/profile`, { redirect: "manual", headers: { cookie: who.cookies } });
  await page.arrayBuffer();
  return [
    (await get("/api/auth/me", who.token)).status === 200,
    (await refresh(who.cookies)).status === 200,
    page.status === 200,
  ];
}
const dead = [false, false, false];
const living = [true, true, true];

const change = (who: Pick<SignedIn, "cookies">, current: string, password = NEW_PASSWORD) =>
  act<{ accessToken: string }>("changePasswordAction", { current, password }, { cookies: who.cookies });

describe("changing the password", () => {
  it("ends every session, goes on in this browser with a new one, tells the owner and is written down", async () => {
    const here = await verified();
    const there = await login(here.email);
    const answer = await change(here, DEMO_PASSWORD);
    expect(answer.outcome).toMatchObject({ ok: true });
    const token = answer.outcome!.ok ? answer.outcome!.data.accessToken : "";

    expect(await alive(here)).toEqual(dead);
    expect(await alive(there)).toEqual(dead);
    const fresh = { token, cookies: answer.cookies };
    expect(await sessionOf(fresh)).not.toBe(await sessionOf(here));
    expect(await alive(fresh)).toEqual(living);

    await expect(login(here.email)).rejects.toThrow("401");
    expect((await login(here.email, NEW_PASSWORD)).id).toBe(here.id);
    await waitForMail(here.email, /password was changed/);
    expect(await audited(here.id, "user.password_changed")).toMatchObject([{ actorId: here.id }]);
  });

  it("makes a mailed link for a new password worthless", async () => {
    const who = await verified();
    await post("/api/auth/forgot-password", { email: who.email });
    const mail = await waitForMail(who.email, /Choose a new/);
    expect((await change(who, DEMO_PASSWORD)).outcome).toMatchObject({ ok: true });
    const token = /[?&]token=([\w-]+)/.exec(mail.text)![1];
    const late = await post("/api/auth/reset-password", { token, password: PASSWORD });
    expect(late.body.error).toBe("INVALID_TOKEN");
  });

  it("tells what is wrong at its field, and leaves everything as it was", async () => {
    const who = await verified();
    const refused = async (current: string, password: string) => {
      const { outcome } = await change(who, current, password);
      return outcome?.ok === false ? [outcome.error, outcome.errors?.[0]?.path, outcome.message] : [];
    };
    expect(await refused("not my password", NEW_PASSWORD)).toEqual([
      "VALIDATION_FAILED",
      "current",
      "This is not your password",
    ]);
    expect(await refused("", NEW_PASSWORD)).toEqual(["VALIDATION_FAILED", "current", "Enter your password"]);
    expect(await refused(DEMO_PASSWORD, "short")).toEqual([
      "VALIDATION_FAILED",
      "password",
      "Password must be at least 8 characters",
    ]);
    expect(await refused(DEMO_PASSWORD, "x".repeat(129))).toEqual([
      "VALIDATION_FAILED",
      "password",
      "Password must not exceed 128 characters",
    ]);
    expect(await refused(DEMO_PASSWORD, "password123")).toEqual([
      "VALIDATION_FAILED",
      "password",
      "This password is too common",
    ]);
    expect((await refused(DEMO_PASSWORD, DEMO_PASSWORD)).slice(0, 2)).toEqual([
      "VALIDATION_FAILED",
      "password",
    ]);
    expect(await alive(who)).toEqual(living);
    expect(await audited(who.id, "user.password_changed")).toEqual([]);
    expect(await mailsTo(who.email)).toEqual([]);
  });

  it("counts wrong passwords together with those of log-in", async () => {
    const { databaseUrl: _, dataDir, env } = inject("stack");
    const strict = await startServer({
      database: { env, dataDir } as never,
      env: { LIMIT_LOGIN_FAILURES: "3" },
    });
    try {
      const who = await verified();
      const guess = () =>
        fetch(`${strict.url}/api/auth/downloadMe`, {
          method: "POST",
          headers: { authorization: `Bearer ${who.token}`, "content-type": "application/json" },
          body: JSON.stringify({ password: "a guess" }),
        });
      const logIn = () =>
        fetch(`${strict.url}/api/auth/login`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ email: who.email, password: DEMO_PASSWORD }),
        });
      expect([(await guess()).status, (await guess()).status, (await guess()).status]).toEqual([
        422, 422, 422,
      ]);
      const spent = await guess();
      expect(spent.status).toBe(429);
      expect(Number(spent.headers.get("retry-after"))).toBeGreaterThan(0);
      expect((await logIn()).status).toBe(429);
      // A session that was open is none the worse for it.
      expect(await alive(who)).toEqual(living);
    } finally {
      await strict.stop();
    }
  });

  it("refuses guesses once they are spent", async () => {
    const who = await verified();
    const seen: string[] = [];
    for (let guess = 0; guess < 12; guess += 1) {
      const { outcome } = await change(who, `guess ${guess}`);
      seen.push(outcome?.ok === false ? outcome.error : "ok");
    }
    expect(seen.slice(0, 10)).toEqual(Array<string>(10).fill("VALIDATION_FAILED"));
    expect(seen.slice(10)).toEqual(["RATE_LIMITED", "RATE_LIMITED"]);
    expect((await change(who, DEMO_PASSWORD)).outcome).toMatchObject({ ok: false, error: "RATE_LIMITED" });
  });

  it("lets one of two at once win, and the other is signed out", async () => {
    const here = await verified();
    const there = await login(here.email);
    const [one, other] = await Promise.all([
      change(here, DEMO_PASSWORD, "a first Long pass-phrase 1"),
      change(there, DEMO_PASSWORD, "a second Long pass-phrase 2"),
    ]);
    const won = [one, other].filter(({ outcome }) => outcome?.ok);
    expect(won).toHaveLength(1);
    expect(await db.session.count({ where: { userId: here.id, endedAt: null } })).toBe(1);
    expect(await audited(here.id, "user.password_changed")).toHaveLength(1);
  });
});

describe("ending sessions", () => {
  it("signs one device out at once, whichever pointer it holds", async () => {
    const here = await verified();
    const [there, elsewhere] = [await login(here.email), await login(here.email)];
    const sessionId = await sessionOf(there);
    const ended = await act("endSessionAction", { sessionId }, { cookies: here.cookies });
    expect(ended.outcome).toMatchObject({ ok: true });
    expect(await alive(there)).toEqual(dead);
    expect(await alive(elsewhere)).toEqual(living);
    expect(await alive(here)).toEqual(living);
    expect(await audited(here.id, "session.ended")).toMatchObject([
      { actorId: here.id, data: { sessionId } },
    ]);
  });

  it("answers alike for sessions of others and for those that do not exist, and leaves one's own to log-out", async () => {
    const [who, stranger] = [await verified(), await verified()];
    const end = async (sessionId: string) =>
      (await act("endSessionAction", { sessionId }, { cookies: who.cookies })).outcome;
    const foreign = await end(await sessionOf(stranger));
    expect(foreign).toMatchObject({ ok: false, error: "NOT_FOUND" });
    expect(await end("01900000-0000-7000-8000-000000000000")).toEqual(foreign);
    expect(await alive(stranger)).toEqual(living);
    expect(await end(await sessionOf(who))).toMatchObject({ ok: false, error: "CONFLICT" });
    expect(await end("not an id")).toMatchObject({ ok: false, error: "VALIDATION_FAILED" });
    expect(await alive(who)).toEqual(living);
    expect(await audited(who.id, "session.ended")).toEqual([]);
  });

  it("signs every other device out, and nobody else's", async () => {
    const [here, stranger] = [await verified(), await verified()];
    const others = [await login(here.email), await login(here.email)];
    const ended = await act<number>("endOtherSessionsAction", undefined, { cookies: here.cookies });
    expect(ended.outcome).toEqual({ ok: true, data: 2 });
    for (const other of others) expect(await alive(other)).toEqual(dead);
    expect(await alive(here)).toEqual(living);
    expect(await alive(stranger)).toEqual(living);
    expect(await audited(here.id, "session.others_ended")).toMatchObject([{ data: { ended: 2 } }]);
  });
});

describe("who may use the actions", () => {
  const tries: [string, unknown][] = [
    ["changePasswordAction", { current: DEMO_PASSWORD, password: NEW_PASSWORD }],
    ["endSessionAction", { sessionId: "01900000-0000-7000-8000-000000000000" }],
    ["endOtherSessionsAction", undefined],
  ];
  it.each(tries)(
    "%s: no visitor, nobody signed out, and nobody whom the guard keeps off the page",
    async (name, input) => {
      const pending = await person({ role: "startup", verification: "pending" });
      const gone = await verified();
      await call("POST", "/api/auth/logout", { headers: { cookie: gone.cookies } });
      for (const [cookies, location] of [
        ["", "/login?callbackUrl=%2Fprofile"],
        [gone.cookies, "/login?callbackUrl=%2Fprofile"],
        [pending.cookies, "/verification-success"],
      ] as const) {
        const answer = await act(name, input, { cookies });
        expect(answer.outcome).toBeNull();
        expect(new URL(answer.location!, urls()[0]).href).toBe(urls()[0] + location);
      }
      expect((await get("/api/auth/me", pending.token)).status).toBe(200);
      expect((await login(pending.email)).id).toBe(pending.id);
    },
  );

  it.each(tries)("%s: not from another site", async (name, input) => {
    const who = await verified();
    const other = await login(who.email);
    const answer = await act(name, input, { cookies: who.cookies, origin: "https://evil.example" });
    expect(answer.outcome).toBeNull();
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(await alive(other)).toEqual(living);
  });

  it("are taken from the public address, by whatever name a proxy reaches the server", async () => {
    const who = await verified();
    const [origin, base] = urls();
    const answer = await act<number>("endOtherSessionsAction", undefined, {
      cookies: who.cookies,
      base,
      origin,
    });
    expect(answer.outcome).toEqual({ ok: true, data: 0 });
  });

  it("administrators look after theirs too, but do not delete them", async () => {
    const boss = await admin();
    expect((await change(boss, DEMO_PASSWORD)).outcome).toMatchObject({ ok: true });
    const again = await login(boss.email, NEW_PASSWORD);
    expect((await call("DELETE", "/api/auth/deleteMe", { token: again.token })).status).toBe(403);
    const page = await fetch(`${urls()[0]}/profile`, { headers: { cookie: again.cookies } });
    const html = await page.text();
    expect(html).toContain("You cannot delete your own account");
    expect(html).not.toContain("Delete my account");
  });
});

async function downloadAs(who: SignedIn, password: string) {
  const response = await fetch(`${urls()[0]}/api/auth/downloadMe`, {
    method: "POST",
    headers: { authorization: `Bearer ${who.token}`, "content-type": "application/json" },
    body: JSON.stringify({ password }),
  });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

const digits = (length: number) => Array.from({ length }, () => 1 + Math.floor(Math.random() * 9)).join("");

describe("downloading one's own data", () => {
  it("holds everything of this person in full, the original files, and nothing of anybody else", async () => {
    const boss = await admin();
    const stranger = await person({ role: "investor", investorType: "personal", verification: "approved" });
    const who = await personalInvestor();
    const numbers = { ninNumber: digits(11), bvnNumber: digits(11), accountNumber: digits(10) };
    const later = { ...numbers, ninNumber: digits(11) };
    const sendForm = async (given: typeof numbers) => {
      await post("/api/verification", { ...answers(freshNumber()), ...given }, who.token);
      const form = await documents();
      expect((await call("POST", "/api/verification/documents", { form, token: who.token })).status).toBe(
        200,
      );
    };
    await sendForm(numbers);
    await patch(
      `/api/admin/users/${who.id}/verification-status`,
      { status: "rejected", rejectionReason: "The photo is blurred." },
      boss.token,
    );
    const unsent = digits(11);
    await put("/api/verification/draft", { values: { firstName: "Unsent", ninNumber: unsent } }, who.token);
    const kept = unzip((await downloadAs(who, PASSWORD)).bytes);
    const draft = JSON.parse(kept.get("data.json")!.toString()) as { draft: { answers: object } };
    expect(draft.draft.answers).toMatchObject({ firstName: "Unsent", ninNumber: unsent });

    await sendForm(later);
    const answer = await downloadAs(who, PASSWORD);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/zip");
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="my-data-[\d-]+\.zip"$/);
    expect(answer.headers.get("cache-control")).toContain("no-store");

    const files = unzip(answer.bytes);
    expect([...files.keys()].sort()).toEqual(
      [
        "README.txt",
        "data.json",
        ...["submission-1", "submission-2"].flatMap((folder) => [
          `${folder}/idDocument-identity.pdf`,
          `${folder}/passportPhoto-photo.jpg`,
          `${folder}/utilityBill-bill.png`,
        ]),
      ].sort(),
    );
    const data = JSON.parse(files.get("data.json")!.toString()) as Record<string, never>;
    expect(data).toMatchObject({
      account: { _id: who.id, email: who.email, role: "investor", investorType: "personal" },
      verification: { status: "pending" },
      submissions: [
        {
          state: "rejected",
          counts: false,
          rejectionReason: "The photo is blurred.",
          personal: { ninNumber: numbers.ninNumber },
          bankDetails: { bvnNumber: numbers.bvnNumber, accountNumber: numbers.accountNumber },
          documents: { idDocument: "submission-1/idDocument-identity.pdf" },
        },
        {
          state: "pending",
          counts: true,
          personal: { ninNumber: later.ninNumber },
          documents: { utilityBill: "submission-2/utilityBill-bill.png" },
        },
      ],
      decisions: [{ status: "rejected", reason: "The photo is blurred." }],
      draft: null,
      sessions: [{ thisDevice: true, endedAt: null }],
    });

    const stored = await db.file.findMany({ where: { ownerId: who.id }, select: { sha256: true } });
    const sent = [...files].filter(([name]) => name.startsWith("submission-"));
    expect(sent.map(([, bytes]) => createHash("sha256").update(bytes).digest("hex")).sort()).toEqual(
      stored.map(({ sha256 }) => sha256).sort(),
    );

    const text = files.get("data.json")!.toString();
    for (const foreign of [stranger.id, stranger.email, boss.id, boss.email, "Test admin", "•", "argon2"]) {
      expect([foreign, text.includes(foreign)]).toEqual([foreign, false]);
    }
    expect(await audited(who.id, "user.data_downloaded")).toMatchObject([
      { actorId: who.id, data: { files: 3 } },
      { actorId: who.id, data: { files: 6 } },
    ]);
  });

  it("names each signatory's document and number", async () => {
    const who = await person({ role: "investor", investorType: "corporate", verification: "approved" });
    const files = unzip((await downloadAs(who, DEMO_PASSWORD)).bytes);
    expect([...files.keys()]).toEqual(
      expect.arrayContaining([
        "submission-1/certificateOfIncorporation-certificate.pdf",
        "submission-1/signatory-1-signatoryIdDocument-signatory-1.pdf",
        "submission-1/signatory-2-signatoryIdDocument-signatory-2.pdf",
      ]),
    );
    const { submissions } = JSON.parse(files.get("data.json")!.toString()) as {
      submissions: { corporate: { signatories: { bvnNumber: string; idDocument: string }[] } }[];
    };
    const { signatories } = submissions[0]!.corporate;
    expect(signatories.map(({ bvnNumber }) => bvnNumber)).toEqual([
      expect.stringMatching(/^\d{11}$/),
      expect.stringMatching(/^\d{11}$/),
    ]);
    expect(signatories[1]!.idDocument).toBe("submission-1/signatory-2-signatoryIdDocument-signatory-2.pdf");
  });

  it("asks for the password again, and gives nothing for a wrong one", async () => {
    const who = await verified();
    const refused = await downloadAs(who, "not my password");
    expect(refused.status).toBe(422);
    expect(JSON.parse(refused.bytes.toString())).toMatchObject({
      error: "VALIDATION_FAILED",
      errors: [{ path: "password", message: "This is not your password" }],
    });
    expect(await audited(who.id, "user.data_downloaded")).toEqual([]);
    const stranger = await verified();
    await change(stranger, DEMO_PASSWORD);
    expect((await downloadAs(who, NEW_PASSWORD)).status).toBe(422);
  });

  it("is given five times a day", async () => {
    const who = await verified();
    const seen: number[] = [];
    for (let turn = 0; turn < 6; turn += 1) seen.push((await downloadAs(who, DEMO_PASSWORD)).status);
    expect(seen).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await audited(who.id, "user.data_downloaded")).toHaveLength(5);
  });

  it("breaks off when a document cannot be read, so that nothing looks complete that is not", async () => {
    const who = await verified();
    const file = await db.file.findFirstOrThrow({ where: { ownerId: who.id } });
    await db.file.update({ where: { id: file.id }, data: { storage: "lost" } });
    const complete = await downloadAs(who, DEMO_PASSWORD)
      .then(
        ({ bytes }) => unzip(bytes).size,
        () => null,
      )
      .catch(() => null);
    expect(complete).toBeNull();
  });

  it("lets names of files do no harm", async () => {
    const who = await verified();
    const file = await db.file.findFirstOrThrow({ where: { ownerId: who.id } });
    await db.file.update({
      where: { id: file.id },
      data: { originalName: "../../etc/pass\\wd\u0007<x>.pdf" },
    });
    const names = [...unzip((await downloadAs(who, DEMO_PASSWORD)).bytes).keys()];
    expect(names).toHaveLength(5);
    expect(names.every((name) => /^(?:README\.txt|data\.json|submission-1\/[^/\\<>:]+)$/.test(name))).toBe(
      true,
    );
  });
});
