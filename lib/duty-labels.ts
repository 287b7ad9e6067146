import type { Duty } from "./roles.ts";

export const dutyLabels = {
  administrator: "Administrator",
  reviewer: "Reviewer",
  senior_reviewer: "Senior reviewer",
  finance: "Finance",
  compliance: "Compliance",
  auditor: "Auditor",
} as const satisfies Record<Duty, string>;
