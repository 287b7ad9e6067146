import * as z from "zod";
import { PROOF_MINUTES, endpoint } from "@/lib/endpoint";
import { userDto } from "@/lib/users/dto";
import { updateMeSchema } from "@/lib/users/schema";
import { archiveDto, stopArchiveSchema } from "./archive-dto";

/** A user's own account: the profile, its deletion, and the copy of all data. */
export const account = {
  updateMe: endpoint("PUT", "/api/auth/updateMe", "user", {
    body: updateMeSchema,
    fallback: "Failed to update profile",
    failures: ["RECENTLY_RESET", "RATE_LIMITED"],
    data: userDto,
    extra: z.object({ user: userDto }),
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
};
