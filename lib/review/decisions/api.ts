import * as z from "zod";
import { PROOF_MINUTES, endpoint } from "@/lib/endpoint";
import { userDto } from "@/lib/users/dto";
import { decisionSchema } from "./schema";

const userId = z.object({ userId: z.uuid().toLowerCase() });

/** The decision on a verification. */
export const decisions = {
  decide: endpoint("PATCH", "/api/admin/users/{userId}/verification-status", "cases.decide", {
    // An approval names the account of payouts.
    proofMinutes: PROOF_MINUTES,
    params: userId,
    body: decisionSchema,
    data: userDto,
    failures: ["ALREADY_DECIDED", "CONFLICT", "CONFIRMATION_REQUIRED"],
    fallback: "Failed updating user status",
  }),
};
