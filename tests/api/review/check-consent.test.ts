import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { CHECK_CONSENT_VERSION } from "@/lib/onboarding/forms/consent-rules";
import { answers, freshNumber, personalInvestor, post, submit, type SignedIn } from "../../support/api";

/** The applicant's consent to identity checks (product 10.26). */
describe("consent to checks", () => {
  const send = (user: SignedIn, checkConsent?: string) =>
    post("/api/verification", { ...answers(freshNumber()), checkConsent }, user.token);
  const consentOf = ({ id }: SignedIn) =>
    db.submission.findFirstOrThrow({ where: { userId: id }, select: { checkConsent: true } });

  it("is stored if the client says which text it showed", async () => {
    const user = await personalInvestor();
    expect((await send(user, CHECK_CONSENT_VERSION)).status).toBe(200);
    expect(await consentOf(user)).toEqual({ checkConsent: CHECK_CONSENT_VERSION });
  });

  it("is not assumed of a client that does not send it", async () => {
    const user = await personalInvestor();
    expect((await submit(user)).status).toBe(200);
    expect(await consentOf(user)).toEqual({ checkConsent: null });
  });

  it("is refused for a text that is not in force", async () => {
    const refused = await send(await personalInvestor(), "v2020.01");
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([422, "checkConsent"]);
  });
});
