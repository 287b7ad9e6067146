import * as z from "zod";
import { securityEventDto } from "@/lib/auth/security-event-dto";
import { PROOF_MINUTES, endpoint } from "@/lib/endpoint";
import { decisionSchema } from "@/lib/review/decisions/schema";
import { tableNames } from "@/lib/review/figures/tables";
import {
  changeRoleSchema,
  createAdminSchema,
  inviteAdminSchema,
  deleteUserQuery,
  openRecordSchema,
  userFilter,
  userListQuery,
} from "@/lib/users/admin-schema";
import { paginationDto, statisticsDto, userDto, userSummaryDto } from "@/lib/users/dto";
import { retainedRecordDto } from "@/lib/users/retained-record-dto";

const userId = z.object({ userId: z.uuid().toLowerCase() });

/** Users, including administrators, decisions and figures. */
export const users = {
  listUsers: endpoint("GET", "/api/admin/users", "admin", {
    query: userListQuery,
    data: z.array(userSummaryDto),
    extra: z.object({ users: z.array(userSummaryDto).optional(), pagination: paginationDto }),
    fallback: "Failed loading users",
  }),
  exportUsers: endpoint("GET", "/api/admin/users/export", "admin", {
    proofMinutes: PROOF_MINUTES,
    query: userFilter,
    produces: "text/csv",
    failures: ["RECENTLY_RESET", "RATE_LIMITED"],
    fallback: "Could not export the list",
  }),
  exportAudit: endpoint("GET", "/api/admin/audit/export", "super", {
    proofMinutes: PROOF_MINUTES,
    produces: "application/jsonl",
    failures: ["RECENTLY_RESET", "RATE_LIMITED"],
    fallback: "Could not export the audit log",
  }),
  statistics: endpoint("GET", "/api/admin/statistics", "admin", {
    data: statisticsDto,
    fallback: "Failed loading users",
  }),
  exportStatistics: endpoint("GET", "/api/admin/statistics/{table}/export", "admin", {
    params: z.object({ table: z.enum(tableNames) }),
    produces: "text/csv",
    fallback: "Could not export the table",
  }),
  getUser: endpoint("GET", "/api/admin/users/{userId}", "admin", {
    params: userId,
    data: userDto,
    fallback: "Failed loading user",
  }),
  listSecurityEvents: endpoint("GET", "/api/admin/users/{userId}/security-events", "super", {
    params: userId,
    data: z.array(securityEventDto),
    fallback: "Failed loading the activity",
  }),
  deleteUser: endpoint("DELETE", "/api/admin/users/{userId}", "admin", {
    proofMinutes: PROOF_MINUTES,
    params: userId,
    query: deleteUserQuery,
    failures: ["CONFLICT", "CONFIRMATION_REQUIRED", "RECENTLY_RESET"],
    fallback: "Failed deleting user",
  }),
  changeRole: endpoint("PATCH", "/api/admin/users/{userId}/role", "admin", {
    proofMinutes: PROOF_MINUTES,
    params: userId,
    body: changeRoleSchema,
    data: userDto,
    failures: ["CONFLICT", "CONFIRMATION_REQUIRED", "RECENTLY_RESET"],
    fallback: "Failed updating user role",
  }),
  decide: endpoint("PATCH", "/api/admin/users/{userId}/verification-status", "admin", {
    params: userId,
    body: decisionSchema,
    data: userDto,
    failures: ["ALREADY_DECIDED", "CONFLICT", "CONFIRMATION_REQUIRED"],
    fallback: "Failed updating user status",
  }),
  inviteAdmin: endpoint("POST", "/api/admin/invitations", "super", {
    proofMinutes: PROOF_MINUTES,
    body: inviteAdminSchema,
    status: 201,
    data: userDto,
    failures: ["EMAIL_TAKEN", "CONFIRMATION_REQUIRED", "RECENTLY_RESET"],
    fallback: "Failed to create sub-admin",
  }),
  openRetainedRecord: endpoint("POST", "/api/admin/retained-records/{recordId}/open", "super", {
    proofMinutes: 5,
    params: z.object({ recordId: z.uuid().toLowerCase() }),
    body: openRecordSchema,
    data: retainedRecordDto,
    failures: ["RECENTLY_RESET"],
    fallback: "Could not open the record",
  }),
  createSubAdmin: endpoint("POST", "/api/admin/create-sub-admin", "super", {
    proofMinutes: PROOF_MINUTES,
    body: createAdminSchema,
    status: 201,
    data: userDto,
    failures: ["EMAIL_TAKEN", "CONFIRMATION_REQUIRED", "RECENTLY_RESET"],
    fallback: "Failed to create sub-admin",
  }),
};
