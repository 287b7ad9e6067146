import "server-only";
import { env } from "@/lib/env";
import type { Role } from "@/lib/roles";

/** True for an administrator who has to set up two-step login before anything else (`ADMIN_TWO_STEP=required`). */
export const mustSetUpTwoStep = (user: { role: Role; twoStepSince: Date | null }): boolean =>
  user.role === "admin" && user.twoStepSince === null && env.ADMIN_TWO_STEP === "required";
