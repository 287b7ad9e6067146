import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { collectPersonalData } from "@/lib/account/personal-data";
import { db } from "@/lib/db/client";
import { addJob } from "@/lib/db/jobs";
import { CHECK_CONSENT_VERSION } from "@/lib/onboarding/forms/consent-rules";
import { redactExpiredRejections } from "@/lib/onboarding/retention/jobs";
import { identityCosts } from "@/lib/review/identity-checks/costs";
import type { IdentityCheckDto, IdentityChecksDto } from "@/lib/review/identity-checks/schema";
import type { ReviewDto } from "@/lib/review/schema";
import { admin, person, randomDigits, times, until, waitForMail, type SignedIn } from "../../../support/api";
import { FakeDojah, type Reply } from "../../../support/dojah";
import { expectErrorLog } from "../../../support/error-log";
import { checksPath, rowsOf } from "../../../support/identity-checks";
import { jobOf, running } from "../../../support/jobs";
import { signInAt, type OwnClient } from "../../../support/own-server";
import { decision } from "../../../support/review";
import { startServer, type Server } from "../../../support/server";
import { stack } from "../../../support/stack";

/** Identity checks with two servers that call a local Dojah (product 10.26); the other tests' servers have no provider. */
const fake = new FakeDojah();
const servers: Server[] = [];
let reviewer: SignedIn;
let clients: OwnClient[];

/** The local Dojah's responses about a number, each used once; the last one is repeated. */
type LaterReply = Reply | Promise<Reply>;
const replies = new Map<string, LaterReply[]>();
const ok = (entity: object): Reply => ({ status: 200, body: { entity } });
const fails = (status: number): Reply => ({ status, body: { error: "no" } });
const PHOTO = "/9j/4AAQSkZJRgABAQ".repeat(1_000);
const holder = (changes: object = {}) =>
  ok({ first_name: "Ada", last_name: "Obi", date_of_birth: "1990-05-17", photo: PHOTO, ...changes });

beforeAll(async () => {
  await fake.start();
  fake.reply = (call) => {
    const number = [...call.searchParams.values()].find((value) => replies.has(value));
    const queue = replies.get(number ?? "") ?? [];
    return (queue.length > 1 ? queue.shift() : queue[0]) ?? fails(404);
  };
  const { dataDir, env } = stack();
  const variables = {
    ...fake.env,
    // A busy machine must not need it.
    IDENTITY_TIMEOUT_MS: "6000",
    IDENTITY_COST_NIN: "15000",
    LIMIT_IDENTITY_CHECKS_PER_HOUR: "40",
  };
  servers.push(
    ...(await Promise.all(times2(() => startServer({ database: { dataDir, env }, env: variables })))),
  );
  reviewer = await admin();
  clients = await Promise.all(servers.map(({ url }) => signInAt(url, reviewer.email)));
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  fake.stop();
});

const times2 = <T>(make: () => T): [T, T] => [make(), make()];

/** Creates an applicant for whose NIN the local Dojah returns these responses. */
async function applicantWith(...answers: LaterReply[]): Promise<SignedIn & { nin: string }> {
  const nin = randomDigits(11);
  replies.set(nin, answers);
  const user = await person({
    role: "investor",
    investorType: "personal",
    verification: "pending",
    answers: { firstName: "Ada", surname: "Obi", dateOfBirth: "1990-05-17", ninNumber: nin },
  });
  return { ...user, nin };
}
const ask = (user: SignedIn, body: object = { kinds: ["nin"] }, server = 0) =>
  clients[server]!.send("POST", checksPath(user), body);
const list = async (user: SignedIn, server = 0) =>
  ((await clients[server]!.send("GET", `/api/admin/users/${user.id}/review`)).body.data as ReviewDto)
    .identityChecks!;
/** Waits until no check is pending. Returns the checks, newest first. */
const answered = (user: SignedIn): Promise<IdentityCheckDto[]> =>
  until(
    async () => {
      const { checks } = await list(user);
      return checks.length > 0 && checks.every(({ state }) => state !== "waiting") && checks;
    },
    "the answer",
    60_000,
  );

describe("a check with a provider", () => {
  it("is answered in the background, compared and stored sealed, without the photo", async () => {
    const found = Promise.withResolvers<Reply>();
    const user = await applicantWith(found.promise);
    const asked = await ask(user);
    expect(asked.status).toBe(200);
    const data = asked.body.data as IdentityChecksDto;
    expect(data).toMatchObject({ provider: "dojah", hasConsent: true });
    expect(data.checks).toMatchObject([{ kind: "nin", state: "waiting", outcome: null }]);
    expect(data.targets.map(({ kind }) => kind)).toEqual(["nin", "bvn", "account"]);
    found.resolve(holder());
    const [check] = await answered(user);
    expect(check).toMatchObject({ state: "answered", outcome: "matches", provider: "dojah" });
    expect(check!.explanation).toBe(
      "The name is “Ada Obi” in the form and “Ada Obi” at the source. The date of birth is the same.",
    );
    const [row] = await rowsOf(user);
    expect(row).toMatchObject({
      attempts: 1,
      costKobo: 15_000,
      consent: CHECK_CONSENT_VERSION,
    });
    expect(JSON.stringify(row)).not.toMatch(/Ada Obi|firstName|1990-/);
    const archive = JSON.stringify(await collectPersonalData(user.id));
    expect(archive).toContain(
      '"kind":"nin","signatory":null,"comparedBy":"dojah","state":"answered","outcome":"matches"',
    );
    expect(archive).not.toContain('"found"');
    expect(archive).not.toContain("9j/4AAQ");
    expect(archive).not.toContain(reviewer.email);
    const calls = fake.callsOf(user.nin);
    expect(calls.map(({ pathname }) => pathname)).toEqual(["/api/v1/kyc/nin"]);
    const actions = await db.auditEvent.findMany({
      where: { targetId: user.id, action: { startsWith: "identity." } },
      orderBy: { seq: "asc" },
    });
    expect(actions.map(({ action }) => action)).toEqual(["identity.asked", "identity.answered"]);
    expect(JSON.stringify(actions.map(({ data: text }) => text))).not.toContain(user.nin);
  });

  it.each<[string, Reply, string, RegExp]>([
    [
      "another name",
      holder({ last_name: "Eze" }),
      "differs",
      /the name is “Ada Obi” in the form and “Ada Eze” at the source/i,
    ],
    ["another date of birth", holder({ date_of_birth: "1991-05-17" }), "differs", /date of birth differs/],
    ["an unknown number", fails(404), "not_found", /no record of this NIN/],
  ])("says what differs: %s", async (_, reply, outcome, explanation) => {
    const user = await applicantWith(reply);
    await ask(user);
    const [check] = await answered(user);
    expect(check).toMatchObject({ state: "answered", outcome });
    expect(check!.explanation).toMatch(explanation);
  });

  it("is made once, even if reviewers request it on two servers at the same time, and repeated only on request", async () => {
    const user = await applicantWith(holder());
    const asked = await times(6, (n) => ask(user, { kinds: ["nin"] }, n % 2));
    expect(asked.map(({ status }) => status)).toEqual(Array(6).fill(200));
    await answered(user);
    expect((await ask(user, { kinds: ["nin"] }, 1)).status).toBe(200);
    expect(await rowsOf(user)).toHaveLength(1);
    expect(fake.callsOf(user.nin)).toHaveLength(1);
    await ask(user, { kinds: ["nin"], again: true });
    await until(async () => (await answered(user)).length === 2, "the second answer");
    expect(fake.callsOf(user.nin)).toHaveLength(2);
  });

  it("checks companies, their accounts and each signatory", async () => {
    const user = await person({ role: "investor", investorType: "corporate", verification: "pending" });
    const { targets } = await list(user);
    expect(targets.map(({ label }) => label)).toEqual([
      "Company",
      "Bank account",
      "BVN of signatory 1",
      "BVN of signatory 2",
    ]);
    await ask(user, { kinds: ["company", "account", "bvn"] });
    const checks = await answered(user);
    expect(checks.map(({ outcome }) => outcome)).toEqual(Array(4).fill("not_found"));
  });

  it("is retried after a temporary failure of the provider, within the same check", async () => {
    const user = await applicantWith(fails(424), holder());
    await ask(user);
    expect((await answered(user))[0]).toMatchObject({ outcome: "matches" });
    expect((await rowsOf(user)).map(({ attempts, costKobo }) => [attempts, costKobo])).toEqual([[2, 30_000]]);
    expect(fake.callsOf(user.nin)).toHaveLength(2);
  });

  it("is not retried if the provider rejects the key or the balance; super administrators are emailed", async () => {
    expectErrorLog("identity.configuration");
    const chief = await admin(true);
    const user = await applicantWith(fails(402));
    await ask(user);
    expect((await answered(user))[0]).toMatchObject({ state: "failed", outcome: null });
    expect((await answered(user))[0]!.explanation).toMatch(/not set up correctly/);
    expect(fake.callsOf(user.nin)).toHaveLength(1);
    const mail = await waitForMail(chief.email, /Identity checks with Dojah/);
    expect(mail.text).not.toContain(user.nin);
  });

  it("left behind by a crashed server is retried by another, three times at most", async () => {
    const user = await applicantWith(holder());
    await ask(user);
    await answered(user);
    const [row] = await rowsOf(user);
    // As if the server had crashed between the call and its response.
    const crashed = {
      state: "waiting",
      outcome: null,
      answerCipher: null,
      dataKey: null,
      answeredAt: null,
    } as const;
    const { id } = row!;
    await db.identityCheck.update({ where: { id }, data: crashed });
    await addJob(db, "identity-check:dojah", id);
    expect((await answered(user))[0]).toMatchObject({ outcome: "matches" });
    expect((await rowsOf(user))[0]).toMatchObject({ attempts: 2 });
    await db.identityCheck.update({ where: { id }, data: { ...crashed, attempts: 3 } });
    await addJob(db, "identity-check:dojah", id);
    await until(async () => !(await jobOf("identity-check:dojah", id)), "a server to refuse it");
    await addJob(db, "identity-deadline", id);
    expect((await answered(user))[0]).toMatchObject({ state: "failed" });
    expect(fake.callsOf(user.nin)).toHaveLength(2);
  });

  it("whose answer arrives after another server has retried it stores only the answer to the retry", async () => {
    const user = await applicantWith(holder());
    const answer = fake.reply;
    let calls = 0;
    fake.reply = async (call) => {
      if (!call.search.includes(user.nin) || (calls += 1) > 1) return answer(call);
      // The job looks abandoned by a crashed server, and another server makes the call, before this response arrives.
      await addJob(db, "identity-check:dojah", (await rowsOf(user))[0]!.id);
      await answered(user);
      return holder({ last_name: "Eze" });
    };
    await ask(user);
    await until(() => Promise.resolve(calls === 2), "the second call");
    await answered(user);
    fake.reply = answer;
    await until(async () => (await running("identity-check:dojah")) === 0, "the late answer to be read");
    expect((await list(user)).checks).toMatchObject([{ state: "answered", outcome: "matches" }]);
    expect(await db.auditEvent.count({ where: { targetId: user.id, action: "identity.answered" } })).toBe(1);
  });

  it("needs the applicant's consent, which not every submission has", async () => {
    const user = await applicantWith(holder());
    await db.submission.updateMany({ where: { userId: user.id }, data: { checkConsent: null } });
    const refused = await ask(user);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringMatching(/did not agree/)]);
    expect((await list(user)).hasConsent).toBe(false);
    expect(fake.callsOf(user.nin)).toEqual([]);
  });

  it("is refused for the reviewer's relatives, for values that were not submitted, and above the hourly number", async () => {
    const user = await applicantWith(holder());
    expect((await ask(user, { kinds: ["company"] })).status).toBe(409);
    expect((await ask(user, { kinds: ["passport"] })).status).toBe(422);
    const { phone } = await db.user.findUniqueOrThrow({ where: { id: user.id } });
    const relative = await admin();
    await db.user.update({ where: { id: relative.id }, data: { phone } });
    const client = await signInAt(servers[0]!.url, relative.email);
    expect((await client.send("POST", checksPath(user), { kinds: ["nin"] })).status).toBe(409);
    const otherAdmin = await signInAt(servers[0]!.url, (await admin()).email);
    const statuses = await times(
      41,
      async () => (await otherAdmin.send("POST", checksPath(user), { kinds: ["nin"] })).status,
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect(fake.callsOf(user.nin).length).toBeLessThanOrEqual(1);
  });

  it("is deleted with the numbers; the sums of calls and costs stay", async () => {
    const user = await applicantWith(holder());
    await ask(user);
    await answered(user);
    const before = (await identityCosts()).find(({ kind }) => kind === "nin")!;
    expect(before.calls).toBeGreaterThan(0);
    expect(before.costKobo).toBe(before.calls * 15_000);
    await decision(user.id, { status: "rejected", rejectionReason: "A test" }, reviewer.token);
    const long = new Date(Date.now() - 1_000 * 86_400_000);
    await db.submission.updateMany({ where: { userId: user.id }, data: { reviewedAt: long } });
    await redactExpiredRejections();
    expect(await rowsOf(user)).toEqual([]);
    const { targets } = await list(user);
    expect(targets[0]).toMatchObject({ kind: "nin", blocked: expect.stringMatching(/no longer stored/) });
    expect((await ask(user)).status).toBe(409);
    const after = (await identityCosts()).find(({ kind }) => kind === "nin")!;
    expect(after.calls).toBeGreaterThanOrEqual(before.calls);
  });

  // This test is last, because it opens the servers' circuit breaker.
  it("fails if the provider hangs, which delays no decision", async () => {
    const [user, another] = [await applicantWith("hang"), await applicantWith("close")];
    await ask(user);
    await ask(another);
    await until(() => Promise.resolve(fake.callsOf(user.nin).length > 0), "the call");
    const decided = await clients[0]!.send("PATCH", `/api/admin/users/${user.id}/verification-status`, {
      status: "approved",
    });
    expect(decided.status).toBe(200);
    for (const one of [user, another]) {
      const [check] = await answered(one);
      expect(check).toMatchObject({ state: "failed", outcome: null });
      expect(check!.explanation).toBe("No answer from Dojah. Decide without it, or ask again.");
      expect(fake.callsOf(one.nin).length).toBeLessThanOrEqual(3);
    }
  });
});
