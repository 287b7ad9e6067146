import { describe, expect, it } from "vitest";
import { changeLabel } from "./part-labels";

describe("the label of a changed answer", () => {
  it.each([
    ["personal.firstName", "First name"],
    ["nextOfKin.fullName", "Next of kin, full name"],
    ["bankDetails.bvnNumber", "BVN"],
    ["documents.idDocument", "ID document"],
    ["corporate.company.name", "Company name"],
    ["corporate.bankDetails.accountNumber", "Account number"],
    ["corporate.signatories.0.bvnNumber", "Signatory 1, BVN"],
    ["corporate.signatories.11.fullName", "Signatory 12, full name"],
    ["corporate.signatories.1.idDocument", "Signatory 2, ID document"],
    ["corporate.referral.officerName", "Relationship officer's name"],
  ])("%s is %s", (path, label) => expect(changeLabel(path)).toBe(label));
});
