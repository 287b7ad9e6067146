import "server-only";
import type { auth } from "./api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const authSummaries: Record<keyof typeof auth, string> = {
  me: "Get the signed-in user",
  refresh: "Exchange the refresh cookie for a new access token",
  stepUp: "Prove one's identity again; calls that need a fresh proof answer 403 STEP_UP_REQUIRED without it",
  stepUpOptions: "Get a challenge for one's passkeys, for step-up and changes of account security",
  login:
    "Log in; 401 TWO_STEP_REQUIRED asks for the same call with a code or a passkey, and its data has the challenge",
  register: "Create an account; a 6-digit code is emailed",
  verifyEmail: "Verify the email address with the emailed code; logs in",
  resendCode: "Email a new code",
  forgotPassword: "Email a link to set a new password",
  resetPassword: "Set a new password with the emailed token; ends every session",
  logoutGet: "End the session",
  logout: "End the session",
};
