import "server-only";
import type { review } from "./api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const reviewSummaries: Record<keyof typeof review, string> = {
  getReview:
    "Get everything that reviewers see of a user's case, read at one moment: answers, changes, findings, notes, who works on it",
  listDuplicates:
    "List other users and erased accounts with the same numbers or contacts, and what reviewers decided about them",
  decideOnDuplicate:
    "Decide whether a user and another one, or an erased account, are the same person; audited",
  askAboutIdentity:
    "Ask the provider about numbers of a user's current submission; answered in the background, audited",
  recordManualCheck: "Record what a reviewer compared with an outside source, and where; audited",
  reveal: "Reveal a masked number in full; audited",
  getOriginal:
    "Get whether a submitted document's original is stored, and whether its signatures were valid when it was uploaded",
  downloadOriginal: "Download a submitted document as it was uploaded, with its signatures; audited",
  addNote: "Add an internal note, and email the colleagues it mentions",
  reviewPart: "Store that a section, field or document is fine, or why it has to be changed",
  requestChanges: "Return the submission: a rejection after which only the flagged parts can be changed",
  evidence: "Make a signed ZIP about a user's verification, with a program that verifies it; audited",
};
