import * as z from "zod";
import { auth } from "@/lib/auth/api";
import { call, toApiError, type ApiError } from "@/lib/contract/client";
import type { Answer } from "@/lib/endpoint";
import { secondStepDto, type PasskeyRequest, type SecondStepDto } from "@/lib/users/passkey-schema";

const answer = z.object({ data: secondStepDto });

/** Parses the second-step options in a TWO_STEP_REQUIRED error. */
export const parseSecondStep = ({ body }: ApiError): SecondStepDto =>
  answer.safeParse(body).data?.data ?? { methods: ["app"], passkey: null };

/**
 * Gets another challenge for a login with a passkey by sending the password alone. If two-step login has been turned off in the meantime,
 * this logs in: `onLogin` receives the response, and there is no challenge.
 */
export async function requestPasskeyLogin(
  body: { email: string; password: string },
  onLogin: (answer: Answer<typeof auth.login>) => void | Promise<never>,
): Promise<PasskeyRequest | null> {
  try {
    await onLogin(await call(auth.login, { body }));
  } catch (thrown) {
    const error = toApiError(thrown);
    if (error.code === "TWO_STEP_REQUIRED") return parseSecondStep(error).passkey;
    throw error;
  }
  return null;
}
