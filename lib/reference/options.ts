/** The choices in the forms (product 3), except places and banks, which are large. */
export const OTHER = "Other";

export const kinRelationships = ["Spouse", "Sibling", "Parent", "Guardian", "Friend", "Other"] as const;
export const accountTypes = ["Savings", "Current", "Domiciliary", "Corporate", "Other"] as const;
export const ageBrackets = ["adult", "minor"] as const;
