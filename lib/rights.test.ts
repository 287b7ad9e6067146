import { describe, expect, it } from "vitest";
import { describeDuty } from "./right-labels";
import { can, duties, rights, rightsOfDuty, type Duty } from "./rights";

const holder = (duty: Duty) => ({ role: "admin", isSuper: false, duty }) as const;

describe("the rights of administrators (product 10.40)", () => {
  it("super administrators have every right, and nobody without the role has any", () => {
    for (const right of [...rights, "admin", "super"] as const) {
      expect([right, can({ role: "admin", isSuper: true, duty: "administrator" }, right)]).toEqual([
        right,
        true,
      ]);
      expect([right, can({ role: "investor", isSuper: false, duty: "administrator" }, right)]).toEqual([
        right,
        false,
      ]);
    }
    for (const duty of duties) expect([duty, can(holder(duty), "super")]).toEqual([duty, false]);
  });

  it("every duty may open the dashboard, to which other pages redirect", () => {
    for (const duty of duties) expect([duty, can(holder(duty), "cases.read")]).toEqual([duty, true]);
  });

  it("a right to change includes the right to read", () => {
    for (const duty of duties)
      for (const right of rightsOfDuty[duty]) {
        const read = rights.find((other) => other === `${right.split(".")[0]}.read`);
        if (read) expect([duty, right, can(holder(duty), read)]).toEqual([duty, right, true]);
      }
  });

  it("an auditor reads every subject and changes none", () => {
    expect(rightsOfDuty.auditor.toSorted()).toEqual(
      rights.filter((right) => right.endsWith(".read")).toSorted(),
    );
  });

  it("are described in a sentence, without the reading that a change includes", () => {
    expect(describeDuty("senior_reviewer")).toBe("May decide on cases and confirm what colleagues ask for.");
    expect(describeDuty("auditor")).toMatch(
      /^May see users and their cases, .+ and see the audit log\. Changes nothing\.$/,
    );
  });
});
