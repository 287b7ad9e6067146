import { expect } from "vitest";
import { db } from "@/lib/db/client";
import type { NewPasskey, PasskeyRequest, SecondStepDto } from "@/lib/users/passkey-schema";
import { act } from "./action";
import { post, type SignedIn } from "./api";
import { Authenticator, type Forgery } from "./authenticator";
import { approvedStartup } from "./own-account";
import { data, logIn, outcomeOf, password, type GivenProof } from "./two-step-account";

/** A user's passkeys (ADR 12), as /account/security and the login use them. */
interface CreationOptions {
  challenge: string;
  rp: { id: string; name: string };
  user: { id: string; name: string; displayName: string };
  excludeCredentials: { id: string }[];
  authenticatorSelection: { userVerification: string };
  attestation: string;
}

type Account = Pick<SignedIn, "cookies">;

export const beginPasskey = ({ cookies }: Account, proof: GivenProof = { password }) =>
  act<CreationOptions>("beginPasskeyAction", proof, { cookies });
export const add = ({ cookies }: Account, passkey: NewPasskey) =>
  act<string[]>("addPasskeyAction", { passkey }, { cookies });
export const remove = ({ cookies }: Account, passkeyId: string, proof: GivenProof) =>
  act<null>("removePasskeyAction", { passkeyId, proof }, { cookies });

export const removeApp = async ({ cookies }: Account, proof: GivenProof) =>
  (await act<null>("removeAppAction", proof, { cookies })).outcome;

/** Adds a passkey as the page does. Returns it with the recovery codes. */
export async function addPasskey(user: Account, proof?: GivenProof, authenticator = new Authenticator()) {
  const options = data(await beginPasskey(user, proof));
  const codes = data(await add(user, authenticator.create(options)));
  return { authenticator, codes };
}

/** Creates an approved startup with a passkey, logged in before two-step login was on. */
export async function startupWithPasskey() {
  const user = await approvedStartup();
  return { user, ...(await addPasskey(user)) };
}

/** Returns the challenge in the response to a correct password. */
export async function loginRequest(email: string, input = password): Promise<PasskeyRequest> {
  const { status, body } = await logIn(email, undefined, input);
  expect([status, body.error]).toEqual([401, "TWO_STEP_REQUIRED"]);
  return (body.data as SecondStepDto).passkey!;
}

export const logInWith = (email: string, passkey: unknown, input = password, server: 0 | 1 = 0) =>
  post("/api/auth/login", { email, password: input, passkey }, undefined, server);

/** Returns the challenge for a proof within the session. */
export async function stepUpRequest({ token }: Pick<SignedIn, "token">): Promise<PasskeyRequest> {
  const { status, body } = await post("/api/auth/step-up/options", undefined, token);
  expect(status).toBe(200);
  return (body.data as SecondStepDto).passkey!;
}

/** Returns a proof of identity by passkey within the session. */
export const prove = async (user: Pick<SignedIn, "token">, authenticator: Authenticator) => ({
  passkey: authenticator.get(await stepUpRequest(user)),
});
/** Logs in with a passkey, perhaps a forged one. Returns status and error. */
export const sign = async (email: string, authenticator: Authenticator, forgery?: Forgery) =>
  outcomeOf(await logInWith(email, authenticator.get(await loginRequest(email), forgery)));
export const rejected = [422, "INVALID_PASSKEY"];
export const passkeysOf = (userId: string) =>
  db.passkey.findMany({ where: { userId }, orderBy: { createdAt: "asc" } });
