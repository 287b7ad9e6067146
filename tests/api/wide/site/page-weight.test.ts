import { beforeAll, describe, expect, it } from "vitest";
import { buildPlans } from "../../../../prisma/seed/builders";
import { admin, person, urls, type SignedIn } from "../../../support/api";
import { BARE_KB, allowedKb, scriptBytes, weighedPages, type Visitor } from "../../../support/page-weight";

const people: Record<Exclude<Visitor, "visitor">, () => Promise<SignedIn>> = {
  administrator: () => admin(true),
  startup: () => person({ role: "startup", verification: "approved" }),
  investor: () => person({ role: "investor", investorType: "personal", verification: "approved" }),
  personal: () => person({ role: "investor", investorType: "personal" }),
  corporate: () => person({ role: "investor", investorType: "corporate" }),
};

describe("the weight of pages", () => {
  beforeAll(() => buildPlans());

  it.each(weighedPages)(
    "$path loads at most $maxKb kB of JavaScript",
    async ({ path, kind, viewer, maxKb }) => {
      expect(maxKb).toBeLessThanOrEqual(BARE_KB + allowedKb[kind]);
      const cookies = viewer === "visitor" ? "" : (await people[viewer]()).cookies;
      expect(await scriptBytes(urls()[0], path, cookies)).toBeLessThanOrEqual(maxKb * 1_000);
    },
  );
});
