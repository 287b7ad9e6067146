import { describe, expect, it } from "vitest";
import { endpoints } from "@/lib/contract/endpoints";
import type { Endpoint } from "@/lib/endpoint";
import { isBackOffice } from "@/lib/rights";
import { admin, call } from "../../../support/api";
import { personalAccount } from "../../../support/draft";
import { as, outcome, OTHER } from "../../../support/other-user";

describe("a call of another user's page", () => {
  it("is refused, whatever it requests", async () => {
    const [shown, applicant, reviewer] = await Promise.all([
      personalAccount(),
      personalAccount(),
      admin(true),
    ]);
    const entries = Object.entries<Endpoint>(endpoints).filter(
      ([, { auth }]) => ["user", "applicant"].includes(auth) || isBackOffice(auth),
    );
    expect(entries.length).toBeGreaterThan(60);
    for (const [name, { method, path }] of entries) {
      const target = path.replace(/\{\w+\}/g, shown.id);
      for (const { token } of [applicant, reviewer]) {
        const answer = await call(method, target, { token, headers: as(shown.id) });
        expect([name, ...outcome(answer)]).toEqual([name, ...OTHER]);
      }
    }
  });
});
