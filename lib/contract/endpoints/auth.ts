import * as z from "zod";
import { archiveDto, stopArchiveSchema } from "@/lib/account/archive-dto";
import { PROOF_MINUTES, endpoint } from "@/lib/endpoint";
import { userDto } from "@/lib/users/dto";
import { secondStepDto } from "@/lib/users/passkey-schema";
import {
  emailOnlySchema,
  loginSchema,
  proofSchema,
  registerSchema,
  resetPasswordSchema,
  setInvestorTypeSchema,
  setRoleSchema,
  updateMeSchema,
  verifyEmailSchema,
} from "@/lib/users/schema";

const ownUser = { data: userDto, extra: z.object({ user: userDto }) };
const signedIn = { data: userDto, extra: z.object({ user: userDto, accessToken: z.string() }) };
const endSession = { failures: ["OTHER_USER"] } as const;

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
  setRole: endpoint("PUT", "/api/auth/setRole", "applicant", {
    body: setRoleSchema,
    failures: ["CONFLICT"],
    fallback: "Failed to set user role",
    ...ownUser,
  }),
  setInvestorType: endpoint("PUT", "/api/auth/setInvestorType", "applicant", {
    body: setInvestorTypeSchema,
    failures: ["CONFLICT"],
    fallback: "Failed to set investor type",
    ...ownUser,
  }),
  updateMe: endpoint("PUT", "/api/auth/updateMe", "user", {
    body: updateMeSchema,
    fallback: "Failed to update profile",
    failures: ["RECENTLY_RESET", "RATE_LIMITED"],
    ...ownUser,
  }),
  deleteMe: endpoint("DELETE", "/api/auth/deleteMe", "applicant", {
    proofMinutes: PROOF_MINUTES,
    failures: ["RECENTLY_RESET", "CONFLICT"],
    fallback: "Failed to delete account",
  }),
  requestArchive: endpoint("POST", "/api/auth/archive", "user", {
    proofMinutes: PROOF_MINUTES,
    status: 201,
    data: archiveDto,
    failures: ["RECENTLY_RESET", "CONFLICT", "RATE_LIMITED"],
    fallback: "We couldn't prepare your data. Please try again.",
  }),
  downloadArchive: endpoint("GET", "/api/auth/archive/download", "user", {
    proofMinutes: PROOF_MINUTES,
    produces: "application/zip",
    failures: ["RECENTLY_RESET", "NOT_FOUND"],
    fallback: "We couldn't download your data. Please try again.",
  }),
  stopArchive: endpoint("POST", "/api/auth/archive/stop", "public", {
    body: stopArchiveSchema,
    failures: ["INVALID_TOKEN"],
    fallback: "We couldn't stop the download. Please try again.",
  }),
  logoutGet: endpoint("GET", "/api/auth/logout", "cookie", endSession),
  logout: endpoint("POST", "/api/auth/logout", "cookie", endSession),
};
