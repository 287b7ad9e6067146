import { describe, expect, it } from "vitest";
import { endpoints } from "@/lib/contract/endpoints";
import type { Endpoint } from "@/lib/endpoint";
import { admin, call, personalInvestor } from "../../../support/api";

const fill = (template: string, id: string) => template.replace(/\{\w+\}/g, id);
const UNKNOWN_ID = "01900000-0000-7000-8000-000000000000";

describe("every failure returns the same envelope (threat 23, product 10.2)", () => {
  it("for every kind of empty body", async () => {
    const actors = await Promise.all([admin(true), personalInvestor(), undefined]);
    const takesJson = Object.values<Endpoint>(endpoints)
      // It would claim a case of another test.
      .filter((endpoint) => endpoint !== endpoints.takeNextCase)
      .filter(({ body, documentedBody }) => body ?? documentedBody);
    expect(takesJson.length).toBeGreaterThan(30);
    for (const { method, path } of takesJson) {
      for (const actor of actors) {
        const headers = { "content-type": "application/json" };
        const token = actor?.token;
        const sent = [undefined, "", "  \n", "{}"].map((body) =>
          call(method, fill(path, UNKNOWN_ID), { token, headers, ...(body !== undefined && { body }) }),
        );
        const answers = (await Promise.all(sent)).map(({ status, body }) => [
          status,
          body.error,
          body.errors,
        ]);
        expect([method, path, ...answers]).toEqual([method, path, ...answers.map(() => answers[0])]);
      }
    }
  });
});
