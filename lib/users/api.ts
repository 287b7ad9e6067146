import * as z from "zod";
import { securityEventDto } from "@/lib/auth/security-event-dto";
import { PROOF_MINUTES, endpoint } from "@/lib/endpoint";
import { changeRoleSchema, deleteUserQuery, userFilter, userListQuery } from "./admin-schema";
import { paginationDto, userDto, userSummaryDto } from "./dto";

const userId = z.object({ userId: z.uuid().toLowerCase() });

/** Users, including administrators. */
export const users = {
  listUsers: endpoint("GET", "/api/admin/users", "cases.read", {
    query: userListQuery,
    data: z.array(userSummaryDto),
    extra: z.object({ users: z.array(userSummaryDto).optional(), pagination: paginationDto }),
    fallback: "Failed loading users",
  }),
  exportUsers: endpoint("GET", "/api/admin/users/export", "cases.read", {
    proofMinutes: PROOF_MINUTES,
    query: userFilter,
    produces: "text/csv",
    failures: ["RECENTLY_RESET", "RATE_LIMITED"],
    fallback: "Could not export the list",
  }),
  getUser: endpoint("GET", "/api/admin/users/{userId}", "cases.read", {
    params: userId,
    data: userDto,
    fallback: "Failed loading user",
  }),
  listSecurityEvents: endpoint("GET", "/api/admin/users/{userId}/security-events", "super", {
    params: userId,
    data: z.array(securityEventDto),
    fallback: "Failed loading the activity",
  }),
  deleteUser: endpoint("DELETE", "/api/admin/users/{userId}", "users.change", {
    proofMinutes: PROOF_MINUTES,
    params: userId,
    query: deleteUserQuery,
    failures: ["CONFLICT", "CONFIRMATION_REQUIRED", "RECENTLY_RESET"],
    fallback: "Failed deleting user",
  }),
  changeRole: endpoint("PATCH", "/api/admin/users/{userId}/role", "users.change", {
    proofMinutes: PROOF_MINUTES,
    params: userId,
    body: changeRoleSchema,
    data: userDto,
    failures: ["CONFLICT", "CONFIRMATION_REQUIRED", "RECENTLY_RESET"],
    fallback: "Failed updating user role",
  }),
};
