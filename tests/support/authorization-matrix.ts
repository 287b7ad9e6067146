import type { endpoints } from "@/lib/contract/endpoints";
import { scopeOf } from "@/lib/api-keys/scope-rules";
import type { ApiAuth, Endpoint } from "@/lib/endpoint";
import { can, isBackOffice } from "@/lib/rights";
import { duties, type Duty } from "@/lib/roles";
import { admin, onDuty, person, type SignedIn } from "./api";
import { makeKey } from "./api-keys";

export const actors = {
  visitor: null,
  none: () => person({}),
  untyped: () => person({ role: "investor" }),
  personal: () => person({ role: "investor", investorType: "personal" }),
  pending: () => person({ role: "investor", investorType: "personal", verification: "pending" }),
  rejected: () => person({ role: "startup", verification: "rejected" }),
  approved: () => person({ role: "startup", verification: "approved" }),
  corporate: () => person({ role: "investor", investorType: "corporate" }),
  admin: () => admin(),
  super: () => admin(true),
  key: () => programOf(admin(true)),
} as const;
/** A program with a key that has all scopes, of a super administrator. */
async function programOf(owner: Promise<SignedIn>): Promise<SignedIn> {
  const account = await owner;
  return { ...account, token: (await makeKey(account)).key };
}

/** The duty "administrator" is the actor `admin`. */
const dutyActors = duties.filter((duty) => duty !== "administrator");
export type Actor = keyof typeof actors | (typeof dutyActors)[number];

/** Creates an actor, who logs in; null for visitors. */
export const createActor = (actor: Actor) =>
  actor in actors ? (actors[actor as keyof typeof actors]?.() ?? null) : onDuty(actor as Duty);

export const actorsOnDuty: Actor[] = ["admin", ...dutyActors];

/**
 * The same status for all actors, with exceptions. For calls of the back office, `admin` stands for all administrators who have the right
 * of the call.
 */
export type Row = Partial<Record<keyof typeof actors, number>> & { else: number };

const dutyOf = (actor: Actor): Duty | null => {
  if (actor === "admin") return "administrator";
  return actor in actors ? null : (actor as Duty);
};

/** Whether administrators of a kind lack the right of a call, according to the table of rights. */
export const lacksRight = (auth: ApiAuth, actor: Actor): boolean => {
  const duty = dutyOf(actor);
  return duty !== null && isBackOffice(auth) && !can({ role: "admin", isSuper: false, duty }, auth);
};

/** Returns the status of a program's call: a visitor's for public calls, the super administrator's with a scope, and 403 for all others. */
function expectedOfProgram(endpoint: Endpoint, row: Row): number {
  if (endpoint.auth === "public" || endpoint.auth === "cookie") return row.visitor ?? row.else;
  return scopeOf(endpoint) ? (row.super ?? row.else) : 403;
}

/** Returns the status of an actor's call: the row's, or 403 for administrators without the right. */
export function expectedStatus(endpoint: Endpoint, row: Row, actor: Actor): number {
  const { auth } = endpoint;
  if (actor === "key") return expectedOfProgram(endpoint, row);
  if (lacksRight(auth, actor)) return 403;
  return row[dutyOf(actor) ? "admin" : (actor as keyof typeof actors)] ?? row.else;
}

const signedIn = (status: number, exceptions: Partial<Row> = {}): Row => ({
  visitor: 401,
  ...exceptions,
  else: status,
});
/** Members are rejected for every target; so are administrators without the right. */
const adminsOnly = (status: number, exceptions: Partial<Row> = {}): Row => ({
  visitor: 401,
  admin: status,
  super: status,
  ...exceptions,
  else: 403,
});
export interface Case {
  body?: unknown;
  form?: () => FormData;
  /** The row of a call without a target. */
  plain?: Row;
  /** The rows of a call that names a user. */
  own?: Row;
  other?: Row;
  administrator?: Row;
}

export const UNKNOWN_ID = "01900000-0000-7000-8000-000000000000";
const role = { role: "startup" };
const decision = { status: "approved" };

/**
 * The authorization matrix (threat 17): every call of the contract x ten kinds of users and the duties of administrators, on their own account, on another user's and on an
 * administrator's. A call missing from the matrix fails the type check and the test.
 */
export const matrix: Record<keyof typeof endpoints, Case> = {
  me: { plain: signedIn(200) },
  stepUp: { body: {}, plain: signedIn(422) },
  stepUpOptions: { plain: signedIn(200) },
  refresh: { plain: { else: 401 } },
  logout: { plain: { else: 200 } },
  logoutGet: { plain: { else: 200 } },
  login: { body: {}, plain: { else: 422 } },
  register: { body: {}, plain: { else: 422 } },
  verifyEmail: { body: {}, plain: { else: 422 } },
  resendCode: { body: {}, plain: { else: 422 } },
  forgotPassword: { body: {}, plain: { else: 422 } },
  resetPassword: { body: {}, plain: { else: 422 } },
  requestConsultation: { body: {}, plain: { else: 422 } },
  setRole: { body: role, plain: signedIn(200, { pending: 409, admin: 403, super: 403 }) },
  setInvestorType: { body: { type: "personal" }, plain: signedIn(409, { untyped: 200, personal: 200, pending: 200, corporate: 200, admin: 403, super: 403 }) }, // oxfmt-ignore
  updateMe: { body: { name: "New Name" }, plain: signedIn(200) },
  deleteMe: { plain: signedIn(200, { admin: 403, super: 403 }) },
  requestArchive: { plain: signedIn(201) },
  downloadArchive: { plain: signedIn(404) },
  stopArchive: { body: {}, plain: { else: 422 } },
  submitVerification: {
    body: {},
    plain: signedIn(403, { personal: 422, pending: 422, rejected: 422, approved: 422 }),
  },
  submitDocuments: { plain: signedIn(403, { personal: 409, pending: 409, rejected: 409, approved: 409 }) },
  submitCorporate: { body: {}, plain: signedIn(403, { corporate: 422 }) },
  submitCorporateDocuments: { plain: signedIn(403, { corporate: 409 }) },
  listRequestedChanges: { plain: signedIn(200) },
  startRenewal: { plain: signedIn(409, { admin: 403, super: 403 }) },
  verifyAgain: { plain: signedIn(409, { admin: 403, super: 403 }) },
  ownGuardian: { plain: signedIn(200) },
  nameGuardian: { body: {}, plain: signedIn(422, { admin: 403, super: 403 }) },
  guardianQuestion: { body: {}, plain: { else: 422 } },
  consentAsGuardian: { body: {}, plain: { else: 422 } },
  declineAsGuardian: { body: {}, plain: { else: 422 } },
  getAgreement: { plain: signedIn(404) },
  getReceipt: { plain: signedIn(404) },
  getPayoutAdvice: { plain: signedIn(404) },
  getStatementPdf: { plain: signedIn(422, { admin: 403, super: 403 }) },
  getDraft: { plain: signedIn(200, { none: 403, untyped: 403, admin: 403, super: 403 }) },
  saveDraft: { body: { values: { firstName: "A" } }, plain: signedIn(200, { none: 403, untyped: 403, pending: 409, approved: 409, admin: 403, super: 403 }) }, // oxfmt-ignore
  clearDraft: { plain: signedIn(200) },
  putDraftFile: {
    form: () => new FormData(),
    plain: signedIn(404, { none: 403, untyped: 403, admin: 403, super: 403 }),
  },
  removeDraftFile: { plain: signedIn(200) },
  verificationStatus: { plain: signedIn(200) },
  ownDueDiligence: { plain: signedIn(200, { none: 403, untyped: 403, admin: 403, super: 403 }) },
  sendDueDiligence: { body: {}, plain: signedIn(422, { none: 403, untyped: 403, admin: 403, super: 403 }) },
  getDueDiligenceDraft: { plain: signedIn(200, { admin: 403, super: 403 }) },
  saveDueDiligenceDraft: { body: { values: {} }, plain: signedIn(403, { approved: 200 }) },
  putDueDiligenceDocument: {
    form: () => new FormData(),
    plain: signedIn(422, { admin: 403, super: 403 }),
  },
  removeDueDiligenceDocument: { plain: signedIn(403, { approved: 200 }) },
  listDueDiligence: { plain: adminsOnly(200) },
  getDueDiligence: { plain: adminsOnly(404) },
  decideDueDiligence: {
    body: { verdict: "approved", expectedState: "sent", seen: [] },
    plain: adminsOnly(404),
  },
  listUsers: { plain: adminsOnly(200) },
  exportUsers: { plain: adminsOnly(200) },
  listEvents: { plain: adminsOnly(200) },
  listUserChanges: { plain: adminsOnly(200) },
  exportUserChanges: { plain: adminsOnly(200) },
  listSubmissionChanges: { plain: adminsOnly(200) },
  exportSubmissionChanges: { plain: adminsOnly(200) },
  listInvestmentChanges: { plain: adminsOnly(200) },
  exportInvestmentChanges: { plain: adminsOnly(200) },
  listPayoutChanges: { plain: adminsOnly(200) },
  exportPayoutChanges: { plain: adminsOnly(200) },
  listLineChanges: { plain: adminsOnly(200) },
  exportLineChanges: { plain: adminsOnly(200) },
  listEntryChanges: { plain: adminsOnly(200) },
  exportEntryChanges: { plain: adminsOnly(200) },
  listApiKeys: { plain: { visitor: 401, super: 200, else: 403 } },
  makeApiKey: { body: {}, plain: { visitor: 401, super: 422, else: 403 } },
  rotateApiKey: { body: {}, plain: { visitor: 401, super: 422, else: 403 } },
  revokeApiKey: { plain: { visitor: 401, super: 404, else: 403 } },
  listWebhooks: { plain: { visitor: 401, super: 200, else: 403 } },
  makeWebhook: { body: {}, plain: { visitor: 401, super: 422, else: 403 } },
  changeWebhook: { body: {}, plain: { visitor: 401, super: 422, else: 403 } },
  deleteWebhook: { plain: { visitor: 401, super: 404, else: 403 } },
  switchWebhook: { body: { on: true }, plain: { visitor: 401, super: 404, else: 403 } },
  rotateWebhookSecret: { body: {}, plain: { visitor: 401, super: 422, else: 403 } },
  testWebhook: { plain: { visitor: 401, super: 404, else: 403 } },
  replayWebhook: { body: {}, plain: { visitor: 401, super: 422, else: 403 } },
  listDeliveries: { plain: { visitor: 401, super: 404, else: 403 } },
  listReadsPerDay: { plain: adminsOnly(200) },
  listRetainedRecords: { plain: adminsOnly(200) },
  listNameChecks: { plain: adminsOnly(200) },
  getInvestorMoney: { plain: adminsOnly(404) },
  exportAudit: { plain: adminsOnly(200) },
  statistics: { plain: adminsOnly(200) },
  getUser: {
    own: adminsOnly(404, { super: 200 }),
    other: adminsOnly(200),
    administrator: adminsOnly(404, { super: 200 }),
  },
  getReview: {
    own: adminsOnly(404, { super: 200 }),
    other: adminsOnly(200),
    administrator: adminsOnly(404, { super: 200 }),
  },
  listDuplicates: {
    own: adminsOnly(404, { super: 200 }),
    other: adminsOnly(200),
    administrator: adminsOnly(404, { super: 200 }),
  },
  decideOnDuplicate: {
    body: { otherId: UNKNOWN_ID, verdict: "household", seen: [] },
    own: adminsOnly(403),
    other: adminsOnly(404),
    administrator: adminsOnly(404),
  },
  closeAccount: {
    body: { goesOn: UNKNOWN_ID },
    own: adminsOnly(403),
    other: adminsOnly(404),
    administrator: adminsOnly(404),
  },
  proposeReopening: {
    body: { note: "They are two people after all" },
    own: adminsOnly(403),
    other: adminsOnly(409),
    administrator: adminsOnly(404, { super: 409 }),
  },
  enterIdExpiry: {
    body: { submissionId: UNKNOWN_ID, expiresOn: null },
    own: adminsOnly(403),
    other: adminsOnly(409),
    administrator: adminsOnly(404, { super: 409 }),
  },
  proposeRiskOverride: {
    body: { level: "high", note: "Several large sums from abroad" },
    own: adminsOnly(403),
    other: adminsOnly(409),
    administrator: adminsOnly(404, { super: 409 }),
  },
  listReviewDates: { plain: adminsOnly(200) },
  reportSuspicion: {
    body: { thing: "user", thingId: UNKNOWN_ID, report: "Sends from many accounts that are not his" },
    plain: adminsOnly(404),
  },
  listSuspicions: { plain: adminsOnly(200) },
  decideSuspicion: {
    body: { outcome: "dismissed", note: "The sender is the father of the investor" },
    plain: adminsOnly(404),
  },
  exportSuspicions: { plain: adminsOnly(200) },
  listSuggestions: { plain: adminsOnly(200) },
  answerSuggestion: {
    body: { key: "unknown", outcome: "dismissed", note: "The sender is the father of the investor" },
    plain: adminsOnly(409),
  },
  proposeLift: { body: { note: "The document was genuine" }, plain: adminsOnly(404) },
  importWatchlist: { form: () => new FormData(), plain: adminsOnly(422) },
  listAlerts: { plain: adminsOnly(200) },
  ownAlert: { body: { isMine: true }, plain: adminsOnly(404) },
  decideHit: {
    body: { hitId: UNKNOWN_ID, verdict: "cleared", reason: "documents", basis: "" },
    own: adminsOnly(403),
    other: adminsOnly(404),
    administrator: adminsOnly(404),
  },
  listWatchlists: { plain: adminsOnly(200) },
  // The test servers have no provider.
  askAboutIdentity: {
    body: { kinds: ["nin"] },
    own: adminsOnly(403),
    other: adminsOnly(409),
    administrator: adminsOnly(404, { super: 409 }),
  },
  recordManualCheck: {
    body: { kind: "nin", source: "nimc_portal", outcome: "matches" },
    own: adminsOnly(403),
    other: adminsOnly(200),
    administrator: adminsOnly(404, { super: 409 }),
  },
  listRequirements: { plain: { visitor: 401, super: 200, else: 403 } },
  switchRequirement: { body: { on: true }, plain: { visitor: 401, super: 404, else: 403 } },
  listSecurityEvents: {
    own: adminsOnly(403, { super: 200 }),
    other: adminsOnly(403, { super: 404 }),
    administrator: adminsOnly(403, { super: 200 }),
  },
  deleteUser: {
    own: adminsOnly(403),
    other: adminsOnly(200),
    administrator: adminsOnly(404, { super: 200 }),
  },
  changeRole: {
    body: role,
    own: adminsOnly(403),
    other: adminsOnly(200),
    administrator: adminsOnly(404, { super: 200 }),
  },
  decide: {
    body: decision,
    own: adminsOnly(403),
    other: adminsOnly(200),
    administrator: adminsOnly(404, { super: 409 }),
  },
  getOriginal: { own: adminsOnly(404), other: adminsOnly(200), administrator: adminsOnly(404) },
  downloadOriginal: {
    body: { reason: "other" },
    own: adminsOnly(404),
    other: adminsOnly(404),
    administrator: adminsOnly(404),
  },
  reveal: {
    body: { field: "ninNumber", reason: "other" },
    own: adminsOnly(403),
    other: adminsOnly(200),
    administrator: adminsOnly(404),
  },
  listCases: { plain: adminsOnly(200) },
  exportQueue: { plain: adminsOnly(200) },
  takeNextCase: { body: {}, plain: adminsOnly(200) },
  assignCases: { body: {}, plain: adminsOnly(422) },
  caseEvents: { plain: adminsOnly(200) },
  addNote: {
    body: { text: "To be compared with the passport" },
    own: adminsOnly(404, { super: 201 }),
    other: adminsOnly(201),
    administrator: adminsOnly(404, { super: 201 }),
  },
  reviewPart: { body: {}, own: adminsOnly(422), other: adminsOnly(422), administrator: adminsOnly(422) },
  requestChanges: {
    body: { submissionId: UNKNOWN_ID },
    own: adminsOnly(403),
    other: adminsOnly(409),
    administrator: adminsOnly(404, { super: 409 }),
  },
  evidence: {
    body: { reason: "own_audit" },
    own: { visitor: 401, super: 200, else: 403 },
    other: { visitor: 401, super: 200, else: 403 },
    administrator: { visitor: 401, super: 200, else: 403 },
  },
  listReviewers: { plain: adminsOnly(200) },
  inviteAdmin: { body: {}, plain: adminsOnly(403, { super: 422 }) },
  changeDuty: {
    body: { duty: "reviewer" },
    own: { visitor: 401, else: 403 },
    other: { visitor: 401, super: 409, else: 403 },
    administrator: { visitor: 401, super: 200, else: 403 },
  },
  openRetainedRecord: { body: { reason: "other" }, plain: { visitor: 401, super: 404, else: 403 } },
  createSubAdmin: { body: {}, plain: { visitor: 401, super: 422, else: 403 } },
  listProposals: { plain: adminsOnly(200) },
  confirmProposal: { plain: adminsOnly(404) },
  declineProposal: { plain: adminsOnly(404) },
  exportStatistics: { plain: adminsOnly(404) },
  listHolidays: { plain: adminsOnly(200) },
  saveHoliday: { body: { name: "A holiday" }, plain: adminsOnly(404) },
  removeHoliday: { plain: adminsOnly(404) },
  listReviewDeadlines: { plain: adminsOnly(200) },
  setReviewDeadline: { body: { businessDays: 3 }, plain: adminsOnly(404) },
  listPlans: { plain: adminsOnly(200) },
  createPlan: { body: {}, plain: adminsOnly(422) },
  getPlan: { plain: adminsOnly(404) },
  editPlan: { body: {}, plain: adminsOnly(422) },
  publishPlan: { body: { revision: 1 }, plain: adminsOnly(404) },
  closePlan: { body: { revision: 1 }, plain: adminsOnly(404) },
  reopenPlan: { body: { revision: 1 }, plain: adminsOnly(404) },
  listDeclarations: { plain: adminsOnly(404) },
  previewDeclaration: { plain: adminsOnly(422) },
  declareReturn: { body: { month: "2026-01", rate: 100 }, plain: adminsOnly(404) },
  listTaxChanges: { plain: adminsOnly(200) },
  changeTax: { body: {}, plain: { visitor: 401, super: 422, else: 403 } },
  listInvestments: { plain: signedIn(200, { admin: 403, super: 403 }) },
  requestInvestment: {
    body: {
      plan: "no-such-plan",
      amount: "100",
      version: 1,
      termsHash: "0".repeat(64),
      accepted: true,
    },
    plain: signedIn(403),
  },
  getInvestment: { plain: signedIn(404, { admin: 403, super: 403 }) },
  cancelInvestment: { plain: signedIn(404, { admin: 403, super: 403 }) },
  previewRedemption: { plain: signedIn(422, { admin: 403, super: 403 }) },
  redeemInvestment: {
    body: { amount: "100", day: "2026-01-01" },
    plain: signedIn(404, { admin: 403, super: 403 }),
  },
  cancelRedemption: { plain: signedIn(404, { admin: 403, super: 403 }) },
  chooseReinvestment: {
    body: { choice: "nothing" },
    plain: signedIn(404, { admin: 403, super: 403 }),
  },
  listAllInvestments: { plain: adminsOnly(200) },
  recordReceipt: {
    body: { bankReference: "FT1", amount: "100", receivedOn: "2026-11-26" },
    plain: adminsOnly(404),
  },
  returnPartlyPaid: { plain: adminsOnly(404) },
  listBankAccounts: { plain: adminsOnly(200) },
  addBankAccount: { body: {}, plain: { visitor: 401, super: 422, else: 403 } },
  changeBankAccount: { body: {}, plain: { visitor: 401, super: 422, else: 403 } },
  listStatements: { plain: adminsOnly(422) },
  getStatementFile: { plain: adminsOnly(404) },
  listOpenReceipts: { plain: adminsOnly(200) },
  recogniseReceipt: { body: { receiptId: UNKNOWN_ID }, plain: adminsOnly(404) },
  previewStatement: { form: () => new FormData(), plain: adminsOnly(422) },
  importStatement: { form: () => new FormData(), plain: adminsOnly(422) },
  listStatementLines: { plain: adminsOnly(200) },
  searchPayments: { plain: adminsOnly(422) },
  listMatchChoices: { plain: adminsOnly(404) },
  matchLine: { body: {}, plain: adminsOnly(422) },
  listActs: { plain: adminsOnly(200) },
  exportActs: { plain: adminsOnly(200) },
  endInvestment: { body: { reason: "death", note: "A test" }, plain: adminsOnly(404) },
  undoActGroup: { body: { reason: "other", note: "A test" }, plain: adminsOnly(404) },
  undoAct: { body: { reason: "other", note: "A test" }, plain: adminsOnly(404) },
  listLineRules: { plain: adminsOnly(200) },
  previewLineRule: { body: {}, plain: adminsOnly(422) },
  addLineRule: { body: {}, plain: adminsOnly(422) },
  switchLineRule: { body: { isActive: false }, plain: adminsOnly(404) },
  deleteLineRule: { plain: adminsOnly(404) },
  decideLines: { body: { lines: [], decision: { kind: "match" } }, plain: adminsOnly(422) },
  returnLine: { plain: adminsOnly(404) },
  ignoreLine: { body: { reason: "Booked by mistake" }, plain: adminsOnly(404) },
  bookLine: { body: { as: "transfer" }, plain: adminsOnly(404) },
  listPayoutChoices: { plain: adminsOnly(404) },
  matchPayouts: { body: { payoutIds: [UNKNOWN_ID] }, plain: adminsOnly(404) },
  readBankAnswer: { form: () => new FormData(), plain: adminsOnly(422) },
  listUploadTemplates: { plain: adminsOnly(200) },
  addUploadTemplate: { body: {}, plain: adminsOnly(422) },
  changeUploadTemplate: { body: {}, plain: adminsOnly(422) },
  removeUploadTemplate: { plain: adminsOnly(404) },
  repeatNameEnquiries: { plain: adminsOnly(404) },
  listDue: { plain: adminsOnly(200) },
  enterReceiptAccount: {
    body: { bankName: "GTBank", accountNumber: "0123456789", accountName: "Ada Obi" },
    plain: adminsOnly(404),
  },
  listBatches: { plain: adminsOnly(200) },
  proposeBatch: { body: { ids: [UNKNOWN_ID], total: "100" }, plain: adminsOnly(409) },
  getBatch: { plain: adminsOnly(404) },
  releaseBatch: { plain: adminsOnly(404) },
  withdrawBatch: { plain: adminsOnly(404) },
  getPaymentFile: { plain: adminsOnly(422) },
  stopPayouts: {
    body: { note: "A court order" },
    own: adminsOnly(403),
    other: adminsOnly(200),
    administrator: adminsOnly(404, { super: 200 }),
  },
  failPayout: { plain: adminsOnly(404) },
  getTrialBalance: { plain: adminsOnly(200) },
  listFirmPostings: { plain: adminsOnly(404) },
  getInvestmentBooks: { plain: adminsOnly(404) },
  getPortfolio: { plain: signedIn(200, { admin: 403, super: 403 }) },
  getStatement: { plain: signedIn(422, { admin: 403, super: 403 }) },
  exportStatement: { plain: signedIn(422, { admin: 403, super: 403 }) },
  listCarousel: { plain: { else: 200 } },
  createSlide: { body: {}, plain: adminsOnly(422) },
  updateSlide: { body: {}, plain: adminsOnly(404) },
  deleteSlide: { plain: adminsOnly(404) },
  orderCarousel: { body: {}, plain: adminsOnly(422) },
  uploadSlide: { form: () => new FormData(), plain: adminsOnly(422) },
  file: { own: signedIn(200, { none: 404, untyped: 404, personal: 404, corporate: 404, admin: 404, super: 404 }), other: signedIn(404, { admin: 200, super: 200 }) }, // oxfmt-ignore
  openapi: { plain: { else: 200 } },
  docs: { plain: { else: 200 } },
  docsAsset: { plain: { else: 200 } },
  health: { plain: { else: 200 } },
  ready: { plain: { else: 200 } },
  metrics: { plain: { else: 404 } },
};
