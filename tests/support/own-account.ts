import { readPageCookie } from "@/lib/auth/cookies";
import { db } from "@/lib/db/client";
import { act } from "./action";
import { get, person, refresh, urls, type SignedIn } from "./api";

export const NEW_PASSWORD = "another Long pass-phrase 8";
export const approvedStartup = () => person({ role: "startup", verification: "approved" });
export const sessionOf = async ({ cookies }: Pick<SignedIn, "cookies">) =>
  (await readPageCookie(/session-token=([^;]+)/.exec(cookies)![1]))!.sessionId;
export const audited = (userId: string, action: string) =>
  db.auditEvent.findMany({ where: { targetId: userId, action }, orderBy: { seq: "asc" } });

/** Whether each credential of a session is valid: bearer token, refresh cookie, page cookie. */
export async function credentialValidity(
  user: Pick<SignedIn, "token" | "cookies">,
): Promise<[boolean, boolean, boolean]> {
  const page = await fetch(`${urls()[0]}/profile`, { redirect: "manual", headers: { cookie: user.cookies } });
  await page.arrayBuffer();
  return [
    (await get("/api/auth/me", user.token)).status === 200,
    (await refresh(user.cookies)).status === 200,
    page.status === 200,
  ];
}
export const allInvalid = [false, false, false];
export const allValid = [true, true, true];

export const change = (user: Pick<SignedIn, "cookies">, current: string, password = NEW_PASSWORD) =>
  act<{ accessToken: string }>("changePasswordAction", { current, password }, { cookies: user.cookies });
