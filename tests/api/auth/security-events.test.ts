import { describe, expect, it } from "vitest";
import type { SecurityEventDto } from "@/lib/auth/security-event-dto";
import { db } from "@/lib/db/client";
import { DEMO_PASSWORD } from "../../../prisma/seed/builders";
import {
  admin,
  call,
  cookiesOf,
  get,
  mailsTo,
  person,
  post,
  tokenIn,
  until,
  urls,
  waitForMail,
  type SignedIn,
} from "../../support/api";
import { NEW_PASSWORD } from "../../support/own-account";

const kindsOf = async (userId: string) =>
  (await db.securityEvent.findMany({ where: { userId }, orderBy: [{ at: "asc" }, { id: "asc" }] })).map(
    ({ kind }) => kind,
  );

const logIn = (email: string, headers: Record<string, string> = {}) =>
  call("POST", "/api/auth/login", { body: { email, password: DEMO_PASSWORD }, headers });

const newDeviceMails = async ({ email }: SignedIn) =>
  (await mailsTo(email)).filter(({ subject }) => subject.startsWith("New login"));

describe("a login on a new device (threat 53)", () => {
  it("is reported by email with time and browser, without a location", async () => {
    const user = await person();
    const chrome = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36";
    expect((await logIn(user.email, { "user-agent": chrome })).status).toBe(200);
    const { text } = await waitForMail(user.email, /^New login/);
    expect(text).toContain("Chrome on Windows");
    expect(text).toMatch(/\d{1,2} \w+ \d{4} at \d{2}:\d{2} \(Lagos time\)/);
    expect(text).not.toContain("127.0.0.1");
    expect(await kindsOf(user.id)).toEqual(["login", "login", "new_device"]);
  });

  it("is not reported for the first device, nor for one with its cookie or with the same network and browser", async () => {
    const user = await person();
    await logIn(user.email);
    const device = user.cookies.split("; ").find((cookie) => cookie.startsWith("seedline.device="))!;
    const answer = await logIn(user.email, { cookie: device, "user-agent": "an updated browser" });
    expect(cookiesOf(answer.headers)).toContain(device);
    expect(await kindsOf(user.id)).toEqual(["login", "login", "login"]);
    expect(await newDeviceMails(user)).toEqual([]);
  });

  it("is reported although another user has logged in on the device", async () => {
    const [first, otherUser] = [await person(), await person()];
    const device = first.cookies.split("; ").find((cookie) => cookie.startsWith("seedline.device="))!;
    await logIn(otherUser.email, { cookie: device, "user-agent": "a shared computer" });
    await waitForMail(otherUser.email, /^New login/);
  });
});

describe("logins and failures are recorded (threat 62)", () => {
  it("with network and browser, and shown to the user", async () => {
    const user = await person();
    await post("/api/auth/login", { email: user.email, password: "wrong" });
    await until(async () => (await kindsOf(user.id)).includes("password_failed"), "the failure");
    await post("/api/auth/forgot-password", { email: user.email });
    const token = tokenIn(await waitForMail(user.email, /Reset your .* password/));
    await post("/api/auth/reset-password", { token, password: NEW_PASSWORD });
    expect(await kindsOf(user.id)).toEqual(["login", "password_failed", "password_reset"]);
    const row = await db.securityEvent.findFirstOrThrow({ where: { userId: user.id } });
    expect([row.network, row.userAgent]).toEqual(["127.0.0.1", "node"]);

    const again = await post("/api/auth/login", { email: user.email, password: NEW_PASSWORD });
    const page = await fetch(`${urls()[0]}/account/security`, {
      headers: { cookie: cookiesOf(again.headers) },
    });
    const html = await page.text();
    for (const text of ["Logged in", "Wrong password", "Password set with an emailed link"])
      expect(html).toContain(text);
  });

  it("failures that a stranger causes do not push a login off the list", async () => {
    const [boss, administrator] = [await admin(true), await admin()];
    await db.securityEvent.createMany({
      data: Array.from({ length: 80 }, () => ({ userId: administrator.id, kind: "password_failed", network: "n", userAgent: "u" })),
    }); // oxfmt-ignore
    const answer = await get(`/api/admin/users/${administrator.id}/security-events`, boss.token);
    const kinds = (answer.body.data as SecurityEventDto[]).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "password_failed")).toHaveLength(20);
    expect(kinds.at(-1)).toBe("login");
  });

  it("of administrators are shown to super administrators, those of other users only to themselves", async () => {
    const [boss, administrator, user] = [await admin(true), await admin(), await person()];
    const path = (id: string) => `/api/admin/users/${id}/security-events`;
    const answer = await get(path(administrator.id), boss.token);
    expect(answer.body.data as SecurityEventDto[]).toMatchObject([{ kind: "login", network: "127.0.0.1" }]);
    expect((await get(path(administrator.id), administrator.token)).status).toBe(403);
    expect((await get(path(user.id), boss.token)).status).toBe(404);
  });
});
