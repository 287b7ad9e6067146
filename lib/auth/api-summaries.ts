import "server-only";
import type { auth } from "./api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const authSummaries: Record<keyof typeof auth, string> = {
  me: "Get the signed-in user",
  refresh: "Exchange the refresh cookie for a new access token",
  stepUp:
    "Prove the user's identity again; without a fresh proof, calls that need one return 403 STEP_UP_REQUIRED",
  stepUpOptions: "Get a challenge for the user's passkeys, for step-up and changes to account security",
  login:
    "Log in; after 401 TWO_STEP_REQUIRED, repeat the call with a code or a passkey for the challenge in its data",
  register: "Create an account; a 6-digit code is emailed",
  verifyEmail: "Verify the email address with the emailed code, and log in",
  resendCode: "Email a new code",
  forgotPassword: "Email a link to set a new password",
  resetPassword: "Set a new password with the emailed token; ends all sessions",
  logoutGet: "End the session",
  logout: "End the session",
};
