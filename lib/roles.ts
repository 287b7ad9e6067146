/** The enumerations of an account (product 3). Safe in the browser. */
export const roles = ["none", "startup", "investor", "admin"] as const;
export const investorTypes = ["none", "personal", "corporate"] as const;
export const verificationStatuses = ["pending", "approved", "rejected"] as const;

export type Role = (typeof roles)[number];
export type InvestorType = (typeof investorTypes)[number];
export type VerificationStatus = (typeof verificationStatuses)[number];

/** The levels of a customer's risk rating (product 10.42). */
export const riskLevels = ["low", "medium", "high"] as const;
export type RiskLevel = (typeof riskLevels)[number];
