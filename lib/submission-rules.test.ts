import { describe, expect, it } from "vitest";
import { requiredForm, submissionBlocker, verificationAfterRoleChange } from "./submission-rules";

describe("the form that a profile requires (product 2.2 rule 6)", () => {
  it.each([
    ["none", "none", null],
    ["admin", "none", null],
    ["investor", "none", null],
    ["startup", "none", { kind: "individual", variant: "startup", path: "/apply-for-funding" }],
    // An investor type chosen before the role became startup has no effect.
    ["startup", "corporate", { kind: "individual", variant: "startup", path: "/apply-for-funding" }],
    ["investor", "personal", { kind: "individual", variant: "investor", path: "/investor-verification" }],
    ["investor", "corporate", { kind: "corporate", path: "/corporate-verification" }],
  ] as const)("%s, %s", (role, investorType, form) => {
    expect(requiredForm({ role, investorType })).toEqual(form);
  });
});

describe("who may fill in and submit the form (product 10.5)", () => {
  it.each([
    ["pending", false, null],
    ["pending", true, "pending"],
    ["approved", true, "approved"],
    // Approved by an administrator without a submission.
    ["approved", false, "approved"],
    ["rejected", true, null],
    ["rejected", false, null],
  ] as const)("%s, submitted: %s", (status, submitted, blocker) => {
    expect(submissionBlocker({ status, submitted })).toBe(blocker);
  });
});

describe("the verification after a change of role (threat 61)", () => {
  it.each([
    [true, true, "individual", "individual", "ofSubmission"],
    [true, false, undefined, "individual", "ofSubmission"],
    [true, false, "corporate", "individual", "ofSubmission"],
    [false, true, "individual", "individual", "new"],
    [false, true, "individual", "corporate", "new"],
    [false, false, "individual", "individual", "unchanged"],
    [false, false, "individual", "corporate", "new"],
    [false, false, "individual", undefined, "new"],
    [false, false, undefined, "individual", "new"],
    [false, false, undefined, undefined, "new"],
  ] as const)(
    "matching submission: %s, earlier submission: %s, form before: %s, after: %s",
    (hasMatchingSubmission, hadSubmission, before, after, outcome) => {
      const change = { hasMatchingSubmission, hadSubmission, before, after };
      expect(verificationAfterRoleChange(change)).toBe(outcome);
    },
  );
});
