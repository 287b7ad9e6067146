import { describe, expect, it } from "vitest";
import type { DuplicateDto, ErasedMatchDto } from "@/lib/users/dto";
import type { CheckDto } from "../checks/schema";
import type { ScreeningHitDto } from "../screening/schema";
import { findingsOf, type CaseKnowledge } from "./find";
import { approvalReasons } from "@/lib/approvals/schema";
import { checkNames } from "../checks/schema";
import { findingRules, reasonsOf, type Consequence, type FindingKind } from "./schema";

const clean: CaseKnowledge = {
  case: { userId: "", submissionId: "", status: "pending", claim: null, followsReset: false },
  parts: { current: [], previous: [] },
  checks: [],
  duplicates: { total: 0, undecided: 0, people: [], erased: [], sharedWithViewer: [] },
  blocks: [],
  closed: null,
  guardian: { needed: false, required: false, request: null, guardian: null },
  screening: { lists: 1, screenedAt: null, isDue: false, hits: [], near: { count: 0, names: [] } },
  risk: {
    level: "low",
    calculated: "low",
    factors: [{ factor: "company", points: 1, text: "A company" }],
    override: null,
    idExpiry: null,
    reviewDueOn: null,
    isOverdue: false,
    askedAt: null,
    isRenewing: false,
    dueDiligenceId: null,
  },
  identityChecks: { provider: "manual", hasConsent: true, targets: [], checks: [] },
  form: "individual",
  hidden: [],
  secondApproval: true,
};
const AT = "2026-03-02T10:00:00.000Z";
type Verdict = "same_person" | "household" | "coincidence";

const decision = (verdict: Verdict, isSettled = true) =>
  ({ verdict, isSettled, note: null, decidedBy: null, decidedAt: AT }) as const;
const person = (changes: Partial<DuplicateDto> = {}): DuplicateDto => ({
  _id: "p1",
  name: "Bola Ade",
  companyName: null,
  email: "bola@test.example",
  role: "investor",
  investorType: "personal",
  status: "rejected",
  isClosed: false,
  submittedAt: AT,
  strength: "strong",
  fields: ["ninNumber"],
  links: [{ field: "ninNumber", own: "applicant", other: "applicant", strength: "strong", key: "n:1" }],
  decision: null,
  ...changes,
});
const sameEmail: Partial<DuplicateDto> = {
  strength: "medium",
  fields: ["email"],
  links: [{ field: "email", own: "account", other: "account", strength: "medium", key: "e:1" }],
};
const samePhone: Partial<DuplicateDto> = {
  strength: "medium",
  fields: ["phone"],
  links: [{ field: "phone", own: "account", other: "account", strength: "medium", key: "p:1" }],
};
const sameName: Partial<DuplicateDto> = {
  strength: "medium",
  fields: ["nameAndBirth"],
  links: [{ field: "nameAndBirth", own: "applicant", other: "applicant", strength: "medium", key: "b:1" }],
};
const samePhoneOfKin: Partial<DuplicateDto> = {
  strength: "weak",
  fields: [],
  links: [{ field: "phone", own: "next_of_kin", other: "account", strength: "weak", key: "p.related:1" }],
};
const people = (...list: DuplicateDto[]): Partial<CaseKnowledge> => ({
  duplicates: { ...clean.duplicates!, people: list },
});
const erased = (changes: Partial<ErasedMatchDto> = {}): Partial<CaseKnowledge> => ({
  duplicates: {
    ...clean.duplicates!,
    erased: [
      {
        _id: "r1",
        accountErased: true,
        erasedAt: AT,
        outcome: "rejected",
        decidedAt: AT,
        reason: null,
        strength: "strong",
        fields: ["ninNumber"],
        links: [{ field: "ninNumber", strength: "strong", key: "n:1" }],
        decision: null,
        ...changes,
      },
    ],
  },
});
const hit = (changes: Partial<ScreeningHitDto> = {}): Partial<CaseKnowledge> => ({
  screening: {
    ...clean.screening!,
    hits: [
      {
        _id: "h1",
        source: "un",
        externalId: "1",
        entryName: "ADA OBI",
        programme: "",
        matchedName: "ADA OBI",
        births: [],
        party: "applicant",
        name: "Ada Obi",
        answers: ["personal.surname"],
        dateOfBirth: null,
        birth: "unknown",
        score: 80,
        explanation: "2 of 2 words of the name match.",
        basis: "",
        foundAt: AT,
        endedAt: null,
        state: "open",
        reason: null,
        note: null,
        decidedBy: null,
        decidedAt: null,
        ...changes,
      },
    ],
  },
});
const claim = { reviewer: { _id: "x", name: "Ada Obi" }, since: AT, isMine: false };
const flagged = { part: "bankDetails", reason: "blurred", note: null, reviewer: "Ada Obi", at: AT } as const;
const block = (
  changes: Partial<NonNullable<CaseKnowledge["blocks"]>[number]> = {},
): Partial<CaseKnowledge> => ({
  blocks: [
    {
      _id: "b1",
      reason: "forgery",
      blockedAt: AT,
      blockedBy: null,
      isOwn: false,
      fields: ["bvnNumber"],
      isBinding: true,
      ...changes,
    },
  ],
});
const check = (outcome: CheckDto["outcome"], name: CheckDto["check"] = "accountName"): CheckDto => ({
  check: name,
  outcome,
  explanation: "Differs.",
  fields: ["bankDetails.accountName"],
});
const identity = (outcome: "matches" | "differs" | "not_found"): Partial<CaseKnowledge> => ({
  identityChecks: {
    ...clean.identityChecks!,
    targets: [{ kind: "nin", ordinal: null, label: "NIN", blocked: null }],
    checks: [
      {
        _id: "c1",
        kind: "nin",
        ordinal: null,
        provider: "manual",
        state: "answered",
        outcome,
        explanation: "",
        source: null,
        note: null,
        askedBy: null,
        askedAt: AT,
        answeredAt: AT,
      },
    ],
  },
});

type Row = [kind: FindingKind, state: string, rule: Consequence, known: Partial<CaseKnowledge>];
const rows: Row[] = [
  ["blocked", "binding", "second_person", block()],
  ["blocked", "binding", "second_person", block({ isOwn: true, fields: [] })],
  ["blocked", "contact", "second_person", block({ fields: ["phone"], isBinding: false })],
  ["closed", "closed", "second_person", { closed: { goesOn: "Bola Ade" } }],
  ["closed", "closed", "second_person", { closed: { goesOn: null } }],
  ["watchlist", "open", "second_person", hit()],
  ["watchlist", "confirmed", "second_person", hit({ state: "confirmed" })],
  [
    "watchlist",
    "cleared_by_viewer",
    "second_person",
    { ...hit({ state: "cleared" }), hidden: ["watchlist"] },
  ],
  ["watchlist", "not_compared", "second_person", { screening: { ...clean.screening!, isDue: true } }],
  ["duplicate", "undecided", "second_person", people(person())],
  ["duplicate", "person", "second_person", people(person(samePhone))],
  ["duplicate", "person", "second_person", people(person({ ...samePhone, decision: decision("household") }))],
  ["duplicate", "person", "second_person", people(person({ ...sameName, status: "approved" }))],
  ["duplicate", "email", "asks", people(person(sameEmail))],
  ["duplicate", "closed_twin", "asks", people(person({ isClosed: true, decision: decision("same_person") }))],
  ["duplicate", "undecided", "second_person", people(person({ decision: decision("household", false) }))],
  ["duplicate", "same_person", "second_person", people(person({ decision: decision("same_person") }))],
  [
    "duplicate",
    "same_person",
    "second_person",
    people(person({ ...sameEmail, decision: decision("same_person") })),
  ],
  ["duplicate", "decided", "second_person", people(person({ decision: decision("coincidence") }))],
  ["duplicate", "weaker", "none", people(person(samePhoneOfKin))],
  ["duplicate", "weaker", "none", people(person(samePhoneOfKin), person({ ...samePhoneOfKin, _id: "p2" }))],
  ["duplicate", "hidden", "second_person", { hidden: ["duplicate"] }],
  ["erased_record", "undecided", "second_person", erased()],
  ["erased_record", "decided", "second_person", erased({ decision: decision("household") })],
  ["erased_record", "medium", "second_person", erased({ strength: "medium", fields: ["phone"] })],
  ["erased_record", "weaker", "none", erased({ strength: "weak", fields: [] })],
  ["administrator", "shared", "second_person", { hidden: ["administrator"] }],
  ["no_submission", "missing", "second_person", { hidden: ["no_submission"] }],
  ["guardian", "missing", "asks", { guardian: { ...clean.guardian!, needed: true } }],
  ["identity_check", "differs", "second_person", identity("differs")],
  ["identity_check", "not_found", "second_person", identity("not_found")],
  ["risk", "high", "second_person", { risk: { ...clean.risk!, level: "high" } }],
  [
    "risk",
    "high",
    "second_person",
    {
      risk: {
        ...clean.risk!,
        level: "high",
        override: { level: "high", note: "Sends from many accounts.", by: "Bola Ade", at: AT },
      },
    },
  ],
  ["id_expiry", "missing", "asks", { risk: { ...clean.risk!, isRenewing: true } }],
  ["id_expiry", "expired", "asks", { risk: { ...clean.risk!, idExpiry: { on: "2020-01-31" } } }],
  ["flag", "flagged", "asks", { parts: { current: [flagged], previous: [] } }],
  ["reset", "before_submission", "asks", { case: { ...clean.case!, followsReset: true } }],
  ["claim", "other_reviewer", "asks", { case: { ...clean.case!, claim } }],
  ...Object.entries(checkNames).map(([name]): Row => [
    "check",
    name,
    name === "accountName" ? "second_person" : "asks",
    { checks: [check("warning", name as CheckDto["check"])] },
  ]),
  ["check", "unavailable", "none", { checks: [check("unavailable")] }],
  ["panel", "unreadable", "asks", { screening: null }],
];

describe("what a finding means for an approval (threat 72, product 10.28)", () => {
  it.each(rows)("%s, %s: %s", (kind, state, rule, known) => {
    const found = findingsOf({ ...clean, ...known });
    expect(found.map((finding) => [finding.kind, finding.state, finding.consequence])).toEqual([
      [kind, state, rule],
    ]);
    expect(found[0]!.text).toMatch(/^[A-Z\d].*\.$/);
    expect(found[0]!.needsSecondPerson).toBe(rule === "second_person");
    const alone = findingsOf({ ...clean, ...known, secondApproval: false });
    expect(alone.map(({ needsSecondPerson, consequence }) => [needsSecondPerson, consequence])).toEqual([
      [false, rule],
    ]);
    expect(reasonsOf(found)).toEqual(rule === "second_person" ? [kind] : []);
  });

  it("is never silent about who somebody is or where their money goes", () => {
    const silent = Object.entries(findingRules).flatMap(([kind, states]) =>
      Object.entries(states).flatMap(([state, rule]) => (rule === "none" ? [`${kind} ${state}`] : [])),
    );
    expect(silent).toEqual(["duplicate weaker", "erased_record weaker", "check unavailable"]);
  });

  it("lets a proposal name every reason for a second person", () => {
    const kinds = Object.entries(findingRules).flatMap(([kind, states]) =>
      Object.values(states).includes("second_person" as never) ? [kind] : [],
    );
    expect(kinds.toSorted()).toEqual([...approvalReasons].toSorted());
  });

  it("has every state of the table above", () => {
    const states = Object.entries(findingRules).flatMap(([kind, of]) =>
      Object.entries(of).map(([state, consequence]) => [kind, state, consequence].join(" ")),
    );
    expect(new Set(rows.map(([kind, state, rule]) => [kind, state, rule].join(" ")))).toEqual(
      new Set(states),
    );
  });

  it.each([
    ["a clean case", {}],
    ["a hit that another administrator has cleared", hit({ state: "cleared" })],
    ["a hit that is no longer found", hit({ endedAt: AT })],
    ["a weak link that is decided", people(person({ ...samePhoneOfKin, decision: decision("household") }))],
    ["a number that matches", identity("matches")],
    ["a check that passed", { checks: [check("passed")] }],
  ])("finds nothing in %s", (_, known) => {
    expect(findingsOf({ ...clean, ...known })).toEqual([]);
  });

  it("is never smoother after a decision about a strong link", () => {
    const asks = (verdict: Verdict | null) =>
      findingsOf({ ...clean, ...people(person({ decision: verdict && decision(verdict) })) }).filter(
        ({ consequence }) => consequence !== "none",
      ).length;
    expect(
      [null, "same_person", "household", "coincidence"].map((verdict) => asks(verdict as Verdict | null)),
    ).toEqual([1, 1, 1, 1]);
  });

  it("says once that a consent is missing", () => {
    const guardian = { ...clean.guardian!, needed: true };
    const checks = [{ ...check("warning"), check: "guardian" as const }];
    expect(findingsOf({ ...clean, guardian, checks }).map(({ kind }) => kind)).toEqual(["guardian"]);
  });

  it("puts the worst first, and names what it is about and where it is shown", () => {
    const found = findingsOf({
      ...clean,
      ...people(person({ decision: decision("same_person") })),
      screening: hit().screening!,
      checks: [check("warning")],
    });
    expect(found.map(({ kind, about, answers }) => [kind, about, answers])).toEqual([
      ["watchlist", "h1", ["personal.surname"]],
      ["duplicate", "p1", ["personal.ninNumber"]],
      ["check", null, ["bankDetails.accountName"]],
    ]);
    expect(found[1]!.text).toBe("This is the same person as Bola Ade, who is rejected.");
  });
});
