/** The enumerations of an account (product 3). Safe in the browser. */
export const roles = ["none", "startup", "investor", "admin"] as const;
export const investorTypes = ["none", "personal", "corporate"] as const;
export const verificationStatuses = ["pending", "approved", "rejected"] as const;
/** What administrators are responsible for; their rights follow from it (lib/rights.ts). */
export const duties = [
  "administrator",
  "reviewer",
  "senior_reviewer",
  "finance",
  "compliance",
  "auditor",
] as const;

export type Role = (typeof roles)[number];
export type Duty = (typeof duties)[number];
export type InvestorType = (typeof investorTypes)[number];
export type VerificationStatus = (typeof verificationStatuses)[number];

/** The levels of a customer's risk rating (product 10.42). */
export const riskLevels = ["low", "medium", "high"] as const;
export type RiskLevel = (typeof riskLevels)[number];
