import "server-only";
import type { review } from "./api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const reviewSummaries: Record<keyof typeof review, string> = {
  getReview:
    "Get a consistent snapshot of a user's case as reviewers see it: answers, changes, findings, notes, current reviewer",
  listDuplicates:
    "List other users and erased accounts with the same numbers or contacts, and the decisions on them",
  decideOnDuplicate:
    "Decide whether a user and another user or an erased account are the same person; audited",
  closeAccount:
    "Close an account in favour of another one of the same person; the owner is emailed, and what they are owed is still paid; audited",
  proposeReopening: "Propose to reopen a closed account; always needs a second administrator",
  proposeLift: "Propose to lift the block of a person; always needs a second administrator",
  enterIdExpiry: "Store when the ID in a user's submission expires; audited",
  proposeRiskOverride:
    "Propose another risk level than the calculated one; always needs a second administrator",
  listReviewDates: "List approved users by the day on which they must have renewed their details",
  askAboutIdentity:
    "Ask the provider to check numbers of a user's current submission in the background; audited",
  recordManualCheck: "Record a reviewer's own comparison with an outside source; audited",
  reveal: "Reveal a masked number in full; audited",
  getOriginal:
    "Get whether a submitted document's original is stored, and whether its signatures were valid when it was uploaded",
  downloadOriginal: "Download a submitted document as it was uploaded, with its signatures; audited",
  addNote: "Add an internal note, and email the colleagues it mentions",
  reviewPart: "Mark a section, field or document as fine, or flag it with a reason",
  requestChanges: "Return the submission: a rejection after which only the flagged parts can be changed",
  evidence: "Create a signed ZIP of a user's verification, with a program that verifies it; audited",
};
