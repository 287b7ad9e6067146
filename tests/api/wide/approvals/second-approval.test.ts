import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import type { RequirementDto } from "@/lib/approvals/requirement-schema";
import { db } from "@/lib/db/client";
import { childEnv, root } from "../../../../server/process";
import { verifyChain } from "../../../support/chain";
import {
  approve,
  auditOf,
  build,
  confirm,
  database,
  decline,
  exists,
  expectProposal,
  findMail,
  flagged,
  investor,
  firstSuper,
  plain,
  proposals,
  proposalsSeenBy,
  remove,
  set,
  setRole,
  signIn,
  staff,
  staffEmail,
  startInstallation,
  stateOf,
  secondSuper,
  type Person,
} from "../../../support/second-approval";

startInstallation();

describe("second approval (threat 68)", () => {
  it("is off by default, and one administrator decides alone", async () => {
    const rows = (await firstSuper.send("GET", "/api/admin/requirements")).body
      .data as unknown as RequirementDto[];
    expect(rows.map(({ requirement, since }) => [requirement, since])).toEqual([
      ["second_approval", null],
      ["guardian_consent", null],
    ]);
    expect((await approve(await flagged(), plain)).status).toBe(200);
    expect((await remove((await build(investor)).id, plain)).status).toBe(200);
    expect((await remove((await staff("Leaving")).id, firstSuper)).status).toBe(200);
    expect(await db.proposal.count()).toBe(0);
    // Its record would match the documents of all other users here.
    await db.retainedRecord.deleteMany();
  });

  it("needs a second super administrator to be switched on", async () => {
    await db.user.update({ where: { id: secondSuper.id }, data: { isSuper: false } });
    const answer = await set(true);
    expect([answer.status, answer.body.error]).toEqual([409, "CONFLICT"]);
    expect(answer.body.message).toContain("needs two super administrators");
    await db.user.update({ where: { id: secondSuper.id }, data: { isSuper: true } });
  });

  it("is switched on at once, audited and emailed; switching it on again has no effect", async () => {
    const answer = await set(true);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toContainEqual({
      requirement: "second_approval",
      since: expect.any(String) as string,
      switchedOnBy: "Super One",
    });
    expect((await set(true, secondSuper)).status).toBe(200);
    const rows = await db.auditEvent.findMany({ where: { action: "requirement.switched_on" } });
    expect(rows.map(({ actorId, data }) => [actorId, data])).toEqual([
      [firstSuper.id, { requirement: "second_approval" }],
    ]);
    await findMail(secondSuper.email, "Second approval is now required");
  });

  describe("of deletions", () => {
    it("covers users who have submitted, and not their own deletion", async () => {
      expect((await remove((await build({ role: "startup" })).id, plain, "")).status).toBe(200);

      const { id } = await build(investor);
      const unexplained = await remove(id, plain, "");
      expect([unexplained.status, unexplained.body.errors?.map(({ path }) => path)]).toEqual([
        422,
        ["reason"],
      ]);
      expect(await proposals()).toEqual([]);
      const proposalId = expectProposal(await remove(id, plain));
      expect(await exists(id)).toBe(true);
      expect(await proposals()).toContainEqual(
        expect.objectContaining({ _id: proposalId, kind: "deletion", reason: "fraud" }),
      );
      const otherProposal = expectProposal(await approve(await flagged(), plain));
      expect((await confirm(proposalId, firstSuper)).status).toBe(200);
      expect(await exists(id)).toBe(false);
      const rows = await db.auditEvent.findMany({ where: { targetId: id, action: "user.deleted" } });
      expect(rows.map(({ actorId, data }) => [actorId, data])).toEqual([
        [firstSuper.id, { reason: "fraud", isSuper: true }],
      ]);
      expect(await db.retainedRecord.count({ where: { userId: id } })).toBe(1);
      expect((await confirm(proposalId, secondSuper)).body.error).toBe("ALREADY_DECIDED");
      expect(await stateOf(otherProposal)).toBe("pending");

      const deletedUser = await build(investor);
      const owner = await signIn(deletedUser.email);
      const pending = expectProposal(await remove(deletedUser.id, plain));
      expect((await owner.send("DELETE", "/api/auth/deleteMe")).status).toBe(200);
      expect(await exists(deletedUser.id)).toBe(false);
      expect(await stateOf(pending)).toBe("superseded");
    });
  });

  describe("of administrators", () => {
    it("covers inviting one, whose data are sealed until the confirmation; nobody else chooses a password", async () => {
      const email = staffEmail();
      const body = { name: "Newest Colleague", email };
      const password = "A long Enough pass-phrase 7";
      const withPassword = { ...body, password };
      const refused = await firstSuper.send("POST", "/api/admin/create-sub-admin", withPassword);
      expect([refused.status, refused.body.error]).toEqual([409, "CONFLICT"]);
      const create = () => firstSuper.send("POST", "/api/admin/invitations", body);
      const proposalId = expectProposal(await create());
      expect(expectProposal(await create())).toBe(proposalId);
      const row = await db.proposal.findUniqueOrThrow({ where: { id: proposalId } });
      for (const text of ["Newest", "Colleague", email]) {
        expect(JSON.stringify(row)).not.toContain(text);
      }
      expect(await proposals()).toContainEqual(
        expect.objectContaining({ _id: proposalId, newAdministrator: { name: body.name, email } }),
      );
      expect((await confirm(proposalId, secondSuper)).status).toBe(200);
      expect(await db.user.findUniqueOrThrow({ where: { email } })).toMatchObject({ role: "admin" });
      expect(await db.proposal.findUniqueOrThrow({ where: { id: proposalId } })).toMatchObject({
        dataKey: null,
        payloadCipher: null,
      });
      expect((await create()).body.error).toBe("EMAIL_TAKEN");
    });

    it("covers an invitation, whose link is sent after the confirmation, and ends if the address was taken meanwhile", async () => {
      const [email, taken] = [staffEmail(), staffEmail()];
      const invite = (address: string) =>
        firstSuper.send("POST", "/api/admin/invitations", { name: "Invited", email: address });
      const [first, second] = [expectProposal(await invite(email)), expectProposal(await invite(taken))];
      expect(await db.user.count({ where: { email } })).toBe(0);
      expect((await confirm(first, secondSuper)).status).toBe(200);
      const { id } = await db.user.findUniqueOrThrow({ where: { email } });
      expect(await db.mailOutbox.count({ where: { userId: id, template: "adminInvited" } })).toBe(1);

      await build({ email: taken });
      expect((await confirm(second, secondSuper)).body.error).toBe("EMAIL_TAKEN");
      expect(await stateOf(second)).toBe("failed");
    });

    it("covers promotion, demotion and deletion, but no other change of role", async () => {
      const user = await build({ role: "startup", email: staffEmail() });
      expect((await setRole(user.id, "investor", plain)).status).toBe(200);
      const promotion = expectProposal(await setRole(user.id, "admin", firstSuper));
      const about = (person: Person, isSuper: boolean) =>
        proposalsSeenBy({ userId: person.id, isSuper }, user.id);
      expect(await about(plain, false)).toEqual([]);
      expect(await about(secondSuper, true)).toMatchObject([{ _id: promotion, proposer: "Super One" }]);
      expect((await confirm(promotion, secondSuper)).status).toBe(200);
      expect(await db.user.findUniqueOrThrow({ where: { id: user.id } })).toMatchObject({ role: "admin" });

      const demotion = expectProposal(await setRole(user.id, "startup", secondSuper));
      expect((await confirm(demotion, firstSuper)).status).toBe(200);
      expect(await db.user.findUniqueOrThrow({ where: { id: user.id } })).toMatchObject({ role: "startup" });

      const former = await staff("Former Colleague");
      const asStartup = expectProposal(await setRole(former.id, "startup", firstSuper));
      const asInvestor = expectProposal(await setRole(former.id, "investor", firstSuper));
      expect(asInvestor).not.toBe(asStartup);
      expect((await proposals()).find(({ _id }) => _id === asInvestor)).toMatchObject({ role: "investor" });
      expect((await confirm(asInvestor, secondSuper)).status).toBe(200);
      expect(await db.user.findUniqueOrThrow({ where: { id: former.id } })).toMatchObject({
        role: "investor",
      });
      expect(await stateOf(asStartup)).toBe("superseded");

      const colleague = await staff("Soon Gone");
      const deletion = expectProposal(await remove(colleague.id, firstSuper, "left"));
      expect((await confirm(deletion, plain)).status).toBe(403);
      expect((await confirm(deletion, secondSuper)).status).toBe(200);
      expect(await exists(colleague.id)).toBe(false);
    });

    it("always leaves two super administrators, and is not decided by the person it concerns", async () => {
      for (const answer of [
        await remove(secondSuper.id, firstSuper, "left"),
        await setRole(secondSuper.id, "investor", firstSuper),
      ]) {
        expect([answer.status, answer.body.error]).toEqual([409, "CONFLICT"]);
      }
      const three = await staff("Super Three", true);
      const proposalId = expectProposal(await remove(three.id, firstSuper, "left"));
      for (const act of [confirm, decline]) expect((await act(proposalId, three)).status).toBe(403);
      expect((await confirm(proposalId, secondSuper)).status).toBe(200);
      expect(await exists(three.id)).toBe(false);
    });
  });

  it("is switched off by two only, which ends pending proposals", async () => {
    const proposalId = expectProposal(await set(false));
    const { id } = await build(investor);
    const deletion = expectProposal(await remove(id, plain));
    expect((await confirm(proposalId, firstSuper)).status).toBe(403);
    expect((await decline(proposalId, secondSuper)).status).toBe(200);
    expect(await db.requirement.count()).toBe(1);
    expect((await confirm(expectProposal(await set(false)), secondSuper)).status).toBe(200);
    expect(await stateOf(deletion)).toBe("superseded");
    expect(await auditOf(deletion)).toContainEqual(["proposal.superseded", secondSuper.id]);
    expect((await set(false)).status).toBe(200);
    expect((await remove(id, plain)).status).toBe(200);
    const rows = await db.auditEvent.findMany({ where: { action: "requirement.switched_off" } });
    expect(rows.map(({ actorId, data }) => [actorId, data])).toEqual([
      [secondSuper.id, { requirement: "second_approval" }],
    ]);
  });

  it("is switched off by the operator in an emergency, which is audited without an actor", async () => {
    await set(true);
    const run = () =>
      promisify(execFile)(
        "node",
        [
          "--conditions=react-server",
          "--import",
          "./server/alias.ts",
          "server/commands/second-approval-off.ts",
        ],
        { cwd: root, env: childEnv(database.env) },
      );
    const colleague = await staff("Leaving");
    const newcomer = await build({ role: "startup", email: staffEmail() });
    const covered = [
      expectProposal(await setRole(newcomer.id, "admin", firstSuper)),
      expectProposal(
        await firstSuper.send("POST", "/api/admin/invitations", { name: "Invited", email: staffEmail() }),
      ),
      expectProposal(await approve(await flagged(), plain)),
      expectProposal(await remove(await flagged(), plain)),
      expectProposal(await setRole(colleague.id, "startup", firstSuper)),
      expectProposal(await remove(colleague.id, firstSuper)),
      expectProposal(await set(false)),
    ];
    expect((await run()).stdout).toContain("is off now");
    expect((await run()).stdout).toContain("was off already");
    const rows = await db.auditEvent.findMany({
      where: { action: "requirement.switched_off", actorId: null },
    });
    expect(rows.map(({ data }) => data)).toEqual([{ requirement: "second_approval" }]);
    for (const proposalId of covered) {
      expect(await stateOf(proposalId)).toBe("superseded");
      expect(await auditOf(proposalId)).toContainEqual(["proposal.superseded", null]);
    }
    expect((await setRole(newcomer.id, "admin", firstSuper)).status).toBe(200);
    expect((await remove(colleague.id, firstSuper)).status).toBe(200);
  });

  it("leaves an intact audit chain", async () => {
    expect(await verifyChain(database.url)).toBeGreaterThan(50);
  });

  it("is for super administrators", async () => {
    for (const path of ["/api/admin/proposals", "/api/admin/requirements"]) {
      expect((await plain.send("GET", path)).status).toBe(403);
    }
    expect((await set(true, plain)).status).toBe(403);
  });
});
