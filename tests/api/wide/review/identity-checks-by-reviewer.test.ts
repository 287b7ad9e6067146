import { beforeAll, describe, expect, it } from "vitest";
import { admin, post, type SignedIn } from "../../../support/api";
import { checksPath } from "../../../support/identity-checks";
import { applicant, reviewOf } from "../../../support/review";

/** Comparisons by a reviewer without a provider (product 10.26). */
let reviewer: SignedIn;

beforeAll(async () => {
  reviewer = await admin();
});

describe("a comparison by a reviewer", () => {
  const record = (user: SignedIn, body: object = {}) =>
    post(
      `${checksPath(user)}/manual`,
      { kind: "nin", source: "nimc_portal", outcome: "matches", ...body },
      reviewer.token,
    );

  it("is the default: without a provider no check can be requested", async () => {
    const user = await applicant();
    const refused = await post(checksPath(user), { kinds: ["nin"] }, reviewer.token);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringMatching(/No provider is set up/),
    ]);
    expect((await reviewOf(user, reviewer)).identityChecks!.provider).toBe("manual");
  });

  it.each([
    ["note", { source: "other" }],
    ["source", { source: "somewhere" }],
    ["outcome", { outcome: "fine" }],
    ["kind", { kind: "passport" }],
  ])("is refused at %s", async (field, body) => {
    const refused = await record(await applicant(), body);
    expect([refused.status, refused.body.errors?.map((error) => error.path)]).toEqual([422, [field]]);
  });

  it("is possible only for submitted values", async () => {
    expect((await record(await applicant(), { kind: "company" })).status).toBe(409);
    expect((await record(await applicant(), { kind: "bvn", ordinal: 0 })).status).toBe(409);
  });
});
