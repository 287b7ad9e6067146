import { describe, expect, it } from "vitest";
import type { DuplicateDto, DuplicatesDto, ErasedMatchDto } from "@/lib/users/dto";
import { describeRisks, type CaseKnowledge } from "./describe-risks";

const clean: CaseKnowledge = {
  guardian: { needed: false, required: false, request: null, guardian: null },
  screening: { lists: 3, screenedAt: "2026-11-02T08:00:00.000Z", isDue: false, hits: [] },
  duplicates: { total: 0, undecided: 0, people: [], erased: [], sharedWithViewer: [] },
  parts: { current: [], previous: [] },
  identity: { provider: "manual", hasConsent: true, targets: [], checks: [] },
  item: { userId: "u", submissionId: "s", status: "pending", claim: null, followsReset: false },
};

const person: DuplicateDto = {
  _id: "other",
  name: "Kemi Again",
  email: "kemi@test.example",
  role: "investor",
  investorType: "personal",
  status: "rejected",
  submittedAt: "2026-11-01T08:00:00.000Z",
  strength: "strong",
  fields: ["ninNumber"],
  links: [],
  decision: null,
};
const record: ErasedMatchDto = {
  _id: "record",
  accountErased: true,
  erasedAt: "2026-11-01T08:00:00.000Z",
  outcome: "rejected",
  decidedAt: "2026-10-30T08:00:00.000Z",
  reason: null,
  strength: "strong",
  fields: ["ninNumber"],
  links: [],
  decision: null,
};
const settled = {
  verdict: "coincidence",
  note: null,
  decidedAt: "2026-11-02T08:00:00.000Z",
  decidedBy: "Chidi Reviewer",
  isSettled: true,
} as const;
const withDuplicates = (duplicates: Partial<DuplicatesDto>): CaseKnowledge => ({
  ...clean,
  duplicates: { ...clean.duplicates, ...duplicates },
});

describe("what an approval would pass over", () => {
  it("is nothing for a clean case", () => {
    expect(describeRisks(clean)).toEqual([]);
  });

  it("names a password that was reset by email shortly before (threat 53)", () => {
    expect(describeRisks({ ...clean, item: { ...clean.item, followsReset: true } })).toEqual([
      "The password was reset by email shortly before the form was submitted.",
    ]);
  });

  it("names a colleague who works on the case, not oneself", () => {
    const claimedBy = (isMine: boolean): CaseKnowledge => ({
      ...clean,
      item: {
        ...clean.item,
        claim: { reviewer: { _id: "r", name: "Chidi Reviewer" }, since: "2026-11-02T08:00:00.000Z", isMine },
      },
    });
    expect(describeRisks(claimedBy(false))).toEqual(["Chidi Reviewer is working on this case."]);
    expect(describeRisks(claimedBy(true))).toEqual([]);
  });

  it("names strong links that are not decided, and rejected people among them", () => {
    expect(describeRisks(withDuplicates({ people: [person] }))).toEqual([
      "Kemi Again, who was rejected, has a strong link to this case.",
      "1 strong link to another user has not been decided yet.",
    ]);
    const pending = { ...person, status: "pending" } as const;
    expect(describeRisks(withDuplicates({ people: [pending, pending] }))).toEqual([
      "2 strong links to other users have not been decided yet.",
    ]);
    const passed = [{ ...person, strength: "medium" } as const, { ...person, decision: settled }];
    expect(describeRisks(withDuplicates({ people: passed }))).toEqual([]);
  });

  it("names a rejected verification that was erased, unless a reviewer has decided about it (threat 54)", () => {
    expect(describeRisks(withDuplicates({ erased: [record] }))).toEqual([
      "This case matches a rejected verification that was erased.",
    ]);
    const passed = [
      { ...record, outcome: "approved" } as const,
      { ...record, strength: "medium" } as const,
      { ...record, decision: settled },
    ];
    expect(describeRisks(withDuplicates({ erased: passed }))).toEqual([]);
  });
});
