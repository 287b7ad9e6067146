import { expect, it } from "vitest";
import { confirmProposal } from "@/lib/administration/confirmation";
import { forceSecondApprovalOff } from "@/lib/approvals/requirements";
import { db } from "@/lib/db/client";
import { createPlan, publishPlan } from "@/lib/plans/commands";
import { getPlan } from "@/lib/plans/queries";
import { reviewer } from "../../../support/accounts";
import { sampleTerms } from "../../../support/sample-terms";

it("the publication of a plan takes two people, whether or not second approval is on (product 10.30)", async () => {
  const [staff, supervisor] = [await reviewer(), await reviewer(true)];
  const requirement = "second_approval";
  await db.requirement.create({ data: { requirement, switchedOnById: supervisor.userId } });
  const content = {
    name: "Notes",
    summary: "Notes.",
    description: "It lends.",
    risk: "Low",
    terms: sampleTerms,
  };
  const { _id: planId } = await createPlan(staff, content);
  const asked = publishPlan(staff, { planId, revision: 1 });
  await expect(asked).rejects.toMatchObject({ code: "CONFIRMATION_REQUIRED" });
  expect(await forceSecondApprovalOff()).toBe(true);
  const proposal = await db.proposal.findFirstOrThrow({ where: { subject: planId } });
  expect(proposal).toMatchObject({ kind: "plan_publication", state: "pending" });
  await confirmProposal(supervisor, proposal.id);
  expect(await getPlan(planId)).toMatchObject({ state: "open", published: { version: 1 } });
});
