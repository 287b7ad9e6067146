import * as z from "zod";
import { PROOF_MINUTES, endpoint } from "@/lib/endpoint";
import {
  changeDutySchema,
  createAdminSchema,
  inviteAdminSchema,
  openRecordSchema,
} from "@/lib/users/admin-schema";
import { userDto } from "@/lib/users/dto";
import { retainedRecordDto, retainedSummaryDto } from "@/lib/users/retained-record-dto";

/** Administrators, and the sealed records of erased verifications. */
export const administration = {
  inviteAdmin: endpoint("POST", "/api/admin/invitations", "super", {
    proofMinutes: PROOF_MINUTES,
    body: inviteAdminSchema,
    status: 201,
    data: userDto,
    failures: ["EMAIL_TAKEN", "CONFIRMATION_REQUIRED", "RECENTLY_RESET"],
    fallback: "Failed to create sub-admin",
  }),
  createSubAdmin: endpoint("POST", "/api/admin/create-sub-admin", "super", {
    proofMinutes: PROOF_MINUTES,
    body: createAdminSchema,
    status: 201,
    data: userDto,
    failures: ["EMAIL_TAKEN", "CONFLICT", "RECENTLY_RESET"],
    fallback: "Failed to create sub-admin",
  }),
  changeDuty: endpoint("PATCH", "/api/admin/users/{userId}/duty", "super", {
    proofMinutes: PROOF_MINUTES,
    params: z.object({ userId: z.uuid().toLowerCase() }),
    body: changeDutySchema,
    data: userDto,
    failures: ["CONFLICT", "CONFIRMATION_REQUIRED", "RECENTLY_RESET"],
    fallback: "Could not change the duty",
  }),
  listRetainedRecords: endpoint("GET", "/api/admin/retained-records", "audit.read", {
    data: z.array(retainedSummaryDto),
    extra: z.object({ total: z.int() }),
    fallback: "Could not load the records",
  }),
  openRetainedRecord: endpoint("POST", "/api/admin/retained-records/{recordId}/open", "super", {
    proofMinutes: 5,
    params: z.object({ recordId: z.uuid().toLowerCase() }),
    body: openRecordSchema,
    data: retainedRecordDto,
    failures: ["RECENTLY_RESET"],
    fallback: "Could not open the record",
  }),
};
