"use server";

import * as z from "zod";
import { action } from "@/lib/http/action";
import { setSessionCookies } from "@/lib/auth/cookies";
import { signAccessToken } from "@/lib/auth/tokens";
import { paths } from "@/lib/routes/paths";
import { codeSchema } from "@/lib/users/schema";
import { changePassword, endOtherSessions, endOwnSession } from "../account/commands";
import { changePasswordSchema, endSessionSchema, passwordOnlySchema, proofSchema } from "../account/schema";
import { startTwoStepSetup, disableTwoStep, enableTwoStep, renewRecoveryCodes } from "../account/two-step";

/** What /profile does that has no documented call. */
const path = paths.profile();

/** Changes the password and turns this browser to the session that goes on. Answers its access token. */
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

/** Answers how many devices were signed out. */
export const endOtherSessionsAction = action({ path, input: z.undefined() }, async ({ viewer }) =>
  endOtherSessions(viewer),
);

/** Answers what the authenticator app has to be told. */
export const beginTwoStepAction = action(
  { path, input: passwordOnlySchema },
  async ({ viewer, client, input }) => startTwoStepSetup(viewer, input.password, client),
);

/** Answers the recovery codes, this once. */
export const enableTwoStepAction = action({ path, input: codeSchema }, async ({ viewer, input }) =>
  enableTwoStep(viewer, input.code),
);

export const disableTwoStepAction = action({ path, input: proofSchema }, async ({ viewer, client, input }) =>
  disableTwoStep(viewer, input, client),
);

/** Answers the new recovery codes, this once. */
export const renewRecoveryCodesAction = action(
  { path, input: proofSchema },
  async ({ viewer, client, input }) => renewRecoveryCodes(viewer, input, client),
);
