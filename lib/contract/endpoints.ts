import { z } from "zod";
import { downloadMeSchema } from "@/lib/account/schema";
import { createSlideSchema, updateSlideSchema } from "@/lib/carousel/schema";
import { changeRoleSchema, createAdminSchema, userFilter, userListQuery } from "@/lib/users/admin-schema";
import {
  emailOnlySchema,
  loginSchema,
  registerSchema,
  resetPasswordSchema,
  setInvestorTypeSchema,
  setRoleSchema,
  updateMeSchema,
  verifyEmailSchema,
} from "@/lib/users/schema";
import { corporateFiles } from "@/lib/verification/documents";
import { corporateSchema } from "@/lib/verification/corporate-schema";
import { draftSchema } from "@/lib/verification/draft-schema";
import { decisionSchema, revealSchema } from "@/lib/verification/review-schema";
import { investorFormSchema } from "@/lib/verification/schema";

/**
 * The documented REST contract (product 7): one entry a verb and path. Handlers are wrapped with their entry, /api/openapi.json is
 * made from the list, and a test walks app/api to see that both hold the same.
 */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * - public: everybody; a bearer is read when there is one
 * - user, admin, super: a bearer with these rights
 * - cookie: the refresh cookie, from our own pages only
 * - either: decided by the handler (public files, or bearer or page cookie)
 */
export type ApiAuth = "public" | "user" | "admin" | "super" | "cookie" | "either";

export interface Endpoint {
  method: Method;
  /** With `{name}` for a variable segment, as in OpenAPI. */
  path: string;
  summary: string;
  auth: ApiAuth;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** What the OpenAPI document says of the body where the handler parses it itself. */
  documentedBody?: z.ZodType;
  /** File parts of a multipart body, and whether each is required. */
  multipart?: Record<string, { required: boolean }>;
  status?: 200 | 201;
  /** Answers something else than the JSON envelope. */
  produces?: string;
}

const endpoint = <const E extends Endpoint>(value: E) => value;

const anyId = z.object({ id: z.uuid().toLowerCase() });
const draftField = z.object({ field: z.string().regex(/^[\w[\]]{1,60}$/) });
const userId = z.object({ userId: z.uuid().toLowerCase() });

export const endpoints = {
  me: endpoint({ method: "GET", path: "/api/auth/me", summary: "The signed-in user", auth: "user" }),
  refresh: endpoint({
    method: "POST",
    path: "/api/auth/refresh",
    summary: "Exchange the refresh cookie for a new access token",
    auth: "cookie",
  }),
  login: endpoint({
    method: "POST",
    path: "/api/auth/login",
    summary: "Log in; 401 TWO_STEP_REQUIRED asks for the same call with the code",
    auth: "public",
    body: loginSchema,
  }),
  register: endpoint({
    method: "POST",
    path: "/api/auth/register",
    summary: "Create an account; a 6-digit code is mailed",
    auth: "public",
    body: registerSchema,
    status: 201,
  }),
  verifyEmail: endpoint({
    method: "POST",
    path: "/api/auth/verify-email",
    summary: "Prove the mailbox with the mailed code; signs the person in",
    auth: "public",
    body: verifyEmailSchema,
  }),
  resendCode: endpoint({
    method: "POST",
    path: "/api/auth/resend-code",
    summary: "Mail a new code",
    auth: "public",
    body: emailOnlySchema,
  }),
  forgotPassword: endpoint({
    method: "POST",
    path: "/api/auth/forgot-password",
    summary: "Mail a link to choose a new password",
    auth: "public",
    body: emailOnlySchema,
  }),
  resetPassword: endpoint({
    method: "POST",
    path: "/api/auth/reset-password",
    summary: "Choose a new password with the mailed token; ends every session",
    auth: "public",
    body: resetPasswordSchema,
  }),
  setRole: endpoint({
    method: "PUT",
    path: "/api/auth/setRole",
    summary: "Choose startup or investor",
    auth: "user",
    body: setRoleSchema,
  }),
  setInvestorType: endpoint({
    method: "PUT",
    path: "/api/auth/setInvestorType",
    summary: "Choose personal or corporate",
    auth: "user",
    body: setInvestorTypeSchema,
  }),
  updateMe: endpoint({
    method: "PUT",
    path: "/api/auth/updateMe",
    summary: "Change one's own profile",
    auth: "user",
    body: updateMeSchema,
  }),
  deleteMe: endpoint({
    method: "DELETE",
    path: "/api/auth/deleteMe",
    summary: "Erase one's own account",
    auth: "user",
  }),
  downloadMe: endpoint({
    method: "POST",
    path: "/api/auth/downloadMe",
    summary:
      "Everything kept about oneself, numbers in full, with the original documents; asks for the password; audited",
    auth: "user",
    body: downloadMeSchema,
    produces: "application/zip",
  }),
  logoutGet: endpoint({
    method: "GET",
    path: "/api/auth/logout",
    summary: "End the session",
    auth: "cookie",
  }),
  logout: endpoint({
    method: "POST",
    path: "/api/auth/logout",
    summary: "End the session",
    auth: "cookie",
  }),

  submitVerification: endpoint({
    method: "POST",
    path: "/api/verification",
    summary: "Store the answers of the individual form; the documents call completes them",
    auth: "user",
    documentedBody: investorFormSchema,
  }),
  submitDocuments: endpoint({
    method: "POST",
    path: "/api/verification/documents",
    summary: "Send the documents of the individual form and complete the submission",
    auth: "user",
    multipart: {
      identificationDocument: { required: true },
      passportPhoto: { required: true },
      utilityBill: { required: true },
    },
  }),
  submitCorporate: endpoint({
    method: "POST",
    path: "/api/verification/corporate",
    summary: "Store the answers of the corporate form; the documents call completes them",
    auth: "user",
    documentedBody: corporateSchema,
  }),
  submitCorporateDocuments: endpoint({
    method: "POST",
    path: "/api/verification/corporate/documents",
    summary: "Send the documents of the corporate form and complete the submission",
    auth: "user",
    multipart: {
      ...Object.fromEntries(corporateFiles.map(({ field, required }) => [field, { required }])),
      "signatories[0][idDocument]": { required: true },
    },
  }),
  getDraft: endpoint({
    method: "GET",
    path: "/api/verification/draft",
    summary: "The form as it was left, numbers masked; null when there is none",
    auth: "user",
  }),
  saveDraft: endpoint({
    method: "PUT",
    path: "/api/verification/draft",
    summary: "Keep the form as it is now; a number sent masked stays what it was",
    auth: "user",
    body: draftSchema,
  }),
  clearDraft: endpoint({
    method: "DELETE",
    path: "/api/verification/draft",
    summary: "Forget the form and its documents",
    auth: "user",
  }),
  putDraftFile: endpoint({
    method: "PUT",
    path: "/api/verification/draft/files/{field}",
    summary: "Upload a document ahead of the submission; the documents call may then name it by its id",
    auth: "user",
    params: draftField,
    multipart: { file: { required: true } },
  }),
  removeDraftFile: endpoint({
    method: "DELETE",
    path: "/api/verification/draft/files/{field}",
    summary: "Take an uploaded document out of the form",
    auth: "user",
    params: draftField,
  }),
  verificationStatus: endpoint({
    method: "GET",
    path: "/api/verification/status",
    summary: "Where one's own verification stands",
    auth: "user",
  }),

  listUsers: endpoint({
    method: "GET",
    path: "/api/admin/users",
    summary: "List users, newest first",
    auth: "admin",
    query: userListQuery,
  }),
  exportUsers: endpoint({
    method: "GET",
    path: "/api/admin/users/export",
    summary: "Export the filtered user list as CSV, with identifiers masked; audited",
    auth: "admin",
    query: userFilter,
    produces: "text/csv",
  }),
  exportAudit: endpoint({
    method: "GET",
    path: "/api/admin/audit/export",
    summary: "Export the audit log as JSON Lines, ending with the signed chain head; audited",
    auth: "super",
    produces: "application/jsonl",
  }),
  statistics: endpoint({
    method: "GET",
    path: "/api/admin/statistics",
    summary: "Get dashboard statistics: totals, funnel and weekly counts",
    auth: "admin",
  }),
  getUser: endpoint({
    method: "GET",
    path: "/api/admin/users/{userId}",
    summary: "Get a user and their verification, with identifiers masked",
    auth: "admin",
    params: userId,
  }),
  listSubmissions: endpoint({
    method: "GET",
    path: "/api/admin/users/{userId}/submissions",
    summary: "List a user's submissions, newest first, with the changes between them",
    auth: "admin",
    params: userId,
  }),
  listDuplicates: endpoint({
    method: "GET",
    path: "/api/admin/users/{userId}/duplicates",
    summary: "List other users with the same NIN, BVN, account number or phone number",
    auth: "admin",
    params: userId,
  }),
  deleteUser: endpoint({
    method: "DELETE",
    path: "/api/admin/users/{userId}",
    summary: "Erase a user",
    auth: "admin",
    params: userId,
  }),
  changeRole: endpoint({
    method: "PATCH",
    path: "/api/admin/users/{userId}/role",
    summary: "Change a user's role",
    auth: "admin",
    params: userId,
    body: changeRoleSchema,
  }),
  decide: endpoint({
    method: "PATCH",
    path: "/api/admin/users/{userId}/verification-status",
    summary: "Approve or reject a verification",
    auth: "admin",
    params: userId,
    body: decisionSchema,
  }),
  reveal: endpoint({
    method: "POST",
    path: "/api/admin/users/{userId}/reveal",
    summary: "Reveal a masked identifier; audited",
    auth: "admin",
    params: userId,
    body: revealSchema,
  }),
  createSubAdmin: endpoint({
    method: "POST",
    path: "/api/admin/create-sub-admin",
    summary: "Create an administrator",
    auth: "super",
    body: createAdminSchema,
    status: 201,
  }),

  listCarousel: endpoint({
    method: "GET",
    path: "/api/carousel",
    summary: "The slides of the home page",
    auth: "public",
  }),
  createSlide: endpoint({
    method: "POST",
    path: "/api/carousel",
    summary: "Add a slide",
    auth: "admin",
    body: createSlideSchema,
    status: 201,
  }),
  updateSlide: endpoint({
    method: "PUT",
    path: "/api/carousel/{id}",
    summary: "Update a slide; omitted fields are unchanged",
    auth: "admin",
    params: anyId,
    body: updateSlideSchema,
  }),
  deleteSlide: endpoint({
    method: "DELETE",
    path: "/api/carousel/{id}",
    summary: "Remove a slide",
    auth: "admin",
    params: anyId,
  }),
  uploadSlide: endpoint({
    method: "POST",
    path: "/api/uploads/carousel",
    summary: "Upload a slide image; returns its URL",
    auth: "admin",
    multipart: { file: { required: true } },
    status: 201,
  }),

  file: endpoint({
    method: "GET",
    path: "/api/files/{id}",
    summary: "A stored document, for its owner or an administrator",
    auth: "either",
    params: anyId,
    produces: "application/octet-stream",
  }),
  openapi: endpoint({
    method: "GET",
    path: "/api/openapi.json",
    summary: "This document",
    auth: "public",
    produces: "application/json",
  }),
  health: endpoint({ method: "GET", path: "/api/health", summary: "The process is alive", auth: "public" }),
  ready: endpoint({
    method: "GET",
    path: "/api/ready",
    summary: "This server can take requests: database, migrations and disk",
    auth: "public",
  }),
  metrics: endpoint({
    method: "GET",
    path: "/api/metrics",
    summary: "Prometheus metrics. Requires METRICS_TOKEN; 404 if none is configured",
    auth: "public",
    produces: "text/plain",
  }),
} as const satisfies Record<string, Endpoint>;
