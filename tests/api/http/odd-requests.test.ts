import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import {
  admin,
  call,
  codeIn,
  freshEmail,
  mailsTo,
  post,
  registration,
  urls,
  waitForMail,
} from "../../support/api";

describe("odd requests get no 5xx and reveal nothing (threat 66)", () => {
  it.each(["%zz", "javascript:alert(1)", "http://", "not an address", "//[", "https://[::1"])(
    "next-auth with the callback address %s",
    async (value) => {
      const cookie = `next-auth.callback-url=${encodeURIComponent(value)}`;
      const answer = await call("GET", "/api/auth/session", { headers: { cookie } });
      expect([answer.status, answer.body.error]).toEqual([400, "BAD_REQUEST"]);
      expect(answer.headers.getSetCookie().join()).toContain("next-auth.callback-url=; Path=/; Max-Age=0");
      const asked = await call("GET", `/api/auth/session?callbackUrl=${encodeURIComponent(value)}`);
      expect(asked.status).toBe(400);
    },
  );

  it("next-auth with its own callback address", async () => {
    for (const value of ["/", "/dashboard", urls()[0]]) {
      const response = await fetch(`${urls()[0]}/api/auth/session`, {
        headers: { cookie: `next-auth.callback-url=${encodeURIComponent(value)}` },
      });
      expect(response.status).toBe(200);
    }
  });

  it.each(["/", "/login", "/api/health", "/%ff", "//evil.example/x.png", "/apple-icon.png"])(
    "the image endpoint with %s",
    async (url) => {
      const response = await fetch(`${urls()[0]}/_next/image?w=64&q=75&url=${encodeURIComponent(url)}`);
      await response.arrayBuffer();
      expect(response.status).toBe(404);
    },
  );

  it("a code requested again within a minute is answered like for a stranger's address, and not sent", async () => {
    const email = freshEmail();
    await post("/api/auth/register", registration(email));
    const first = codeIn(await waitForMail(email, /code/));
    const known = await post("/api/auth/resend-code", { email });
    const unknown = await post("/api/auth/resend-code", { email: freshEmail() });
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    expect(known.status).toBe(200);
    expect(await mailsTo(email)).toHaveLength(1);
    expect(await db.mailOutbox.count({ where: { userId: (await userOf(email)).id } })).toBe(1);
    expect((await post("/api/auth/verify-email", { email, code: first })).status).toBe(200);
  });

  it("signed-in and public pages allow no plug-ins", async () => {
    for (const path of ["/", "/login"]) {
      const response = await fetch(urls()[0] + path);
      await response.arrayBuffer();
      expect(response.headers.get("content-security-policy")).toContain("object-src 'none'");
    }
  });
});

const userOf = (email: string) => db.user.findUniqueOrThrow({ where: { email }, select: { id: true } });

describe("rights and limits (threat 65)", () => {
  it.each([
    ["PUT", "/api/auth/setRole", { role: "nobody" }],
    ["PUT", "/api/auth/setInvestorType", {}],
    ["PUT", "/api/verification/draft", { values: 1 }],
    ["POST", "/api/verification", {}],
  ])("%s %s is closed to administrators before the body is validated", async (method, path, body) => {
    const { token } = await admin();
    expect((await call(method, path, { body, token })).status).toBe(403);
  });

  it("the stored keys of limits cannot be found by hashing addresses", async () => {
    const email = freshEmail();
    await post("/api/auth/resend-code", { email });
    const plain = createHash("sha256").update(`code-wait|${email}`).digest("base64url");
    expect(await db.rateLimit.count({ where: { key: plain } })).toBe(0);
  });
});
