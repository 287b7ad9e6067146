import { beforeAll, describe, expect, it } from "vitest";
import { expireProposals } from "@/lib/approvals/proposals";
import { db } from "@/lib/db/client";
import {
  approve,
  confirm,
  decline,
  demote,
  emailsOfResult,
  expectProposal,
  flagged,
  plain,
  proposals,
  rejectElsewhere,
  set,
  staff,
  startInstallation,
  stateOf,
  statusOf,
  secondSuper,
} from "../../../support/second-approval";

/** The ways in which a proposal ends without a confirmation. */
startInstallation();

describe("a proposal (threat 68)", () => {
  beforeAll(async () => {
    expect((await set(true)).status).toBe(200);
  });

  it("is withdrawn by its proposer alone", async () => {
    const proposalId = expectProposal(await approve(await flagged(), plain));
    const otherAdmin = await staff("Other Admin");
    expect((await decline(proposalId, otherAdmin)).status).toBe(404);
    const before = await emailsOfResult(plain);
    expect((await decline(proposalId, plain)).status).toBe(200);
    expect(await emailsOfResult(plain)).toBe(before);
    expect((await confirm(proposalId, secondSuper)).body.error).toBe("ALREADY_DECIDED");
  });

  it("replaces a proposal about an earlier state of the case, and one by an administrator who has lost the right", async () => {
    const id = await flagged();
    const former = expectProposal(await approve(id, plain));
    await rejectElsewhere(id);
    const leaving = await staff("Leaving Reviewer");
    const present = expectProposal(await approve(id, leaving));
    expect(present).not.toBe(former);
    expect(await stateOf(former)).toBe("superseded");
    await demote(leaving);
    const replaced = expectProposal(await approve(id, plain));
    expect(replaced).not.toBe(present);
    expect([await stateOf(present), await stateOf(replaced)]).toEqual(["superseded", "pending"]);
  });

  it("ends with the decision's own message if the case has changed since the proposal", async () => {
    const id = await flagged();
    const proposalId = expectProposal(await approve(id, plain));
    await rejectElsewhere(id);
    const before = await emailsOfResult(plain);
    const { status, body } = await confirm(proposalId, secondSuper);
    expect([status, body.error, body.message]).toEqual([
      409,
      "ALREADY_DECIDED",
      "This verification has already been rejected",
    ]);
    expect([await statusOf(id), await stateOf(proposalId)]).toEqual(["rejected", "failed"]);
    const row = await db.auditEvent.findFirstOrThrow({
      where: { action: "proposal.failed" },
      orderBy: { seq: "desc" },
    });
    expect([row.actorId, row.data]).toEqual([
      secondSuper.id,
      { proposalId, kind: "approval", error: "ALREADY_DECIDED" },
    ]);
    expect(await emailsOfResult(plain)).toBe(before + 1);
  });

  it("ends if its proposer has details in common with the applicant by then", async () => {
    const reviewer = await staff("Cousin Admin");
    const id = await flagged();
    const proposalId = expectProposal(await approve(id, reviewer));
    await db.nextOfKin.updateMany({
      where: { submission: { userId: id } },
      data: { email: reviewer.email },
    });
    expect((await confirm(proposalId, secondSuper)).body).toMatchObject({
      error: "CONFLICT",
      message:
        "The administrator who asked for this and this applicant have the same email address. Another reviewer must decide.",
    });
    expect([await statusOf(id), await stateOf(proposalId)]).toEqual(["pending", "failed"]);
  });

  it("ends if its proposer is no longer an administrator", async () => {
    const leaving = await staff("Leaving Admin");
    const id = await flagged();
    const proposalId = expectProposal(await approve(id, leaving));
    await demote(leaving);
    expect((await confirm(proposalId, secondSuper)).body.error).toBe("CONFLICT");
    expect([await statusOf(id), await stateOf(proposalId)]).toEqual(["pending", "failed"]);
  });

  it("expires after 7 days, and can be proposed again", async () => {
    const id = await flagged();
    const proposalId = expectProposal(await approve(id, plain));
    const age = (days: number) =>
      db.proposal.update({
        where: { id: proposalId },
        data: { proposedAt: new Date(Date.now() - days * 86_400_000) },
      });
    await age(6.9);
    await expireProposals();
    expect(await stateOf(proposalId)).toBe("pending");
    await age(7);
    expect((await proposals()).map(({ _id }) => _id)).not.toContain(proposalId);
    expect((await confirm(proposalId, secondSuper)).body).toMatchObject({
      error: "ALREADY_DECIDED",
      message: "This proposal has already expired",
    });
    const again = expectProposal(await approve(id, plain));
    expect(again).not.toBe(proposalId);
    expect(await stateOf(proposalId)).toBe("expired");
    await db.proposal.update({ where: { id: again }, data: { proposedAt: new Date(0) } });
    const before = await emailsOfResult(plain);
    await expireProposals();
    expect(await emailsOfResult(plain)).toBe(before + 1);
    expect(await db.proposal.findUniqueOrThrow({ where: { id: again } })).toMatchObject({
      state: "expired",
      dataKey: null,
      payloadCipher: null,
      subject: "",
    });
  });
});
