import { afterAll, beforeAll, expect } from "vitest";
import { db } from "@/lib/db/client";
import type { ProposalDto } from "@/lib/proposals/schema";
import { buildUser, type UserSpec } from "../../prisma/seed/builders";
import { freshEmail, freshNumber, mailsTo, until, type Envelope } from "./api";
import { signInAt, type OwnClient } from "./own-server";
import { startDatabase, startServer, type Database, type Server } from "./server";

/** An installation of its own with three administrators, because second approval is switched for a whole installation. */
export let database: Database;
export let servers: Server[];

export interface Person extends OwnClient {
  id: string;
  email: string;
}
/** Two super administrators, and an administrator who is not. */
export let one: Person, two: Person, plain: Person;

/** Starts the installation before the tests of a file, and stops it after them. */
export function startInstallation(): void {
  beforeAll(async () => {
    database = await startDatabase();
    Object.assign(process.env, database.env);
    const first = await startServer({ database });
    servers = [first, await startServer({ database, env: { APP_URL: first.url } })];
    one = await staff("Super One", true);
    two = await staff("Super Two", true);
    plain = await staff("Plain Admin");
  }, 120_000);

  afterAll(async () => {
    await Promise.all((servers ?? []).map((server) => server.stop()));
    await db.$disconnect();
    await database?.stop();
  });
}

export const signIn = (email: string, password?: string): Promise<OwnClient> =>
  signInAt(servers[0]!.url, email, password);
export const findMail = (email: string, subject: string) =>
  until(
    async () => (await mailsTo(email, `${database.dataDir}/outbox`)).find((mail) => mail.subject === subject),
    `the email "${subject}"`,
  );

export const investor = { role: "investor", investorType: "personal", verification: "pending" } as const;
export const build = async (spec: Partial<UserSpec>) => {
  const email = spec.email ?? freshEmail("approval");
  const id = await buildUser({ name: "Ada Test", n: freshNumber(), ...spec, email });
  return { id, email };
};
export const staffEmail = () => freshEmail("staff").replace("test.example", "seedline.example");
export async function staff(name: string, isSuper = false): Promise<Person> {
  const user = await build({ role: "admin", isSuper, name, email: staffEmail() });
  return { ...user, ...(await signIn(user.email)) };
}

export const set = (on: boolean, by = one) =>
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
/** A change that no command of a reviewer made. */
export const rejectElsewhere = (id: string) =>
  db.user.update({
    where: { id },
    data: { status: "rejected", reviewedAt: new Date() },
  });
export const emailsAsking = () => db.mailOutbox.count({ where: { template: "secondApprovalNeeded" } });
export const emailsOfResult = ({ id }: Person) =>
  db.mailOutbox.count({ where: { template: "secondApprovalDecided", userId: id } });
export const confirm = (id: string, by: OwnClient) => by.send("POST", `/api/admin/proposals/${id}/confirm`);
export const decline = (id: string, by: OwnClient) => by.send("POST", `/api/admin/proposals/${id}/decline`);
export const proposals = async () =>
  (await one.send("GET", "/api/admin/proposals")).body.data as unknown as ProposalDto[];
export const reasonsOf = async (id: string) => (await proposals()).find(({ _id }) => _id === id)?.flagReasons;
export const stateOf = async (id: string) => (await db.proposal.findUniqueOrThrow({ where: { id } })).state;
export const exists = async (id: string) => (await db.user.count({ where: { id } })) === 1;
export const statusOf = async (id: string) => (await db.user.findUniqueOrThrow({ where: { id } })).status;
export const auditOf = async (proposalId: string) =>
  (await db.auditEvent.findMany({ orderBy: { seq: "asc" } }))
    .filter(({ data }) => (data as { proposalId?: string }).proposalId === proposalId)
    .map(({ action, actorId }) => [action, actorId]);

/** Expects the response to say that nothing has happened yet. Returns the proposal's id. */
export function expectProposal({ status, body }: { status: number; body: Envelope }): string {
  expect([status, body.error, body.message]).toEqual([
    409,
    "CONFIRMATION_REQUIRED",
    "A second administrator must confirm this. We have asked for it.",
  ]);
  return (body.data as { proposalId: string }).proposalId;
}

/** Demotes a person, which takes both super administrators while second approval is on. */
export async function demote({ id }: Person): Promise<void> {
  expect((await confirm(expectProposal(await setRole(id, "investor", one)), two)).status).toBe(200);
}

/** Creates two applicants with the same numbers. */
export async function flagged(): Promise<string> {
  const n = freshNumber();
  await build({ ...investor, n });
  return (await build({ ...investor, n })).id;
}
