import * as z from "zod";
import { nextPage } from "@/lib/cursor";
import { PROOF_MINUTES, endpoint } from "@/lib/endpoint";
import { duplicatesDto, userDto } from "@/lib/users/dto";
import { reversalSchema } from "./blocks/schema";
import { noteSchema } from "./cases/schema";
import { partReviewsDto, requestChangesSchema, reviewPartSchema } from "./decisions/part-schema";
import { evidenceSchema, originalDto, originalSchema, revealSchema } from "./decisions/schema";
import { closureSchema, duplicateDecisionSchema, duplicatesQuery } from "./duplicates/schema";
import { askIdentitySchema, identityChecksDto, manualCheckSchema } from "./identity-checks/schema";
import { idExpirySchema, reviewDateDto, reviewDatesQuery, riskOverrideSchema } from "@/lib/risk/schema";
import { reviewDto } from "./schema";

const userId = z.object({ userId: z.uuid().toLowerCase() });
const fileId = z.object({ id: z.uuid().toLowerCase() });

/** Reviewers' calls about a case, apart from the decision. */
export const review = {
  getReview: endpoint("GET", "/api/admin/users/{userId}/review", "cases.read", {
    params: userId,
    data: reviewDto,
    fallback: "Failed loading user",
  }),
  listDuplicates: endpoint("GET", "/api/admin/users/{userId}/duplicates", "cases.read", {
    params: userId,
    query: duplicatesQuery,
    data: duplicatesDto,
    fallback: "Failed loading user",
  }),
  decideOnDuplicate: endpoint("POST", "/api/admin/users/{userId}/duplicates/decisions", "cases.decide", {
    params: userId,
    body: duplicateDecisionSchema,
    data: duplicatesDto,
    failures: ["CONFLICT"],
    fallback: "Could not save the decision",
  }),
  closeAccount: endpoint("POST", "/api/admin/users/{userId}/closure", "users.change", {
    proofMinutes: PROOF_MINUTES,
    params: userId,
    body: closureSchema,
    failures: ["CONFLICT"],
    fallback: "Could not close the account",
  }),
  proposeReopening: endpoint("POST", "/api/admin/users/{userId}/reopening", "cases.decide", {
    proofMinutes: PROOF_MINUTES,
    params: userId,
    body: reversalSchema,
    failures: ["CONFLICT", "CONFIRMATION_REQUIRED"],
    fallback: "Could not ask to reopen the account",
  }),
  proposeLift: endpoint("POST", "/api/admin/blocks/{blockId}/lift", "cases.decide", {
    proofMinutes: PROOF_MINUTES,
    params: z.object({ blockId: z.uuid().toLowerCase() }),
    body: reversalSchema,
    failures: ["CONFLICT", "CONFIRMATION_REQUIRED"],
    fallback: "Could not ask to lift the block",
  }),
  enterIdExpiry: endpoint("PUT", "/api/admin/users/{userId}/id-expiry", "cases.decide", {
    params: userId,
    body: idExpirySchema,
    failures: ["CONFLICT"],
    fallback: "Could not save the day",
  }),
  proposeRiskOverride: endpoint("POST", "/api/admin/users/{userId}/risk-override", "compliance.decide", {
    proofMinutes: PROOF_MINUTES,
    params: userId,
    body: riskOverrideSchema,
    failures: ["CONFLICT", "CONFIRMATION_REQUIRED"],
    fallback: "Could not ask to change the rating",
  }),
  listReviewDates: endpoint("GET", "/api/admin/review-dates", "cases.read", {
    query: reviewDatesQuery,
    data: z.array(reviewDateDto),
    extra: nextPage,
    fallback: "Could not load the review dates",
  }),
  askAboutIdentity: endpoint("POST", "/api/admin/users/{userId}/identity-checks", "cases.decide", {
    params: userId,
    body: askIdentitySchema,
    data: identityChecksDto,
    failures: ["CONFLICT", "RATE_LIMITED"],
    fallback: "Could not request the checks",
  }),
  recordManualCheck: endpoint("POST", "/api/admin/users/{userId}/identity-checks/manual", "cases.decide", {
    params: userId,
    body: manualCheckSchema,
    data: identityChecksDto,
    failures: ["CONFLICT"],
    fallback: "Could not save the comparison",
  }),
  reveal: endpoint("POST", "/api/admin/users/{userId}/reveal", "cases.decide", {
    proofMinutes: 5,
    failures: ["RECENTLY_RESET", "RATE_LIMITED", "CONFLICT"],
    params: userId,
    body: revealSchema,
    data: z.object({ field: z.string(), value: z.string() }),
    fallback: "Could not reveal the number",
  }),
  getOriginal: endpoint("GET", "/api/files/{id}/original", "cases.read", {
    params: fileId,
    data: originalDto,
    fallback: "Could not load the signatures",
  }),
  downloadOriginal: endpoint("POST", "/api/files/{id}/original", "cases.decide", {
    proofMinutes: 5,
    params: fileId,
    body: originalSchema,
    produces: "application/octet-stream",
    failures: ["RECENTLY_RESET", "RATE_LIMITED", "CONFLICT"],
    fallback: "Could not download the original",
  }),
  addNote: endpoint("POST", "/api/admin/users/{userId}/notes", "cases.decide", {
    keys: true,
    params: userId,
    body: noteSchema,
    status: 201,
    failures: ["RATE_LIMITED"],
    fallback: "Could not save the note",
  }),
  reviewPart: endpoint("PUT", "/api/admin/users/{userId}/parts", "cases.decide", {
    params: userId,
    body: reviewPartSchema,
    data: partReviewsDto,
    failures: ["ALREADY_DECIDED", "CONFLICT"],
    fallback: "Could not save your review of this part",
  }),
  requestChanges: endpoint("POST", "/api/admin/users/{userId}/request-changes", "cases.decide", {
    params: userId,
    body: requestChangesSchema,
    data: userDto,
    failures: ["ALREADY_DECIDED", "CONFLICT"],
    fallback: "Failed updating user status",
  }),
  evidence: endpoint("POST", "/api/admin/users/{userId}/evidence", "super", {
    proofMinutes: 5,
    params: userId,
    body: evidenceSchema,
    produces: "application/zip",
    failures: ["RECENTLY_RESET", "RATE_LIMITED"],
    fallback: "Could not create the evidence pack",
  }),
};
