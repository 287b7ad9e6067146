import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  createSession,
  endAllSessions,
  endSession,
  readViewer,
  rotateRefreshToken,
  toAccessSubject,
} from "@/lib/auth/sessions";
import { refreshToken } from "@/lib/auth/tokens";
import { db, transaction } from "@/lib/db/client";
import { uuidv7 } from "@/lib/ids";
import { mustSetUpTwoStep } from "@/lib/users/two-step-rule";
import { emailsFor, createUser, auditEventsFor, client } from "../../../support/accounts";

const DAY = 86_400_000;
const MONTH = 30 * DAY;
let user: Awaited<ReturnType<typeof createUser>>;
let id: string;

/** The clock is mocked, so that every moment is exact. */
const at = (ms: number) => vi.setSystemTime(start + ms);
let start: number;

beforeEach(async () => {
  user = await createUser({ role: "investor", investorType: "personal" });
  start = Date.now();
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  ({ id } = await createSession(db, user.id, "a browser"));
});
afterEach(() => {
  vi.useRealTimers();
});

const row = (sessionId = id) => db.session.findUniqueOrThrow({ where: { id: sessionId } });
const use = (counter: number, from = client) => rotateRefreshToken(refreshToken(id, counter), from);
const elsewhere = { ...client, network: "198.51.100.1" };
const child = (refreshCounter: number) => ({ id, refreshCounter, userId: user.id });

describe("a new session", () => {
  it("starts at number 0 with a fresh proof, and stores the truncated user agent", async () => {
    const made = await createSession(db, user.id, "x".repeat(400));
    expect(Object.keys(made).sort()).toEqual(["id", "refreshCounter"]);
    expect(made.refreshCounter).toBe(0);
    const { userAgent, userId, parentCounter } = await row(made.id);
    expect([userAgent, userId, parentCounter]).toEqual(["x".repeat(300), user.id, -1]);
  });
});

describe("the viewer behind a session (threat 14)", () => {
  it("is built from the current rows", async () => {
    expect(await readViewer(id)).toEqual({
      sessionId: id,
      userId: user.id,
      role: "investor",
      isSuper: false,
      duty: "administrator",
      investorType: "personal",
      isVerified: false,
      isRenewing: false,
      status: "pending",
      submitted: false,
      twoStepSetupRequired: false,
      provedAt: (await row()).provedAt,
    });
    const approved = await createUser({ role: "startup", verification: "approved" });
    const theirs = await createSession(db, approved.id, "");
    expect(await readViewer(theirs.id)).toMatchObject({
      role: "startup",
      status: "approved",
      isVerified: true,
      submitted: true,
    });
  });

  it("is null without a session, after its end, and after it has expired", async () => {
    expect(await readViewer(null)).toBeNull();
    expect(await readViewer("")).toBeNull();
    expect(await readViewer(uuidv7())).toBeNull();
    await db.session.update({
      where: { id },
      data: { createdAt: new Date(start), lastSeenAt: new Date(start) },
    });
    at(MONTH);
    expect(await readViewer(id)).toBeNull();
    at(MONTH - 1);
    expect(await readViewer(id)).not.toBeNull();
    at(0);
    await endSession(id, "logout");
    expect(await readViewer(id)).toBeNull();
  });

  it("is verified only by an approval", () => {
    const of = (status: "pending" | "approved" | "rejected") =>
      toAccessSubject({ ...user, status, submittedAt: null }).isVerified;
    expect([of("pending"), of("approved"), of("rejected")]).toEqual([false, true, false]);
  });

  it("must set up two-step login as an administrator, where it is required", async () => {
    const admin = { role: "admin", twoStepSince: null } as const;
    expect(mustSetUpTwoStep(admin)).toBe(false);
    vi.resetModules();
    vi.stubEnv("ADMIN_TWO_STEP", "required");
    const strict = await import("@/lib/users/two-step-rule");
    expect(strict.mustSetUpTwoStep(admin)).toBe(true);
    expect(strict.mustSetUpTwoStep({ ...admin, twoStepSince: new Date() })).toBe(false);
    expect(strict.mustSetUpTwoStep({ ...admin, role: "investor" })).toBe(false);
    vi.unstubAllEnvs();
    vi.resetModules();
  });
});

describe("the use of a session", () => {
  const seenAt = async () => (await row()).lastSeenAt.getTime() - start;

  it("is stored once a minute", async () => {
    await db.session.update({ where: { id }, data: { lastSeenAt: new Date(start) } });
    at(60_000);
    await readViewer(id);
    expect(await seenAt()).toBe(0);
    at(60_001);
    await readViewer(id);
    expect(await seenAt()).toBe(60_001);
  });

  it("is not stored for automatic requests", async () => {
    await db.session.update({ where: { id }, data: { lastSeenAt: new Date(start) } });
    at(60_001);
    expect(await readViewer(id, { isUse: false })).not.toBeNull();
    expect(await seenAt()).toBe(0);
  });

  it("is not stored for an outdated page cookie", async () => {
    await use(0);
    await use(1);
    at(120_000);
    expect(await readViewer(id, { pageCounter: 0 })).toBeNull();
    expect(await seenAt()).toBe(0);
    expect(await readViewer(id, { pageCounter: 1 })).not.toBeNull();
    expect(await readViewer(id, { pageCounter: 2 })).not.toBeNull();
    expect(await readViewer(id, { pageCounter: 3 })).toBeNull();
  });
});

describe("refreshing a token (threat 11-13)", () => {
  it("returns the child and records the client, but no use: the browser does it by itself", async () => {
    const { lastSeenAt } = await row();
    at(5_000);
    expect(await use(0)).toEqual(child(1));
    const { rotatedBy, ...stored } = await row();
    expect(stored).toMatchObject({
      refreshCounter: 1,
      parentCounter: 0,
      repeatedCounter: -1,
      rotatedAt: new Date(start + 5_000),
      lastSeenAt,
      endedAt: null,
    });
    expect(rotatedBy).not.toBe("");
    await use(1, elsewhere);
    expect((await row()).rotatedBy).not.toBe(rotatedBy);
  });

  it("repeats the child for parallel requests of one client", async () => {
    await use(0);
    at(9_999);
    expect(await use(0)).toEqual(child(1));
    expect(await use(0)).toEqual(child(1));
    expect(await row()).toMatchObject({ refreshCounter: 1, repeatedCounter: 1, endedAt: null });
  });

  it("replaces a child that may have been lost, and ends the session when that one is used", async () => {
    await use(0);
    at(10_000);
    expect(await use(0)).toEqual(child(2));
    expect(await row()).toMatchObject({ refreshCounter: 2, parentCounter: 0, endedAt: null });
    expect(await use(1)).toBeNull();
    expect((await row()).endReason).toBe("reuse");
  });

  it("does not repeat a child for another client", async () => {
    await use(0);
    expect(await use(0, elsewhere)).toEqual(child(2));
    expect(await use(0, { ...elsewhere, userAgent: "another browser" })).toEqual(child(3));
  });

  it("ends this session on reuse at once, and notifies the owner once", async () => {
    const others = [
      await createSession(db, user.id, ""),
      await createSession(db, (await createUser()).id, ""),
    ];
    await use(0);
    await use(1);
    expect(await use(0)).toBeNull();
    expect(await row()).toMatchObject({ endedAt: new Date(start), endReason: "reuse" });
    expect(await use(2)).toBeNull();
    expect(await use(0)).toBeNull();
    for (const otherRow of others) expect((await row(otherRow.id)).endedAt).toBeNull();
    const letters = await emailsFor(user.id);
    expect(letters.map(({ to, template }) => [to, template])).toEqual([[user.email, "sessionReuse"]]);
    expect(letters[0]!.text).toContain("Ada Test");
    expect(await auditEventsFor(user.id)).toEqual([
      { actorId: null, action: "session.reuse_detected", data: {} },
    ]);
  });

  it("notifies once when copies arrive at the same time", async () => {
    await use(0);
    await use(1);
    expect(await Promise.all(Array.from({ length: 6 }, () => use(0)))).toEqual(Array(6).fill(null));
    expect(await emailsFor(user.id)).toHaveLength(1);
  });

  it("returns nothing for a number that was never issued", async () => {
    at(60_000);
    expect(await use(1)).toBeNull();
    expect((await row()).endedAt).toBeNull();
  });

  it("returns nothing without a token, for an invalid one, and for a missing session", async () => {
    expect(await rotateRefreshToken(undefined, client)).toBeNull();
    expect(await rotateRefreshToken("", client)).toBeNull();
    expect(await rotateRefreshToken("a.b.c", client)).toBeNull();
    expect(await rotateRefreshToken(refreshToken(uuidv7(), 0), client)).toBeNull();
  });

  it("returns nothing after the session has expired, neither for the newest nor for an earlier token", async () => {
    await use(0);
    at(MONTH);
    expect(await use(1)).toBeNull();
    expect(await use(0)).toBeNull();
    expect(await row()).toMatchObject({ refreshCounter: 1, endedAt: null });
  });

  it("returns nothing after the session has ended, neither for the newest nor for an earlier token", async () => {
    await use(0);
    await endSession(id, "logout");
    expect(await use(1)).toBeNull();
    expect(await use(0)).toBeNull();
    expect(await row()).toMatchObject({ refreshCounter: 1, endReason: "logout" });
  });
});

describe("ending sessions", () => {
  it("ends one with reason and time; a second call changes nothing", async () => {
    const otherSession = await createSession(db, user.id, "");
    await endSession(id, "revoked");
    at(1_000);
    await endSession(id, "logout");
    expect(await row()).toMatchObject({ endedAt: new Date(start), endReason: "revoked" });
    expect((await row(otherSession.id)).endedAt).toBeNull();
  });

  it("ends all open sessions of a user, or all but one, and counts them", async () => {
    const [second, third] = [await createSession(db, user.id, ""), await createSession(db, user.id, "")];
    const stranger = await createSession(db, (await createUser()).id, "");
    await endSession(third.id, "logout");
    const end = (except?: string) => transaction((tx) => endAllSessions(tx, user.id, "password", except));
    expect(await end(id)).toBe(1);
    expect(await row(second.id)).toMatchObject({ endedAt: new Date(start), endReason: "password" });
    expect((await row()).endedAt).toBeNull();
    expect(await end()).toBe(1);
    expect((await row()).endReason).toBe("password");
    expect((await row(third.id)).endReason).toBe("logout");
    expect((await row(stranger.id)).endedAt).toBeNull();
  });
});
