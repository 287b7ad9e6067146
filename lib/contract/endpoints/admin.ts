import * as z from "zod";
import {
  holidayDate,
  holidayDto,
  holidaySchema,
  reviewDeadlineDto,
  reviewDeadlineSchema,
} from "@/lib/calendar/schema";
import { guardianDto } from "@/lib/guardians/schema";
import { securityEventDto } from "@/lib/auth/security-event-dto";
import { approvalRuleDto, approvalRules, proposalDto, switchRuleSchema } from "@/lib/proposals/schema";
import {
  assignSchema,
  assignmentsDto,
  caseDto,
  caseListQuery,
  caseSummaryDto,
  nextCaseSchema,
  noteSchema,
  reviewersDto,
  timelineDto,
} from "@/lib/review/cases/schema";
import { checkDto } from "@/lib/review/checks/schema";
import { duplicateDecisionSchema, duplicatesQuery } from "@/lib/review/duplicate-schema";
import { tableNames } from "@/lib/review/figures/tables";
import { askIdentitySchema, identityChecksDto, manualCheckSchema } from "@/lib/review/identity-checks/schema";
import { partReviewsDto, requestChangesSchema, reviewPartSchema } from "@/lib/review/part-schema";
import { requirementDto, requirements, switchRequirementSchema } from "@/lib/review/requirement-schema";
import { savedFilterDto, saveFilterSchema } from "@/lib/review/saved-filters/schema";
import { decisionSchema, revealSchema } from "@/lib/review/schema";
import {
  changeRoleSchema,
  createAdminSchema,
  inviteAdminSchema,
  deleteUserQuery,
  openRecordSchema,
  userFilter,
  userListQuery,
} from "@/lib/users/admin-schema";
import { duplicatesDto, paginationDto, statisticsDto, userDto, userSummaryDto } from "@/lib/users/dto";
import { retainedRecordDto } from "@/lib/users/retained-record-dto";
import { submissionDto } from "@/lib/verification/dto";
import { reviewQueues } from "@/lib/verification/policy";
import { PROOF_MINUTES, endpoint } from "../endpoint";

const userId = z.object({ userId: z.uuid().toLowerCase() });
const proposalId = z.object({ proposalId: z.uuid().toLowerCase() });
const filterId = z.object({ filterId: z.uuid().toLowerCase() });
const holidayParams = z.object({ date: holidayDate });

export const admin = {
  listUsers: endpoint("GET", "/api/admin/users", "admin", {
    summary: "List users, newest first",
    query: userListQuery,
    data: z.array(userSummaryDto),
    extra: z.object({ users: z.array(userSummaryDto).optional(), pagination: paginationDto }),
    fallback: "Failed loading users",
  }),
  exportUsers: endpoint("GET", "/api/admin/users/export", "admin", {
    summary: "Export the filtered list as CSV, numbers masked; audited",
    proofMinutes: PROOF_MINUTES,
    query: userFilter,
    produces: "text/csv",
    failures: ["RATE_LIMITED"],
    fallback: "Could not export the list",
  }),
  exportAudit: endpoint("GET", "/api/admin/audit/export", "super", {
    summary: "Export the audit log as JSON lines, its signed head last; audited",
    proofMinutes: PROOF_MINUTES,
    produces: "application/jsonl",
    failures: ["RATE_LIMITED"],
    fallback: "Could not export the audit log",
  }),
  statistics: endpoint("GET", "/api/admin/statistics", "admin", {
    summary: "Get the figures of the dashboard, the funnel and the last weeks",
    data: statisticsDto,
    fallback: "Failed loading users",
  }),
  exportStatistics: endpoint("GET", "/api/admin/statistics/{table}/export", "admin", {
    summary: "Export a table of the dashboard as CSV",
    params: z.object({ table: z.enum(tableNames) }),
    produces: "text/csv",
    fallback: "Could not export the table",
  }),
  getUser: endpoint("GET", "/api/admin/users/{userId}", "admin", {
    summary: "Get a user with their verification, numbers masked",
    params: userId,
    data: userDto,
    fallback: "Failed loading user",
  }),
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
  listSecurityEvents: endpoint("GET", "/api/admin/users/{userId}/security-events", "super", {
    summary: "List an administrator's logins and failed logins, newest first",
    params: userId,
    data: z.array(securityEventDto),
    fallback: "Failed loading the activity",
  }),
  deleteUser: endpoint("DELETE", "/api/admin/users/{userId}", "admin", {
    summary: "Delete a user; audited with the reason, and emailed to super administrators",
    proofMinutes: PROOF_MINUTES,
    params: userId,
    query: deleteUserQuery,
    failures: ["CONFLICT", "CONFIRMATION_REQUIRED"],
    fallback: "Failed deleting user",
  }),
  changeRole: endpoint("PATCH", "/api/admin/users/{userId}/role", "admin", {
    summary: "Change a user's role",
    proofMinutes: PROOF_MINUTES,
    params: userId,
    body: changeRoleSchema,
    data: userDto,
    failures: ["CONFLICT", "CONFIRMATION_REQUIRED", "RECENTLY_RESET"],
    fallback: "Failed updating user role",
  }),
  decide: endpoint("PATCH", "/api/admin/users/{userId}/verification-status", "admin", {
    summary: "Approve or reject a verification",
    params: userId,
    body: decisionSchema,
    data: userDto,
    failures: ["ALREADY_DECIDED", "CONFLICT", "CONFIRMATION_REQUIRED"],
    fallback: "Failed updating user status",
  }),
  reveal: endpoint("POST", "/api/admin/users/{userId}/reveal", "admin", {
    proofMinutes: 5,
    failures: ["RECENTLY_RESET", "RATE_LIMITED"],
    summary: "Reveal a masked number in full; audited",
    params: userId,
    body: revealSchema,
    data: z.object({ field: z.string(), value: z.string() }),
    fallback: "Could not reveal the number",
  }),
  listCases: endpoint("GET", "/api/admin/cases", "admin", {
    summary: "List pending submissions with who works on them, those that have waited longest first",
    query: caseListQuery,
    data: z.array(caseSummaryDto),
    extra: z.object({ pagination: paginationDto }),
    fallback: "Failed loading users",
  }),
  takeNextCase: endpoint("POST", "/api/admin/cases/next", "admin", {
    summary: "Claim the next unclaimed case; never the same one for two reviewers. Null if there is none",
    body: nextCaseSchema,
    data: caseDto.nullable(),
    fallback: "Could not take the next case",
  }),
  assignCases: endpoint("POST", "/api/admin/cases/assign", "admin", {
    summary: "Claim cases, assign them to another reviewer, or release them",
    body: assignSchema,
    data: assignmentsDto,
    fallback: "Could not assign this",
  }),
  caseEvents: endpoint("GET", "/api/admin/cases/events", "either", {
    summary: "Receive the ids of users whose cases change, as server-sent events, for five minutes",
    produces: "text/event-stream",
    failures: ["UNAUTHENTICATED", "FORBIDDEN", "TWO_STEP_SETUP_REQUIRED", "RATE_LIMITED"],
  }),
  getCase: endpoint("GET", "/api/admin/users/{userId}/case", "admin", {
    summary: "Get who works on a user's current submission",
    params: userId,
    data: caseDto,
    fallback: "Failed loading user",
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
  listReviewers: endpoint("GET", "/api/admin/reviewers", "admin", {
    summary: "List the names of those to whom cases can be assigned",
    data: reviewersDto,
    fallback: "Could not load the reviewers",
  }),
  listSavedFilters: endpoint("GET", "/api/admin/saved-filters", "admin", {
    summary: "List one's own saved filters of the queue, by name",
    data: z.array(savedFilterDto),
    fallback: "Could not load your filters",
  }),
  saveFilter: endpoint("POST", "/api/admin/saved-filters", "admin", {
    summary: "Save filters of the queue under a name; with `replace` also under one that is taken",
    body: saveFilterSchema,
    status: 201,
    data: z.array(savedFilterDto),
    failures: ["CONFLICT"],
    fallback: "Could not save the filter",
  }),
  deleteSavedFilter: endpoint("DELETE", "/api/admin/saved-filters/{filterId}", "admin", {
    summary: "Delete one of one's own saved filters",
    params: filterId,
    data: z.array(savedFilterDto),
    fallback: "Could not delete the filter",
  }),
  inviteAdmin: endpoint("POST", "/api/admin/invitations", "super", {
    summary: "Create an administrator who sets their own password with an emailed link",
    proofMinutes: PROOF_MINUTES,
    body: inviteAdminSchema,
    status: 201,
    data: userDto,
    failures: ["EMAIL_TAKEN", "CONFIRMATION_REQUIRED", "RECENTLY_RESET"],
    fallback: "Failed to create sub-admin",
  }),
  openRetainedRecord: endpoint("POST", "/api/admin/retained-records/{recordId}/open", "super", {
    summary: "Open the sealed record of an erased verification; audited",
    proofMinutes: 5,
    params: z.object({ recordId: z.uuid().toLowerCase() }),
    body: openRecordSchema,
    data: retainedRecordDto,
    fallback: "Could not open the record",
  }),
  createSubAdmin: endpoint("POST", "/api/admin/create-sub-admin", "super", {
    summary: "Create an administrator",
    proofMinutes: PROOF_MINUTES,
    body: createAdminSchema,
    status: 201,
    data: userDto,
    failures: ["EMAIL_TAKEN", "CONFIRMATION_REQUIRED", "RECENTLY_RESET"],
    fallback: "Failed to create sub-admin",
  }),
  getGuardian: endpoint("GET", "/api/admin/users/{userId}/guardian", "admin", {
    summary: "Get the parent or guardian of an applicant under 18, the NIN masked",
    params: userId,
    data: guardianDto,
    fallback: "Could not load the parent or guardian",
  }),
  listRequirements: endpoint("GET", "/api/admin/requirements", "super", {
    summary: "List what an approval can be made to require",
    data: z.array(requirementDto),
    fallback: "Could not load the requirements",
  }),
  switchRequirement: endpoint("PUT", "/api/admin/requirements/{requirement}", "super", {
    summary: "Switch a requirement of approvals on or off; audited and emailed to super administrators",
    proofMinutes: PROOF_MINUTES,
    params: z.object({ requirement: z.enum(requirements) }),
    body: switchRequirementSchema,
    data: z.array(requirementDto),
    fallback: "Could not change the requirement",
  }),
  listApprovalRules: endpoint("GET", "/api/admin/approval-rules", "super", {
    summary: "List the rules of second approval",
    data: z.array(approvalRuleDto),
    fallback: "Could not load the rules",
  }),
  switchApprovalRule: endpoint("PUT", "/api/admin/approval-rules/{rule}", "super", {
    summary:
      "Switch a rule of second approval on, or propose to switch it off; audited and emailed to super administrators",
    proofMinutes: PROOF_MINUTES,
    params: z.object({ rule: z.enum(approvalRules) }),
    body: switchRuleSchema,
    data: z.array(approvalRuleDto),
    failures: ["CONFLICT", "CONFIRMATION_REQUIRED"],
    fallback: "Could not change the rule",
  }),
  listProposals: endpoint("GET", "/api/admin/proposals", "super", {
    summary: "List the pending proposals, newest first",
    data: z.array(proposalDto),
    fallback: "Could not load the proposals",
  }),
  confirmProposal: endpoint("POST", "/api/admin/proposals/{proposalId}/confirm", "super", {
    summary: "Confirm what another administrator proposed, which carries it out; audited",
    proofMinutes: PROOF_MINUTES,
    params: proposalId,
    failures: ["ALREADY_DECIDED", "CONFLICT", "EMAIL_TAKEN", "RECENTLY_RESET"],
    fallback: "Could not confirm this",
  }),
  declineProposal: endpoint("POST", "/api/admin/proposals/{proposalId}/decline", "admin", {
    summary: "Decline a proposal, or withdraw one's own; audited",
    proofMinutes: PROOF_MINUTES,
    params: proposalId,
    failures: ["ALREADY_DECIDED"],
    fallback: "Could not decline this",
  }),
  listHolidays: endpoint("GET", "/api/admin/holidays", "admin", {
    summary: "List the public holidays, by date",
    data: z.array(holidayDto),
    fallback: "Could not load the holidays",
  }),
  saveHoliday: endpoint("PUT", "/api/admin/holidays/{date}", "admin", {
    summary: "Add or rename a public holiday; audited, and moves the deadlines of pending submissions",
    params: holidayParams,
    body: holidaySchema,
    data: z.array(holidayDto),
    fallback: "Could not save the holiday",
  }),
  removeHoliday: endpoint("DELETE", "/api/admin/holidays/{date}", "admin", {
    summary: "Remove a public holiday; audited, and moves the deadlines of pending submissions",
    params: holidayParams,
    data: z.array(holidayDto),
    fallback: "Could not remove the holiday",
  }),
  listReviewDeadlines: endpoint("GET", "/api/admin/review-deadlines", "admin", {
    summary: "List the business days until a decision is due, by queue",
    data: z.array(reviewDeadlineDto),
    fallback: "Could not load the deadlines",
  }),
  setReviewDeadline: endpoint("PUT", "/api/admin/review-deadlines/{queue}", "admin", {
    summary:
      "Set the business days until a decision is due; audited, and moves the deadlines of pending submissions",
    params: z.object({ queue: z.enum(reviewQueues) }),
    body: reviewDeadlineSchema,
    data: z.array(reviewDeadlineDto),
    fallback: "Could not save the deadline",
  }),
};
