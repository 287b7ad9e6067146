import { expect } from "vitest";
import type { TwoStepSetup } from "@/lib/account/dto";
import type { PasskeyProof } from "@/lib/users/passkey-schema";
import { db } from "@/lib/db/client";
import { DEMO_PASSWORD } from "../../prisma/seed/builders";
import { act } from "./action";
import { post, urls, type Answer, type SignedIn } from "./api";
import { approvedStartup } from "./own-account";
import { appCode } from "./two-step";

/** A user's two-step login (ADR 12), as /profile and the login use it. */
export const password = DEMO_PASSWORD;

/** A proof of identity; a code given alone is completed with the password. */
export type GivenProof = { password?: string; code?: string; passkey?: PasskeyProof };
const proofOf = (input: string | GivenProof, ownPassword: string): GivenProof =>
  typeof input === "string" ? { password: ownPassword, code: input } : input;

export const begin = ({ cookies }: Pick<SignedIn, "cookies">, input: string | GivenProof = password) =>
  act<TwoStepSetup>("beginTwoStepAction", typeof input === "string" ? { password: input } : input, {
    cookies,
  });
export const enable = ({ cookies }: Pick<SignedIn, "cookies">, code: string, server: 0 | 1 = 0) =>
  act<string[]>("enableTwoStepAction", { code }, { cookies, base: urls()[server] });
export const disable = (
  { cookies }: Pick<SignedIn, "cookies">,
  proof: string | GivenProof,
  ownPassword = password,
) => act<null>("disableTwoStepAction", proofOf(proof, ownPassword), { cookies });
export const renew = (
  { cookies }: Pick<SignedIn, "cookies">,
  proof: string | GivenProof,
  ownPassword = password,
) => act<string[]>("renewRecoveryCodesAction", proofOf(proof, ownPassword), { cookies });

export function data<T>({
  outcome,
  body,
}: {
  outcome: { ok: true; data: T } | { ok: false } | null;
  body: string;
}): T {
  if (!outcome?.ok) throw new Error(`the action failed: ${body.slice(-300)}`);
  return outcome.data;
}

/** Turns it on as /profile does. */
export async function turnOn(user: SignedIn): Promise<{ secret: string; codes: string[] }> {
  const { secret } = data(await begin(user));
  return { secret, codes: data(await enable(user, appCode(secret))) };
}

/** Creates an approved startup with an authenticator app, logged in before two-step login was on. */
export async function startupWithApp() {
  const user = await approvedStartup();
  return { user, ...(await turnOn(user)) };
}

/** Resets the used time step, so that tests do not have to wait 30 seconds. */
export const resetUsedStep = (userId: string) =>
  db.twoStep.update({ where: { userId }, data: { lastStep: 0 } });

export const logIn = (email: string, code?: string, input = password, server: 0 | 1 = 0) =>
  post("/api/auth/login", { email, password: input, ...(code !== undefined && { code }) }, undefined, server);
export const outcomeOf = ({ status, body }: Answer) => [status, body.error];
export const signedIn = ({ status, body }: Answer) => status === 200 && typeof body.accessToken === "string";
export const sessions = (userId: string) => db.session.count({ where: { userId, endedAt: null } });
/** Returns the audited changes of a user's second factors, oldest first. */
export const audited = async (userId: string) =>
  (await db.auditEvent.findMany({ where: { targetId: userId }, orderBy: { seq: "asc" } }))
    .map(({ action }) => action)
    .filter((action) => /^(?:passkey|two_step)\./.test(action));
export const failed = (error: string, path?: string) => ({
  ok: false,
  error,
  ...(path && { errors: [{ path, message: expect.any(String) as string }] }),
});
