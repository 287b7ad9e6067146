import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { cookiesOf, get, mailsTo, person, refresh, waitForMail } from "../../support/api";

const refreshTokenIn = (cookies: string) => /seedline\.refresh=([^;]+)/.exec(cookies)![1]!;

describe("refresh (threat 11-13)", () => {
  it("threat 11: 50 parallel refreshes of one token on two servers return one child token and end no session", async () => {
    const user = await person();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => refresh(user.cookies, (i % 2) as 0 | 1)),
    );
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    const children = new Set(answers.map((answer) => refreshTokenIn(cookiesOf(answer.headers))));
    expect(children.size).toBe(1);
    expect((await get("/api/auth/me", answers[0]!.body.accessToken)).status).toBe(200);
    expect((await get("/api/auth/me", user.token)).status).toBe(200);
  });

  it("returns the same child token until that is used, because a response may have been lost", async () => {
    const user = await person();
    const first = cookiesOf((await refresh(user.cookies)).headers);
    const again = cookiesOf((await refresh(user.cookies)).headers);
    expect(refreshTokenIn(again)).toBe(refreshTokenIn(first));
  });

  it("threat 12: reuse of a token after its child was used ends the session family and notifies the owner", async () => {
    const user = await person();
    const child = cookiesOf((await refresh(user.cookies)).headers);
    const grandchild = await refresh(child);
    expect(grandchild.status).toBe(200);
    expect((await refresh(user.cookies)).status).toBe(401);
    expect((await refresh(cookiesOf(grandchild.headers))).status).toBe(401);
    expect((await get("/api/auth/me", grandchild.body.accessToken)).status).toBe(401);
    await waitForMail(user.email, /We ended one of your/);
    expect(
      await db.auditEvent.count({ where: { targetId: user.id, action: "session.reuse_detected" } }),
    ).toBe(1);
    expect(
      (await mailsTo(user.email)).filter((mail) => /We ended one of your/.test(mail.subject)),
    ).toHaveLength(1);
  });

  it("rejects changed tokens, invented tokens and tokens of another session", async () => {
    const [userA, otherUser] = [await person(), await person()];
    const token = refreshTokenIn(userA.cookies);
    const [id, counter, mac] = token.split(".");
    const otherId = refreshTokenIn(otherUser.cookies).split(".")[0];
    const forged = [
      `${id}.1.${mac}`,
      `${otherId}.${counter}.${mac}`,
      `${id}.${counter}.${mac!.slice(0, -2)}AA`,
      `${id}.${counter}`,
      `${randomUUID()}.0.${mac}`,
      "x",
      "",
    ];
    for (const value of forged) {
      expect((await refresh(`seedline.refresh=${value}`)).status).toBe(401);
    }
    expect((await refresh(userA.cookies)).status).toBe(200);
  });
});
