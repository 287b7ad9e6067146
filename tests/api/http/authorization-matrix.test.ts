import { describe, expect, it } from "vitest";
import { endpoints } from "@/lib/contract/endpoints";
import { isBackOffice } from "@/lib/rights";
import { matrixRows, testRow } from "../../support/authorization-calls";
import { actors, actorsOnDuty, lacksRight, matrix, type Actor } from "../../support/authorization-matrix";

describe("the authorization matrix (threat 17, 78)", () => {
  for (const [index, each] of matrixRows.entries()) {
    // One of the duties without the right; tests/api/wide/http/rights.test.ts has all of them.
    const others = actorsOnDuty.filter((actor) => lacksRight(endpoints[each.name].auth, actor));
    const sample = others[index % others.length];
    testRow(each, [...new Set([...(Object.keys(actors) as Actor[]), ...(sample ? [sample] : [])])]);
  }

  it("covers every call", () => {
    for (const [name, entry] of Object.entries(matrix)) {
      expect([name, Boolean(entry.plain ?? (entry.own && entry.other))]).toEqual([name, true]);
    }
  });
});

describe("each right: a call of each duty that has it, and of each that does not", () => {
  const rights = new Set(
    Object.values(endpoints)
      .map(({ auth }) => auth)
      .filter(isBackOffice),
  );
  for (const right of rights) {
    const changesNothing = ({ name, row }: (typeof matrixRows)[number]) =>
      endpoints[name].method === "GET" || (row.admin ?? row.else) >= 300;
    const each = matrixRows.find(
      (candidate) => endpoints[candidate.name].auth === right && changesNothing(candidate),
    );
    // A right of pages only.
    if (!each) continue;
    testRow(each, actorsOnDuty);
  }
});
