import pg from "pg";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { db } from "@/lib/db/client";
import { uuidv7 } from "@/lib/ids";
import { getReview } from "@/lib/review/review";
import { createUser, reviewer } from "../../../support/accounts";
import { expectErrorLog } from "../../../support/error-log";

/** A review page is loaded in one read (ADR 35). */
const investor = { role: "investor", verification: "pending" } as const;
beforeAll(async () => {
  // Second approval runs further queries.
  await db.requirement.deleteMany();
});
afterEach(() => vi.restoreAllMocks());

describe("a review", () => {
  it.each(["personal", "corporate"] as const)(
    "of a %s investor takes at most 27 statements, besides those that frame its transaction",
    async (investorType) => {
      const [viewer, { id }] = [await reviewer(), await createUser({ ...investor, investorType })];
      // The first read is recorded.
      await getReview(viewer, id);
      const spy = vi.spyOn(pg.Client.prototype, "query");
      await getReview(viewer, id);
      const texts = spy.mock.calls
        .map(([query]) => (typeof query === "string" ? query : String(Reflect.get(query as object, "text"))))
        .filter((text) => !/^\s*(?:BEGIN|COMMIT|SET TRANSACTION)/i.test(text));
      expect(texts.length, texts.map((text) => text.trim().slice(0, 100)).join("\n")).toBeLessThanOrEqual(27);
    },
  );

  it("has all other parts if one cannot be read, and names that one", async () => {
    expectErrorLog("review.panel_failed");
    const [viewer, { id }] = [await reviewer(), await createUser({ ...investor, investorType: "personal" })];
    await db.screeningHit.create({
      data: {
        id: uuidv7(),
        userId: id,
        source: "un",
        externalId: "1",
        entryName: "Ada Test",
        programme: "",
        matchedName: "Ada Test",
        births: [],
        party: "applicant",
        name: "Ada Test",
        normalized: "ada test",
        score: 80,
        explanation: "",
        basis: "",
        dataKey: "broken",
        noteCipher: "broken",
      },
    });
    const { screening, findings, checks, timeline } = await getReview(viewer, id);
    expect([screening, checks!.length > 0, timeline]).toEqual([null, true, expect.any(Array)]);
    expect(findings).toContainEqual(
      expect.objectContaining({ kind: "panel", text: "The screening could not be loaded." }),
    );
  });

  it("is refused for unknown users", async () => {
    await expect(getReview(await reviewer(), uuidv7())).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
