import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { expireProposals, listProposalsAbout } from "@/lib/proposals/proposals";
import type { Viewer } from "@/lib/viewer";
import type { ApprovalRule, ApprovalRuleDto, ProposalDto } from "@/lib/proposals/schema";
import { buildUser, type UserSpec } from "../../prisma/seed/builders";
import {
  answers,
  documents,
  freshEmail,
  freshNumber,
  mailsTo,
  times,
  until,
  type Envelope,
} from "../support/api";
import { verifyChain } from "../support/chain";
import { childEnv, root } from "../../server/process";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { signInAt, type OwnClient } from "../support/own-server";
import { startDatabase, startServer, type Database, type Server } from "../support/server";

/** The rules are those of a whole installation, so the tests switch them on in a database of their own. */
let database: Database;
let servers: Server[];

interface Person extends OwnClient {
  id: string;
  email: string;
}
let [one, two, plain]: Person[] = [];

const investor = { role: "investor", investorType: "personal", verification: "pending" } as const;
const build = async (spec: Partial<UserSpec>) => {
  const email = spec.email ?? freshEmail("approval");
  const id = await buildUser({ name: "Ada Test", n: freshNumber(), ...spec, email });
  return { id, email };
};
const staffEmail = () => freshEmail("staff").replace("test.example", "seedline.example");
async function staff(name: string, isSuper = false): Promise<Person> {
  const user = await build({ role: "admin", isSuper, name, email: staffEmail() });
  return { ...user, ...(await signInAt(servers[0]!.url, user.email)) };
}

beforeAll(async () => {
  database = await startDatabase();
  Object.assign(process.env, database.env);
  const first = await startServer({ database });
  servers = [first, await startServer({ database, env: { APP_URL: first.url } })];
  [one, two, plain] = [
    await staff("Super One", true),
    await staff("Super Two", true),
    await staff("Plain Admin"),
  ];
}, 120_000);

afterAll(async () => {
  await Promise.all((servers ?? []).map((server) => server.stop()));
  await db.$disconnect();
  await database?.stop();
});

const set = (rule: ApprovalRule, on: boolean, by = one!) =>
  by.send("PUT", `/api/admin/approval-rules/${rule}`, { on });
const remove = (id: string, by: OwnClient, reason = "fraud") =>
  by.send("DELETE", `/api/admin/users/${id}?reason=${reason}`);
const setRole = (id: string, role: string, by: OwnClient) =>
  by.send("PATCH", `/api/admin/users/${id}/role`, { role });
const approve = (id: string, by: OwnClient) =>
  by.send("PATCH", `/api/admin/users/${id}/verification-status`, { status: "approved" });
const reject = (id: string, by: OwnClient) =>
  by.send("PATCH", `/api/admin/users/${id}/verification-status`, {
    status: "rejected",
    rejectionReason: "Not readable",
  });
/** A change that no command of a reviewer made. */
const rejectElsewhere = (id: string) =>
  db.user.update({
    where: { id },
    data: { status: "rejected", reviewedAt: new Date(), rejectionReason: "Not readable" },
  });
const emailsAsking = () => db.mailOutbox.count({ where: { template: "secondApprovalNeeded" } });
const emailsOfResult = ({ id }: Person) =>
  db.mailOutbox.count({ where: { template: "secondApprovalDecided", userId: id } });
const confirm = (id: string, by: OwnClient) => by.send("POST", `/api/admin/proposals/${id}/confirm`);
const decline = (id: string, by: OwnClient) => by.send("POST", `/api/admin/proposals/${id}/decline`);
const proposals = async () =>
  (await one!.send("GET", "/api/admin/proposals")).body.data as unknown as ProposalDto[];
const reasonsOf = async (id: string) => (await proposals()).find(({ _id }) => _id === id)?.flagReasons;
const stateOf = async (id: string) => (await db.proposal.findUniqueOrThrow({ where: { id } })).state;
const exists = async (id: string) => (await db.user.count({ where: { id } })) === 1;
const statusOf = async (id: string) => (await db.user.findUniqueOrThrow({ where: { id } })).status;
const auditOf = async (proposalId: string) =>
  (await db.auditEvent.findMany({ orderBy: { seq: "asc" } }))
    .filter(({ data }) => (data as { proposalId?: string }).proposalId === proposalId)
    .map(({ action, actorId }) => [action, actorId]);

/** The response says that nothing has happened yet. Returns the proposal's id. */
function expectProposal({ status, body }: { status: number; body: Envelope }): string {
  expect([status, body.error, body.message]).toEqual([
    409,
    "CONFIRMATION_REQUIRED",
    "A second administrator must confirm this. We have asked for it.",
  ]);
  return (body.data as { proposalId: string }).proposalId;
}

/** Two applicants with the same numbers. */
async function flagged(): Promise<string> {
  const n = freshNumber();
  await build({ ...investor, n });
  return (await build({ ...investor, n })).id;
}

describe("second approval (threat 68)", () => {
  it("is off by default, and one administrator decides alone", async () => {
    const rules = (await one!.send("GET", "/api/admin/approval-rules")).body
      .data as unknown as ApprovalRuleDto[];
    expect(rules.map(({ rule, since }) => [rule, since])).toEqual([
      ["deletions", null],
      ["administrators", null],
      ["flagged_approvals", null],
    ]);
    expect((await approve(await flagged(), plain!)).status).toBe(200);
    expect((await remove((await build(investor)).id, plain!)).status).toBe(200);
    expect((await remove((await staff("Leaving")).id, one!)).status).toBe(200);
    expect(await db.proposal.count()).toBe(0);
    // Its record would match the documents of everybody else here.
    await db.retainedRecord.deleteMany();
  });

  it("needs a second super administrator to be switched on", async () => {
    await db.user.update({ where: { id: two!.id }, data: { isSuper: false } });
    const answer = await set("deletions", true);
    expect([answer.status, answer.body.error]).toEqual([409, "CONFLICT"]);
    expect(answer.body.message).toContain("needs two super administrators");
    await db.user.update({ where: { id: two!.id }, data: { isSuper: true } });
  });

  it("is switched on at once, which is audited and emailed, and repeats without effect", async () => {
    const answer = await set("flagged_approvals", true);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toContainEqual({
      rule: "flagged_approvals",
      since: expect.any(String) as string,
      switchedOnBy: "Super One",
    });
    expect((await set("flagged_approvals", true, two!)).status).toBe(200);
    const rows = await db.auditEvent.findMany({ where: { action: "rule.switched_on" } });
    expect(rows.map(({ actorId, data }) => [actorId, data])).toEqual([
      [one!.id, { rule: "flagged_approvals" }],
    ]);
    await until(
      async () =>
        (await mailsTo(two!.email, `${database.dataDir}/outbox`)).some(
          ({ subject }) => subject === "Second approval for flagged approvals is on",
        ),
      "the email about the rule",
    );
  });

  describe("of flagged approvals", () => {
    it("leaves other cases and rejections to one administrator", async () => {
      const { id } = await build(investor);
      expect((await approve(id, plain!)).status).toBe(200);
      expect((await reject(await flagged(), plain!)).status).toBe(200);
    });

    it("asks a super administrator, who confirms; both are in the audit log", async () => {
      const id = await flagged();
      const proposalId = expectProposal(await approve(id, plain!));
      expect(expectProposal(await approve(id, plain!))).toBe(proposalId);
      expect(await statusOf(id)).toBe("pending");
      const mail = await until(
        async () =>
          (await mailsTo(two!.email, `${database.dataDir}/outbox`)).find(
            ({ subject }) => subject === "Plain Admin asks for a second approval",
          ),
        "the email about the proposal",
      );
      expect(mail.text).toContain("approve a flagged verification");
      expect(mail.text).not.toContain("Ada");
      expect(await proposals()).toMatchObject([
        {
          _id: proposalId,
          kind: "approval",
          target: { _id: id },
          flagReasons: ["duplicate"],
          proposedBy: { name: "Plain Admin" },
        },
      ]);
      expect((await confirm(proposalId, plain!)).status).toBe(403);
      expect(await statusOf(id)).toBe("pending");
      expect((await confirm(proposalId, two!)).status).toBe(200);
      expect(await statusOf(id)).toBe("approved");
      expect(await auditOf(proposalId)).toEqual([
        ["proposal.made", plain!.id],
        ["proposal.confirmed", two!.id],
      ]);
      expect(
        await db.auditEvent.count({
          where: { targetId: id, action: "submission.approved", actorId: two!.id },
        }),
      ).toBe(1);
      expect(await proposals()).toEqual([]);
      await until(
        async () =>
          (await mailsTo(plain!.email, `${database.dataDir}/outbox`)).some(
            ({ subject }) => subject === "A super administrator confirmed what you asked for",
          ),
        "the email about the decision",
      );
    });

    it("counts a match with erased data, and something in common with any administrator", async () => {
      const n = freshNumber();
      const former = await build({ ...investor, n });
      expect((await remove(former.id, plain!)).status).toBe(200);
      const again = await build({ ...investor, n });
      const matched = expectProposal(await approve(again.id, plain!));
      expect(await reasonsOf(matched)).toEqual(["erased_record"]);
      expect((await decline(matched, two!)).status).toBe(200);
      await db.retainedRecord.deleteMany();

      const cousin = await build(investor);
      await db.nextOfKin.updateMany({
        where: { submission: { userId: cousin.id } },
        data: { email: two!.email },
      });
      const shared = expectProposal(await approve(cousin.id, plain!));
      expect(await reasonsOf(shared)).toEqual(["administrator"]);
      // The one who shares it cannot confirm, and it stays pending for another.
      expect((await confirm(shared, two!)).body.error).toBe("CONFLICT");
      expect(await stateOf(shared)).toBe("pending");
      expect((await confirm(shared, one!)).status).toBe(200);
      expect(await statusOf(cousin.id)).toBe("approved");
    });

    it("is refused to its proposer, at every attempt", async () => {
      const proposalId = expectProposal(await approve(await flagged(), one!));
      const refusals = await times(5, () => confirm(proposalId, one!));
      expect(refusals.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 403));
      await expect(
        db.proposal.update({
          where: { id: proposalId },
          data: { state: "confirmed", decidedById: one!.id, decidedAt: new Date() },
        }),
      ).rejects.toThrow("proposals_second_person");
      // They may withdraw it.
      expect((await decline(proposalId, one!)).status).toBe(200);
      expect(await auditOf(proposalId)).toContainEqual(["proposal.withdrawn", one!.id]);
      expect(await stateOf(proposalId)).toBe("withdrawn");
    });

    it("is withdrawn by the administrator who proposed it, and by no other one", async () => {
      const proposalId = expectProposal(await approve(await flagged(), plain!));
      const other = await staff("Other Admin");
      expect((await decline(proposalId, other)).status).toBe(404);
      const before = await emailsOfResult(plain!);
      expect((await decline(proposalId, plain!)).status).toBe(200);
      expect(await emailsOfResult(plain!)).toBe(before);
      expect((await confirm(proposalId, two!)).body.error).toBe("ALREADY_DECIDED");
    });

    it("is asked for anew, with new emails, for a case that was rejected and submitted again", async () => {
      const n = freshNumber();
      await build({ ...investor, n });
      const { id, email } = await build({ ...investor, n });
      const other = await staff("Rejecting Admin");
      const first = expectProposal(await approve(id, plain!));
      const results = await emailsOfResult(plain!);
      expect((await reject(id, other)).status).toBe(200);
      expect(await auditOf(first)).toEqual([
        ["proposal.made", plain!.id],
        ["proposal.superseded", other.id],
      ]);
      expect((await confirm(first, two!)).body).toMatchObject({
        error: "ALREADY_DECIDED",
        message: "This proposal has already ended, because something else was decided",
      });

      const owner = await signInAt(servers[0]!.url, email);
      expect((await owner.send("POST", "/api/verification", answers(n))).status).toBe(200);
      const form = { method: "POST", body: await documents() };
      expect((await owner.fetch("/api/verification/documents", form)).status).toBe(200);
      expect(await emailsOfResult(plain!)).toBe(results + 1);
      const before = await emailsAsking();
      const second = expectProposal(await approve(id, other));
      expect(second).not.toBe(first);
      expect(await emailsAsking()).toBe(before + 2);
      expect((await confirm(second, two!)).status).toBe(200);
      expect(await statusOf(id)).toBe("approved");
    });

    it("replaces the proposal about a former state of the case, and that of someone who lost the right", async () => {
      const id = await flagged();
      const former = expectProposal(await approve(id, plain!));
      await rejectElsewhere(id);
      const leaving = await staff("Leaving Reviewer");
      const present = expectProposal(await approve(id, leaving));
      expect(present).not.toBe(former);
      expect(await stateOf(former)).toBe("superseded");
      expect((await setRole(leaving.id, "investor", one!)).status).toBe(200);
      const replaced = expectProposal(await approve(id, plain!));
      expect(replaced).not.toBe(present);
      expect([await stateOf(present), await stateOf(replaced)]).toEqual(["superseded", "pending"]);
    });

    it("ends with the decision's own message if the case is not the one that was proposed", async () => {
      const id = await flagged();
      const proposalId = expectProposal(await approve(id, plain!));
      await rejectElsewhere(id);
      const before = await emailsOfResult(plain!);
      const { status, body } = await confirm(proposalId, two!);
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
        two!.id,
        { proposalId, kind: "approval", error: "ALREADY_DECIDED" },
      ]);
      expect(await emailsOfResult(plain!)).toBe(before + 1);
    });

    it("ends if the one who proposed it has something in common with the applicant by then", async () => {
      const reviewer = await staff("Cousin Admin");
      const id = await flagged();
      const proposalId = expectProposal(await approve(id, reviewer));
      await db.nextOfKin.updateMany({
        where: { submission: { userId: id } },
        data: { email: reviewer.email },
      });
      expect((await confirm(proposalId, two!)).body.error).toBe("CONFLICT");
      expect([await statusOf(id), await stateOf(proposalId)]).toEqual(["pending", "failed"]);
    });

    it("ends if the one who proposed it is no longer an administrator", async () => {
      const leaving = await staff("Leaving Admin");
      const id = await flagged();
      const proposalId = expectProposal(await approve(id, leaving));
      expect((await setRole(leaving.id, "investor", one!)).status).toBe(200);
      expect((await confirm(proposalId, two!)).body.error).toBe("CONFLICT");
      expect([await statusOf(id), await stateOf(proposalId)]).toEqual(["pending", "failed"]);
    });

    it("succeeds once of 20 parallel confirmations on two servers, with one decision and one email", async () => {
      const id = await flagged();
      const proposalId = expectProposal(await approve(id, plain!));
      const twins = await Promise.all(servers.map(({ url }) => signInAt(url, two!.email)));
      const results = await times(20, (n) => confirm(proposalId, twins[n % 2]!));
      expect(results.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(results.filter(({ body }) => body.error === "ALREADY_DECIDED")).toHaveLength(19);
      expect(await db.decision.count({ where: { userId: id } })).toBe(1);
      expect(await db.mailOutbox.count({ where: { userId: id, template: "submissionApproved" } })).toBe(1);
      expect(await auditOf(proposalId)).toHaveLength(2);
    });

    it("is proposed once by 20 parallel calls", async () => {
      const id = await flagged();
      const before = await emailsAsking();
      const results = await times(20, () => approve(id, plain!));
      const ids = [...new Set(results.map(expectProposal))];
      expect(ids).toHaveLength(1);
      expect(await db.proposal.count({ where: { targetId: id } })).toBe(1);
      expect(await auditOf(ids[0]!)).toEqual([["proposal.made", plain!.id]]);
      const mails = await db.mailOutbox.findMany({
        where: { template: "secondApprovalNeeded" },
        orderBy: { createdAt: "desc" },
        take: 2,
      });
      expect(await emailsAsking()).toBe(before + 2);
      expect(new Set(mails.map(({ userId }) => userId))).toEqual(new Set([one!.id, two!.id]));
    });

    it("expires after 7 days, and can be proposed again", async () => {
      const id = await flagged();
      const proposalId = expectProposal(await approve(id, plain!));
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
      expect((await confirm(proposalId, two!)).body).toMatchObject({
        error: "ALREADY_DECIDED",
        message: "This proposal has already expired",
      });
      const again = expectProposal(await approve(id, plain!));
      expect(again).not.toBe(proposalId);
      expect(await stateOf(proposalId)).toBe("expired");
      await db.proposal.update({ where: { id: again }, data: { proposedAt: new Date(0) } });
      const before = await emailsOfResult(plain!);
      await expireProposals();
      expect(await emailsOfResult(plain!)).toBe(before + 1);
      expect(await db.proposal.findUniqueOrThrow({ where: { id: again } })).toMatchObject({
        state: "expired",
        dataKey: null,
        payloadCipher: null,
        subject: "",
      });
    });

    it("does not reveal super administrators to other administrators", async () => {
      const id = await flagged();
      const theirs = expectProposal(await approve(id, one!));
      const viewers = [plain!, two!, one!].map((person) => ({
        userId: person.id,
        isSuper: person !== plain,
      }));
      const seen = await Promise.all(viewers.map((viewer) => listProposalsAbout(viewer as Viewer, id)));
      expect(seen.map(([about]) => [about!._id, about!.isOwn, about!.proposer])).toEqual([
        [theirs, false, null],
        [theirs, false, "Super One"],
        [theirs, true, "Super One"],
      ]);
      expect(JSON.stringify(seen[0])).not.toContain(one!.id);
      expect((await decline(theirs, two!)).status).toBe(200);

      const own = expectProposal(await approve(id, plain!));
      expect(await listProposalsAbout(viewers[0] as Viewer, id)).toMatchObject([{ _id: own, isOwn: true }]);
      expect((await decline(own, two!)).status).toBe(200);
      const mail = await until(
        async () =>
          (await mailsTo(plain!.email, `${database.dataDir}/outbox`)).find(
            ({ subject }) => subject === "A super administrator declined what you asked for",
          ),
        "the email about the decision",
      );
      expect(mail.text).not.toContain("Super Two");
    });

    it("needs a proof of the last 15 minutes", async () => {
      const proposalId = expectProposal(await approve(await flagged(), plain!));
      const stale = await signInAt(servers[0]!.url, two!.email);
      await db.session.updateMany({
        where: { userId: two!.id },
        data: { provedAt: new Date(Date.now() - 16 * 60_000) },
      });
      for (const act of [confirm, decline]) {
        expect((await act(proposalId, stale)).body.error).toBe("STEP_UP_REQUIRED");
      }
      expect((await set("deletions", true, two!)).body.error).toBe("STEP_UP_REQUIRED");
      await db.session.updateMany({ where: { userId: two!.id }, data: { provedAt: new Date() } });
    });

    it("is closed for a while after a password reset by email", async () => {
      const proposalId = expectProposal(await approve(await flagged(), plain!));
      await db.user.update({ where: { id: two!.id }, data: { passwordResetAt: new Date() } });
      expect((await confirm(proposalId, two!)).body.error).toBe("RECENTLY_RESET");
      await db.user.update({ where: { id: two!.id }, data: { passwordResetAt: null } });
      expect((await confirm(proposalId, two!)).status).toBe(200);
    });
  });

  describe("of deletions", () => {
    it("covers users who have submitted, and not their own deletion", async () => {
      expect((await set("deletions", true)).status).toBe(200);
      expect((await remove((await build({ role: "startup" })).id, plain!)).status).toBe(200);

      const { id } = await build(investor);
      const proposalId = expectProposal(await remove(id, plain!));
      expect(await exists(id)).toBe(true);
      expect(await proposals()).toContainEqual(
        expect.objectContaining({ _id: proposalId, kind: "deletion", reason: "fraud" }),
      );
      const other = expectProposal(await approve(await flagged(), plain!));
      expect((await confirm(proposalId, one!)).status).toBe(200);
      expect(await exists(id)).toBe(false);
      const rows = await db.auditEvent.findMany({ where: { targetId: id, action: "user.deleted" } });
      expect(rows.map(({ actorId, data }) => [actorId, data])).toEqual([
        [one!.id, { reason: "fraud", isSuper: true }],
      ]);
      expect(await db.retainedRecord.count({ where: { userId: id } })).toBe(1);
      expect((await confirm(proposalId, two!)).body.error).toBe("ALREADY_DECIDED");
      expect(await stateOf(other)).toBe("pending");

      const own = await build(investor);
      const owner = await signInAt(servers[0]!.url, own.email);
      const pending = expectProposal(await remove(own.id, plain!));
      expect((await owner.send("DELETE", "/api/auth/deleteMe")).status).toBe(200);
      expect(await exists(own.id)).toBe(false);
      expect(await stateOf(pending)).toBe("superseded");
    });
  });

  describe("of administrators", () => {
    it("covers making one, whose data and password are sealed until then", async () => {
      expect((await set("administrators", true)).status).toBe(200);
      const email = staffEmail();
      const body = { name: "Newest Colleague", email, password: "A long Enough pass-phrase 7" };
      const create = () => one!.send("POST", "/api/admin/create-sub-admin", body);
      const proposalId = expectProposal(await create());
      expect(expectProposal(await create())).toBe(proposalId);
      const row = await db.proposal.findUniqueOrThrow({ where: { id: proposalId } });
      for (const text of ["Newest", "Colleague", email, body.password, "argon2"]) {
        expect(JSON.stringify(row)).not.toContain(text);
      }
      await expect(signInAt(servers[0]!.url, email, body.password)).rejects.toThrow("401");
      expect(await proposals()).toContainEqual(
        expect.objectContaining({ _id: proposalId, newAdministrator: { name: body.name, email } }),
      );
      expect((await confirm(proposalId, two!)).status).toBe(200);
      const created = await signInAt(servers[0]!.url, email, body.password);
      expect((await created.send("GET", "/api/auth/me")).body.user).toMatchObject({
        role: "admin",
        temporaryCredentials: true,
      });
      expect(await db.proposal.findUniqueOrThrow({ where: { id: proposalId } })).toMatchObject({
        dataKey: null,
        payloadCipher: null,
      });
      expect((await create()).body.error).toBe("EMAIL_TAKEN");
    });

    it("covers an invitation, whose link is sent after the confirmation, and ends if the address was taken meanwhile", async () => {
      const [email, taken] = [staffEmail(), staffEmail()];
      const invite = (address: string) =>
        one!.send("POST", "/api/admin/invitations", { name: "Invited", email: address });
      const [first, second] = [expectProposal(await invite(email)), expectProposal(await invite(taken))];
      expect(await db.user.count({ where: { email } })).toBe(0);
      expect((await confirm(first, two!)).status).toBe(200);
      const { id } = await db.user.findUniqueOrThrow({ where: { email } });
      expect(await db.mailOutbox.count({ where: { userId: id, template: "adminInvited" } })).toBe(1);

      await build({ email: taken });
      expect((await confirm(second, two!)).body.error).toBe("EMAIL_TAKEN");
      expect(await stateOf(second)).toBe("failed");
    });

    it("covers promotion, demotion and deletion, and leaves other changes of role", async () => {
      const user = await build({ role: "startup", email: staffEmail() });
      expect((await setRole(user.id, "investor", plain!)).status).toBe(200);
      const promotion = expectProposal(await setRole(user.id, "admin", one!));
      const about = (person: Person, isSuper: boolean) =>
        listProposalsAbout({ userId: person.id, isSuper } as Viewer, user.id);
      expect(await about(plain!, false)).toEqual([]);
      expect(await about(two!, true)).toMatchObject([{ _id: promotion, proposer: "Super One" }]);
      expect((await confirm(promotion, two!)).status).toBe(200);
      expect(await db.user.findUniqueOrThrow({ where: { id: user.id } })).toMatchObject({ role: "admin" });

      const demotion = expectProposal(await setRole(user.id, "startup", two!));
      expect((await confirm(demotion, one!)).status).toBe(200);
      expect(await db.user.findUniqueOrThrow({ where: { id: user.id } })).toMatchObject({ role: "startup" });

      const former = await staff("Former Colleague");
      const asStartup = expectProposal(await setRole(former.id, "startup", one!));
      const asInvestor = expectProposal(await setRole(former.id, "investor", one!));
      expect(asInvestor).not.toBe(asStartup);
      expect((await proposals()).find(({ _id }) => _id === asInvestor)).toMatchObject({ role: "investor" });
      expect((await confirm(asInvestor, two!)).status).toBe(200);
      expect(await db.user.findUniqueOrThrow({ where: { id: former.id } })).toMatchObject({
        role: "investor",
      });
      expect(await stateOf(asStartup)).toBe("superseded");

      const colleague = await staff("Soon Gone");
      const deletion = expectProposal(await remove(colleague.id, one!, "left"));
      expect((await confirm(deletion, plain!)).status).toBe(403);
      expect((await confirm(deletion, two!)).status).toBe(200);
      expect(await exists(colleague.id)).toBe(false);
    });

    it("keeps two super administrators, and is not decided by the one it is about", async () => {
      for (const answer of [await remove(two!.id, one!, "left"), await setRole(two!.id, "investor", one!)]) {
        expect([answer.status, answer.body.error]).toEqual([409, "CONFLICT"]);
      }
      const three = await staff("Super Three", true);
      const proposalId = expectProposal(await remove(three.id, one!, "left"));
      for (const act of [confirm, decline]) expect((await act(proposalId, three)).status).toBe(403);
      expect((await confirm(proposalId, two!)).status).toBe(200);
      expect(await exists(three.id)).toBe(false);
    });
  });

  it("is switched off by two only", async () => {
    const proposalId = expectProposal(await set("deletions", false));
    const { id } = await build(investor);
    const deletion = expectProposal(await remove(id, plain!));
    // Needs a second approval as the deletion of an administrator, too.
    const colleague = await staff("Former Applicant");
    const { id: submissionId } = await db.submission.findFirstOrThrow({
      where: { userId: (await build(investor)).id },
    });
    await db.submission.update({ where: { id: submissionId }, data: { userId: colleague.id } });
    const other = expectProposal(await remove(colleague.id, one!));
    expect((await confirm(proposalId, one!)).status).toBe(403);
    expect((await decline(proposalId, two!)).status).toBe(200);
    expect(await db.approvalRule.count({ where: { rule: "deletions" } })).toBe(1);
    expect((await confirm(expectProposal(await set("deletions", false)), two!)).status).toBe(200);
    expect([await stateOf(deletion), await stateOf(other)]).toEqual(["superseded", "pending"]);
    expect(await auditOf(deletion)).toContainEqual(["proposal.superseded", two!.id]);
    expect((await set("deletions", false)).status).toBe(200);
    expect((await remove(id, plain!)).status).toBe(200);
    const rows = await db.auditEvent.findMany({ where: { action: "rule.switched_off" } });
    expect(rows.map(({ actorId, data }) => [actorId, data])).toEqual([[two!.id, { rule: "deletions" }]]);
  });

  it("is switched off by the operator in an emergency, which is audited without an actor", async () => {
    const run = (rule: string) =>
      promisify(execFile)(
        "node",
        [
          "--conditions=react-server",
          "--import",
          "./server/alias.ts",
          "server/commands/second-approval-off.ts",
          rule,
        ],
        { cwd: root, env: childEnv(database.env) },
      );
    await expect(run("everything")).rejects.toThrow();
    const colleague = await staff("Leaving");
    const covered = [
      expectProposal(await setRole(colleague.id, "startup", one!)),
      expectProposal(await remove(colleague.id, one!)),
      expectProposal(await set("administrators", false)),
    ];
    const uncovered = [
      expectProposal(await approve(await flagged(), plain!)),
      expectProposal(await remove(await flagged(), plain!)),
    ];
    expect((await run("administrators")).stdout).toContain("is off now");
    expect((await run("administrators")).stdout).toContain("was off already");
    const rows = await db.auditEvent.findMany({ where: { action: "rule.switched_off", actorId: null } });
    expect(rows.map(({ data }) => data)).toEqual([{ rule: "administrators" }]);
    for (const proposalId of covered) {
      expect(await stateOf(proposalId)).toBe("superseded");
      expect(await auditOf(proposalId)).toContainEqual(["proposal.superseded", null]);
    }
    expect(await Promise.all(uncovered.map(stateOf))).toEqual(["pending", "pending"]);
    expect((await remove(colleague.id, one!)).status).toBe(200);
  });

  it("leaves an intact audit chain", async () => {
    expect(await verifyChain(database.url)).toBeGreaterThan(50);
  });

  it("is for super administrators", async () => {
    for (const path of ["/api/admin/proposals", "/api/admin/approval-rules"]) {
      expect((await plain!.send("GET", path)).status).toBe(403);
    }
    expect((await set("deletions", true, plain!)).status).toBe(403);
  });
});

describe("ways around a second approval (threat 68)", () => {
  it("an administrator whom the confirmer appointed is not a second person", async () => {
    await db.approvalRule.deleteMany();
    await set("deletions", true);
    const email = staffEmail();
    const password = "Ally-Passw0rd1";
    const created = await one!.send("POST", "/api/admin/create-sub-admin", { name: "Ally", email, password });
    expect(created.status).toBe(201);
    const ally = await signInAt(servers[0]!.url, email, password);
    const { id } = await build(investor);
    const proposalId = expectProposal(await remove(id, ally));
    expect((await confirm(proposalId, one!)).status).toBe(403);
    expect(await exists(id)).toBe(true);
    expect((await confirm(proposalId, two!)).status).toBe(200);
  });

  it("deleting the other account of a flagged case needs a second approval, too", async () => {
    await db.approvalRule.deleteMany();
    await set("flagged_approvals", true);
    const other = await build({ role: "investor" });
    const applicant = await build(investor);
    const { phone } = await db.user.findUniqueOrThrow({ where: { id: applicant.id } });
    expect((await db.user.update({ where: { id: other.id }, data: { phone } })).phone).toBe(phone);
    expectProposal(await approve(applicant.id, plain!));
    expectProposal(await remove(other.id, plain!));
    expect(await exists(other.id)).toBe(true);
  });

  it("a change of role to and fro leaves the case flagged", async () => {
    const id = await flagged();
    for (const role of ["startup", "investor"]) expect((await setRole(id, role, plain!)).status).toBe(200);
    expectProposal(await approve(id, plain!));
    expect(await statusOf(id)).toBe("pending");
  });

  it("an invitation is another proposal than an account with a given password", async () => {
    await set("administrators", true);
    const [name, email] = ["Ada Colleague", staffEmail()];
    const body = { name, email, password: "Given-Passw0rd1" };
    const given = expectProposal(await one!.send("POST", "/api/admin/create-sub-admin", body));
    const invited = expectProposal(await two!.send("POST", "/api/admin/invitations", { name, email }));
    expect(invited).not.toBe(given);
    expect((await confirm(invited, one!)).status).toBe(200);
    expect((await confirm(given, two!)).body.error).toBe("EMAIL_TAKEN");
  });
});
