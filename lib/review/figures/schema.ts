import { partReasons } from "@/lib/onboarding/forms/reason-rules";
import { percent } from "@/lib/percent";
import type { StatisticsDto } from "@/lib/users/dto";
import type { DecisionFigures } from "./decision-figures";
import type { ReviewTimes } from "./review-times";

/** The dashboard's tables, on screen and as CSV (product 2.10, 10.25). Safe in the browser. */

/** The value of a cell. Dates are written as `2026-11-23`; null means no decisions. */
export type Cell = string | number | null;

export interface FigureTable<Data> {
  label: string;
  columns: readonly string[];
  /** The number of leading text columns; 1 by default. */
  textColumns?: number;
  rows: (data: Data) => Cell[][];
}

export const stages = [
  { name: "registered", label: "Registered" },
  { name: "proved", label: "Email verified" },
  { name: "chosen", label: "Role chosen" },
  { name: "submitted", label: "Submitted" },
  { name: "approved", label: "Approved" },
] as const;

export function formatAge({ fewest, most }: ReviewTimes["waiting"][number]): string {
  if (most === null) return `${fewest} days or more`;
  if (fewest < most) return `${fewest} to ${most} days`;
  return `${fewest} day${fewest === 1 ? "" : "s"}`;
}

export const formatReason = (reason: DecisionFigures["reasons"][number]["reason"]): string =>
  reason === "words" ? "Other, in words" : partReasons[reason];

export const NOT_ENOUGH = "Not enough decisions";

export const statisticsTables = {
  registrations: {
    label: "Registrations and decisions per week",
    columns: ["Week of", "Registered", "Approved", "Rejected"],
    rows: ({ weeks }) =>
      weeks
        .toReversed()
        .map(({ week, registered, approved, rejected }) => [week, registered, approved, rejected]),
  },
  funnel: {
    label: "From registration to approval",
    columns: ["Step", "Users", "% of registered"],
    rows: ({ funnel }) =>
      stages.map(({ name, label }) => [label, funnel[name], `${percent(funnel[name], funnel.registered)}%`]),
  },
} satisfies Record<string, FigureTable<StatisticsDto>>;

export const timeTables = {
  "time-to-decision": {
    label: "Business days to the first decision per week",
    columns: ["Week of", "Decisions", "Half within", "9 of 10 within"],
    rows: ({ weeks }) =>
      weeks.toReversed().map(({ week, decisions, p50, p90 }) => [week, decisions, p50, p90]),
  },
  waiting: {
    label: "Pending submissions by business days waited",
    columns: ["Business days", "Submissions"],
    rows: ({ waiting }) => waiting.map((age) => [formatAge(age), age.submissions]),
  },
} satisfies Record<string, FigureTable<ReviewTimes>>;

export const decisionTables = {
  reviewers: {
    label: "Decisions per reviewer and day",
    columns: ["Day", "Reviewer", "Decisions"],
    textColumns: 2,
    rows: ({ days, reviewers }) =>
      days
        .flatMap((day, index) => reviewers.map(({ name, perDay }): Cell[] => [day, name, perDay[index] ?? 0]))
        .filter(([, , decisions]) => decisions !== 0)
        .toReversed(),
  },
  reasons: {
    label: "Rejections by reason",
    columns: ["Reason", "Rejections"],
    rows: ({ reasons, rejections }) => [
      ...reasons.map(({ reason, rejections: named }): Cell[] => [formatReason(reason), named]),
      ["All rejections", rejections],
    ],
  },
  "second-round": {
    label: "Decisions in the second round",
    columns: ["Second round", "Decisions"],
    rows: ({ secondRound: { decided, approved, share } }) => [
      ["Decided", decided],
      ["Approved", approved],
      ["Share approved", share === null ? NOT_ENOUGH : `${share}%`],
    ],
  },
} satisfies Record<string, FigureTable<DecisionFigures>>;

export const tableNames = [
  ...Object.keys(statisticsTables),
  ...Object.keys(timeTables),
  ...Object.keys(decisionTables),
] as (keyof typeof statisticsTables | keyof typeof timeTables | keyof typeof decisionTables)[];
export type TableName = (typeof tableNames)[number];
