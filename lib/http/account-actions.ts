"use server";

import * as z from "zod";
import { action } from "@/lib/http/action";
import { setSessionCookies } from "@/lib/auth/cookies";
import { signAccessToken } from "@/lib/auth/tokens";
import { paths } from "@/lib/routes/paths";
import { codeSchema, proofSchema } from "@/lib/users/schema";
import { changePassword, endOtherSessions, endOwnSession } from "../account/commands";
import { addPasskey, removePasskey, startPasskeySetup } from "../account/passkeys";
import {
  addPasskeySchema,
  changePasswordSchema,
  endSessionSchema,
  removePasskeySchema,
} from "../account/schema";
import {
  startTwoStepSetup,
  disableTwoStep,
  enableTwoStep,
  removeApp,
  renewRecoveryCodes,
} from "../account/two-step";

/** Server actions of /account/security and /profile, which have no call in the contract. */
const path = paths.accountSecurity();

/** Changes the password and sets the cookies of the new session. Returns its access token. */
export const changePasswordAction = action(
  { path, input: changePasswordSchema },
  async ({ viewer, client, input }) => {
    const session = await changePassword(viewer, input, client);
    await setSessionCookies(session);
    return { accessToken: await signAccessToken(session.id) };
  },
);

export const endSessionAction = action({ path, input: endSessionSchema }, async ({ viewer, input }) =>
  endOwnSession(viewer, input.sessionId),
);

/** Returns the number of sessions ended. */
export const endOtherSessionsAction = action({ path, input: z.undefined() }, async ({ viewer }) =>
  endOtherSessions(viewer),
);

/** Returns the setup data for the authenticator app. */
export const beginTwoStepAction = action({ path, input: proofSchema }, async ({ viewer, client, input }) =>
  startTwoStepSetup(viewer, input, client),
);

/** Returns the recovery codes, which cannot be shown again; none if two-step login was already on. */
export const enableTwoStepAction = action({ path, input: codeSchema }, async ({ viewer, input }) =>
  enableTwoStep(viewer, input.code),
);

export const disableTwoStepAction = action({ path, input: proofSchema }, async ({ viewer, client, input }) =>
  disableTwoStep(viewer, input, client),
);

export const removeAppAction = action({ path, input: proofSchema }, async ({ viewer, client, input }) =>
  removeApp(viewer, input, client),
);

/** Returns the new recovery codes, which cannot be shown again. */
export const renewRecoveryCodesAction = action(
  { path, input: proofSchema },
  async ({ viewer, client, input }) => renewRecoveryCodes(viewer, input, client),
);

/** Returns the argument of `navigator.credentials.create()`. */
export const beginPasskeyAction = action({ path, input: proofSchema }, async ({ viewer, client, input }) =>
  startPasskeySetup(viewer, input, client),
);

/** Returns the recovery codes, which cannot be shown again; none if two-step login was already on. */
export const addPasskeyAction = action({ path, input: addPasskeySchema }, async ({ viewer, client, input }) =>
  addPasskey(viewer, input.passkey, client),
);

export const removePasskeyAction = action(
  { path, input: removePasskeySchema },
  async ({ viewer, client, input }) => removePasskey(viewer, input, client),
);
