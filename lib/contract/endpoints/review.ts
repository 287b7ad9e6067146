import * as z from "zod";
import { hitDecisionSchema, screeningDto } from "@/lib/review/screening/schema";
import { guardianDto } from "@/lib/account/guardian/schema";
import { noteSchema, timelineDto } from "@/lib/review/cases/schema";
import { checkDto } from "@/lib/review/checks/schema";
import { duplicateDecisionSchema, duplicatesQuery } from "@/lib/review/duplicates/schema";
import { askIdentitySchema, identityChecksDto, manualCheckSchema } from "@/lib/review/identity-checks/schema";
import { partReviewsDto, requestChangesSchema, reviewPartSchema } from "@/lib/review/part-schema";
import { originalDto, originalSchema, revealSchema } from "@/lib/review/schema";
import { openRecordSchema } from "@/lib/users/admin-schema";
import { duplicatesDto, userDto } from "@/lib/users/dto";
import { submissionDto } from "@/lib/verification/dto";
import { endpoint } from "../endpoint";

const userId = z.object({ userId: z.uuid().toLowerCase() });
const fileId = z.object({ id: z.uuid().toLowerCase() });

/** What reviewers read of a case and do with it, beside the decision. */
export const review = {
  listSubmissions: endpoint("GET", "/api/admin/users/{userId}/submissions", "admin", {
    summary: "List everything a user has submitted, newest first, with the changes from one to the next",
    params: userId,
    data: z.array(submissionDto),
    fallback: "Failed loading user",
  }),
  listDuplicates: endpoint("GET", "/api/admin/users/{userId}/duplicates", "admin", {
    summary:
      "List other users and erased accounts with the same numbers or contacts, and what reviewers decided about them",
    params: userId,
    query: duplicatesQuery,
    data: duplicatesDto,
    fallback: "Failed loading user",
  }),
  decideOnDuplicate: endpoint("POST", "/api/admin/users/{userId}/duplicates/decisions", "admin", {
    summary: "Decide whether a user and another one, or an erased account, are the same person; audited",
    params: userId,
    body: duplicateDecisionSchema,
    data: duplicatesDto,
    failures: ["CONFLICT"],
    fallback: "Could not save the decision",
  }),
  listHits: endpoint("GET", "/api/admin/users/{userId}/screening", "admin", {
    summary:
      "List the entries of watchlists that a user's names may mean, and what reviewers decided about them",
    params: userId,
    data: screeningDto,
    fallback: "Failed loading user",
  }),
  decideHit: endpoint("POST", "/api/admin/users/{userId}/screening/decisions", "admin", {
    summary: "Clear or confirm a hit on a watchlist, with a reason; audited",
    params: userId,
    body: hitDecisionSchema,
    data: screeningDto,
    failures: ["CONFLICT"],
    fallback: "Could not save the decision",
  }),
  listChecks: endpoint("GET", "/api/admin/users/{userId}/checks", "admin", {
    summary: "Compare the answers of a user's current submission with each other",
    params: userId,
    data: z.array(checkDto),
    fallback: "Failed loading user",
  }),
  listIdentityChecks: endpoint("GET", "/api/admin/users/{userId}/identity-checks", "admin", {
    summary: "List the checks of a user's current submission with outside sources, and what can be checked",
    params: userId,
    data: identityChecksDto,
    fallback: "Could not load the identity checks",
  }),
  askAboutIdentity: endpoint("POST", "/api/admin/users/{userId}/identity-checks", "admin", {
    summary:
      "Ask the provider about numbers of a user's current submission; answered in the background, audited",
    params: userId,
    body: askIdentitySchema,
    data: identityChecksDto,
    failures: ["CONFLICT", "RATE_LIMITED"],
    fallback: "Could not ask for the checks",
  }),
  recordManualCheck: endpoint("POST", "/api/admin/users/{userId}/identity-checks/manual", "admin", {
    summary: "Record what a reviewer compared with an outside source, and where; audited",
    params: userId,
    body: manualCheckSchema,
    data: identityChecksDto,
    failures: ["CONFLICT"],
    fallback: "Could not save the comparison",
  }),
  reveal: endpoint("POST", "/api/admin/users/{userId}/reveal", "admin", {
    proofMinutes: 5,
    failures: ["RECENTLY_RESET", "RATE_LIMITED", "CONFLICT"],
    summary: "Reveal a masked number in full; audited",
    params: userId,
    body: revealSchema,
    data: z.object({ field: z.string(), value: z.string() }),
    fallback: "Could not reveal the number",
  }),
  getOriginal: endpoint("GET", "/api/files/{id}/original", "admin", {
    summary:
      "Get whether a submitted document's original is stored, and whether its signatures were valid when it was uploaded",
    params: fileId,
    data: originalDto,
    fallback: "Could not load the signatures",
  }),
  downloadOriginal: endpoint("POST", "/api/files/{id}/original", "admin", {
    summary: "Download a submitted document as it was uploaded, with its signatures; audited",
    proofMinutes: 5,
    params: fileId,
    body: originalSchema,
    produces: "application/octet-stream",
    failures: ["RECENTLY_RESET", "RATE_LIMITED", "CONFLICT"],
    fallback: "Could not download the original",
  }),
  listTimeline: endpoint("GET", "/api/admin/users/{userId}/timeline", "admin", {
    summary: "List what happened to a user's submissions, with internal notes, newest first",
    params: userId,
    data: timelineDto,
    fallback: "Could not load the timeline",
  }),
  addNote: endpoint("POST", "/api/admin/users/{userId}/notes", "admin", {
    summary: "Add an internal note, and email the colleagues it mentions",
    params: userId,
    body: noteSchema,
    status: 201,
    failures: ["RATE_LIMITED"],
    fallback: "Could not save the note",
  }),
  listPartReviews: endpoint("GET", "/api/admin/users/{userId}/parts", "admin", {
    summary:
      "List what reviewers found of the parts of a user's current submission, and of the one before it",
    params: userId,
    data: partReviewsDto,
    fallback: "Failed loading user",
  }),
  reviewPart: endpoint("PUT", "/api/admin/users/{userId}/parts", "admin", {
    summary: "Store that a section, field or document is fine, or why it has to be changed",
    params: userId,
    body: reviewPartSchema,
    data: partReviewsDto,
    failures: ["ALREADY_DECIDED", "CONFLICT"],
    fallback: "Could not save this",
  }),
  requestChanges: endpoint("POST", "/api/admin/users/{userId}/request-changes", "admin", {
    summary: "Return the submission: a rejection after which only the flagged parts can be changed",
    params: userId,
    body: requestChangesSchema,
    data: userDto,
    failures: ["ALREADY_DECIDED", "CONFLICT"],
    fallback: "Failed updating user status",
  }),
  evidence: endpoint("POST", "/api/admin/users/{userId}/evidence", "super", {
    summary: "Make a signed ZIP about a user's verification, with a program that verifies it; audited",
    proofMinutes: 5,
    params: userId,
    body: openRecordSchema,
    produces: "application/zip",
    failures: ["RECENTLY_RESET", "RATE_LIMITED"],
    fallback: "Could not make the evidence pack",
  }),
  getGuardian: endpoint("GET", "/api/admin/users/{userId}/guardian", "admin", {
    summary: "Get the parent or guardian of an applicant under 18, the NIN masked",
    params: userId,
    data: guardianDto,
    fallback: "Could not load the parent or guardian",
  }),
};
