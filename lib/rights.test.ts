import { describe, expect, it } from "vitest";
import { describeDuty } from "./right-labels";
import { can, type Right } from "./rights";
import { rightsOf } from "./rights-of-duty";
import { duties, type Duty } from "./roles";

const holder = (duty: Duty) => ({ role: "admin", isSuper: false, duty }) as const;
const known = [...new Set(duties.flatMap(rightsOf))];

describe("the rights of administrators (product 10.40)", () => {
  it("super administrators have every right, and nobody without the role has any", () => {
    const someone = { isSuper: false, duty: "administrator" } as const;
    for (const right of [...known, "admin", "super"] as const) {
      expect([right, can({ role: "admin", isSuper: true, duty: "auditor" }, right)]).toEqual([right, true]);
      for (const role of ["none", "investor", "startup"] as const)
        expect([right, role, can({ ...someone, role }, right)]).toEqual([right, role, false]);
    }
    for (const duty of duties) expect([duty, can(holder(duty), "super")]).toEqual([duty, false]);
  });

  it("a right to change includes the right to read, and no other", () => {
    expect(can(holder("reviewer"), "cases.decide")).toBe(true);
    expect(can(holder("reviewer"), "cases.read")).toBe(true);
    expect(can(holder("finance"), "cases.read")).toBe(true);
    expect(can(holder("finance"), "cases.decide")).toBe(false);
    expect(can(holder("reviewer"), "money.read")).toBe(false);
  });

  it("every duty may open the dashboard, to which other pages redirect", () => {
    for (const duty of duties) expect([duty, can(holder(duty), "cases.read")]).toEqual([duty, true]);
  });

  it("an auditor reads every subject and changes none", () => {
    for (const right of known) {
      const [subject] = right.split(".");
      expect([right, can(holder("auditor"), right)]).toEqual([right, right.endsWith(".read")]);
      // Accounts are read with their cases, and only those who decide on suspicions see any.
      if (subject !== "users" && subject !== "suspicions")
        expect([subject, can(holder("auditor"), `${subject}.read` as Right)]).toEqual([subject, true]);
    }
  });

  it("are described in a sentence", () => {
    expect(describeDuty("senior_reviewer")).toBe("May decide on cases and confirm what colleagues ask for.");
    expect(describeDuty("auditor")).toMatch(
      /^May see users and their cases, .+ and see the audit log\. Changes nothing\.$/,
    );
  });
});
