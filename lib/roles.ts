/** The states of an account (product 3), as the database and the API write them. Safe in the browser. */
export const roles = ["none", "startup", "investor", "admin"] as const;
export const investorTypes = ["none", "personal", "corporate"] as const;
export const verificationStatuses = ["pending", "approved", "rejected"] as const;

export type Role = (typeof roles)[number];
export type InvestorType = (typeof investorTypes)[number];
export type VerificationStatus = (typeof verificationStatuses)[number];
