import { expect } from "vitest";
import { listProposalsAbout } from "@/lib/approvals/queries";
import type { ProposalDto } from "@/lib/approvals/schema";
import { db } from "@/lib/db/client";
import type { Viewer } from "@/lib/viewer";
import type { UserSpec } from "../../prisma/seed/builders";
import { freshNumber, mailsTo, until, type Envelope } from "./api";
import {
  buildIn,
  database,
  server,
  servers,
  staff,
  staffEmail,
  ownInstallation,
  type Staff,
} from "./installation";
import { signInAt, type OwnClient } from "./own-server";
import { pendingInvestor as investor } from "./users";

/** A separate installation with three administrators, because second approval applies to a whole installation. */
export { database, investor, servers, staff, staffEmail };
export type Person = Staff;
/** Two super administrators, and an ordinary administrator. */
export let firstSuper: Person, secondSuper: Person, plain: Person;

/** Starts the installation before the tests of a file, and stops it after them. */
export function startInstallation(): void {
  ownInstallation({ count: 2 }, async () => {
    firstSuper = await staff("Super One", true);
    secondSuper = await staff("Super Two", true);
    plain = await staff("Plain Admin");
  });
}

export const signIn = (email: string, password?: string): Promise<OwnClient> =>
  signInAt(server.url, email, password);
export const findMail = (email: string, subject: string) =>
  until(
    async () => (await mailsTo(email, `${database.dataDir}/outbox`)).find((mail) => mail.subject === subject),
    `the email "${subject}"`,
  );

/** Returns the pending proposals about a user, as this administrator sees them on the review page. */
export async function proposalsSeenBy(viewer: { userId: string; isSuper: boolean }, userId: string) {
  const user = await db.user.findUniqueOrThrow({ where: { id: userId } });
  return listProposalsAbout(viewer as Viewer, user);
}

export const build = (spec: Partial<UserSpec>) => buildIn(spec, "approval");

export const set = (on: boolean, by = firstSuper) =>
  by.send("PUT", "/api/admin/requirements/second_approval", { on });
/** Resets second approval, as if it had never been switched on. */
export const reset = () => db.requirement.deleteMany();
export const remove = (id: string, by: OwnClient, reason = "fraud") =>
  by.send("DELETE", `/api/admin/users/${id}${reason && `?reason=${reason}`}`);
export const setRole = (id: string, role: string, by: OwnClient) =>
  by.send("PATCH", `/api/admin/users/${id}/role`, { role });
export const approve = (id: string, by: OwnClient) =>
  by.send("PATCH", `/api/admin/users/${id}/verification-status`, { status: "approved" });
export const reject = (id: string, by: OwnClient) =>
  by.send("PATCH", `/api/admin/users/${id}/verification-status`, {
    status: "rejected",
    rejectionReason: "Not readable",
  });
/** Makes a change that bypasses the reviewers' commands. */
export const rejectElsewhere = (id: string) =>
  db.user.update({
    where: { id },
    data: { status: "rejected", reviewedAt: new Date() },
  });
export const emailsAsking = () => db.mailOutbox.count({ where: { template: "secondApprovalNeeded" } });
export const emailsOfResult = ({ id }: Person) =>
  db.mailOutbox.count({ where: { template: "secondApprovalDecided", userId: id } });
export const confirm = (id: string, by: OwnClient) => by.send("POST", `/api/admin/proposals/${id}/confirm`);
export const decline = (id: string, by: OwnClient, reason = "Ask the applicant first.") =>
  by.send("POST", `/api/admin/proposals/${id}/decline`, { reason });
export const proposals = async () =>
  (await firstSuper.send("GET", "/api/admin/proposals")).body.data as unknown as ProposalDto[];
export const reasonsOf = async (id: string) =>
  (await proposals()).find(({ _id }) => _id === id)?.approvalReasons;
export const stateOf = async (id: string) => (await db.proposal.findUniqueOrThrow({ where: { id } })).state;
export const exists = async (id: string) => (await db.user.count({ where: { id } })) === 1;
export const statusOf = async (id: string) => (await db.user.findUniqueOrThrow({ where: { id } })).status;
export const auditOf = async (proposalId: string) =>
  (await db.auditEvent.findMany({ orderBy: { seq: "asc" } }))
    .filter(({ data }) => (data as { proposalId?: string }).proposalId === proposalId)
    .map(({ action, actorId }) => [action, actorId]);

/** Requires that the response reports no effect yet. Returns the proposal's id. */
export function expectProposal({ status, body }: { status: number; body: Envelope }): string {
  expect([status, body.error, body.message]).toEqual([
    409,
    "CONFIRMATION_REQUIRED",
    "A second administrator must confirm this. We have asked for it.",
  ]);
  return (body.data as { proposalId: string }).proposalId;
}

/** Demotes a person, which needs both super administrators while second approval is on. */
export async function demote({ id }: Person): Promise<void> {
  expect((await confirm(expectProposal(await setRole(id, "investor", firstSuper)), secondSuper)).status).toBe(
    200,
  );
}

/** Creates two applicants with the same numbers. */
export async function flagged(): Promise<string> {
  const n = freshNumber();
  await build({ ...investor, n });
  return (await build({ ...investor, n })).id;
}
