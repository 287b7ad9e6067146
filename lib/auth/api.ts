import * as z from "zod";
import { endpoint } from "@/lib/endpoint";
import { userDto } from "@/lib/users/dto";
import { secondStepDto } from "@/lib/users/passkey-schema";
import {
  emailOnlySchema,
  loginSchema,
  proofSchema,
  registerSchema,
  resetPasswordSchema,
  verifyEmailSchema,
} from "@/lib/users/schema";

const ownUser = { data: userDto, extra: z.object({ user: userDto }) };
const signedIn = { data: userDto, extra: z.object({ user: userDto, accessToken: z.string() }) };
const endSession = { failures: ["OTHER_USER"] } as const;

/** Registration, login and sessions (product 7.1). */
export const auth = {
  me: endpoint("GET", "/api/auth/me", "user", {
    ...ownUser,
  }),
  refresh: endpoint("POST", "/api/auth/refresh", "cookie", {
    failures: ["UNAUTHENTICATED"],
    ...signedIn,
  }),
  stepUp: endpoint("POST", "/api/auth/step-up", "user", {
    body: proofSchema,
    failures: ["TWO_STEP_REQUIRED", "INVALID_CODE", "INVALID_PASSKEY", "CONFLICT", "RATE_LIMITED"],
    fallback: "We couldn't confirm that it's you. Please try again.",
  }),
  stepUpOptions: endpoint("POST", "/api/auth/step-up/options", "user", {
    data: secondStepDto,
  }),
  login: endpoint("POST", "/api/auth/login", "public", {
    body: loginSchema,
    failures: [
      "INVALID_CREDENTIALS",
      "TWO_STEP_REQUIRED",
      "INVALID_CODE",
      "INVALID_PASSKEY",
      "EMAIL_NOT_VERIFIED",
      "RATE_LIMITED",
    ],
    fallback: "Invalid email or password",
    ...signedIn,
  }),
  register: endpoint("POST", "/api/auth/register", "public", {
    body: registerSchema,
    status: 201,
    failures: ["EMAIL_TAKEN", "RATE_LIMITED"],
    fallback: "Registration failed. Please try again.",
    ...ownUser,
  }),
  verifyEmail: endpoint("POST", "/api/auth/verify-email", "public", {
    body: verifyEmailSchema,
    failures: ["INVALID_CODE", "RATE_LIMITED"],
    fallback: "Verification failed. Try again.",
    data: signedIn.data,
    extra: signedIn.extra.extend({ passwordResetToken: z.string().optional() }),
  }),
  resendCode: endpoint("POST", "/api/auth/resend-code", "public", {
    body: emailOnlySchema,
    failures: ["RATE_LIMITED"],
    fallback: "Failed to resend code. Try again.",
  }),
  forgotPassword: endpoint("POST", "/api/auth/forgot-password", "public", {
    body: emailOnlySchema,
    failures: ["RATE_LIMITED"],
    fallback: "We couldn't send the reset link. Please try again.",
  }),
  resetPassword: endpoint("POST", "/api/auth/reset-password", "public", {
    body: resetPasswordSchema,
    failures: ["INVALID_TOKEN"],
    fallback: "We couldn't set your new password. Please try again.",
  }),
  logoutGet: endpoint("GET", "/api/auth/logout", "cookie", endSession),
  logout: endpoint("POST", "/api/auth/logout", "cookie", endSession),
};
