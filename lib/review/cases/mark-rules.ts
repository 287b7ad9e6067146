/**
 * What a reviewer should know about an open case before opening it (product 10.15): each mark with its wording and style names. The SQL
 * conditions are in `mark-conditions.ts`, the icons in components/admin/review/case-marks.tsx. Safe in the browser.
 */
export const caseMarks = {
  late: { label: "Late", tone: "danger", explanation: "The decision is overdue" },
  due_today: { label: "Due today", tone: "info", explanation: "The decision is due today" },
  watchlist: {
    label: "Watchlist hit",
    tone: "danger",
    explanation: "A name is on a watchlist, and the hit is not cleared",
  },
  duplicate: {
    label: "Possible duplicate",
    tone: "warning",
    explanation: "Another account has the same details, and no reviewer has decided on it",
  },
  checks: {
    label: "Checks not passed",
    tone: "warning",
    explanation: "The answers do not match each other or an outside source",
  },
  minor: { label: "Minor", tone: "warning", explanation: "The applicant is under 18" },
  second_round: {
    label: "Second round",
    tone: "neutral",
    explanation: "An earlier submission of the same form was decided",
  },
  changes_asked: {
    label: "Changes asked",
    tone: "neutral",
    explanation: "The previous submission was returned for changes",
  },
} as const;
export type CaseMark = keyof typeof caseMarks;
/** All marks, most urgent first. */
export const caseMarkNames = Object.keys(caseMarks) as [CaseMark, ...CaseMark[]];
