import { afterAll, beforeAll } from "vitest";
import { db } from "@/lib/db/client";
import type { AssignmentResultDto, TimelineEntryDto } from "@/lib/review/cases/schema";
import { buildUser, type UserSpec } from "../../prisma/seed/builders";
import { freshEmail, freshNumber, type Envelope } from "./api";
import { signInAt, type OwnClient } from "./own-server";
import { startDatabase, startServer, type Database, type Server } from "./server";

/** Cases and reviewers, on a database of their own with two servers, because "Take a case" and the events are about the whole queue. */
export let database: Database;
export let servers: Server[];

export interface Person extends OwnClient {
  id: string;
  email: string;
  name: string;
}
/** Two reviewers, one at each server, and a super administrator. */
export let ada: Person, bola: Person, chief: Person;

export const build = async (spec: Partial<UserSpec>) => {
  const email = spec.email ?? freshEmail("case");
  const name = spec.name ?? "Ada Test";
  return { id: await buildUser({ n: freshNumber(), ...spec, email, name }), email, name };
};
/** An administrator who is logged in at that server. */
export async function staff(name: string, url: string, isSuper = false): Promise<Person> {
  const email = freshEmail("staff").replace("test.example", "seedline.example");
  const user = await build({ role: "admin", isSuper, name, email });
  return { ...user, ...(await signInAt(url, email)) };
}

export const investor = { role: "investor", investorType: "personal", verification: "pending" } as const;

/** Starts the database and the servers before the tests of a file, and stops them after the tests. */
export function startCases(): void {
  beforeAll(async () => {
    database = await startDatabase();
    Object.assign(process.env, database.env);
    const first = await startServer({ database });
    servers = [first, await startServer({ database, env: { APP_URL: first.url } })];
    ada = await staff("Ada Obi", first.url);
    bola = await staff("Bola Ade", servers[1]!.url);
    chief = await staff("Chief Reviewer", first.url, true);
  }, 120_000);

  afterAll(async () => {
    await Promise.all((servers ?? []).map((server) => server.stop()));
    await db.$disconnect();
    await database?.stop();
  });
}

export const dataOf = <T>({ body }: { body: Envelope }) => body.data as unknown as T;
export const assign = async (by: Person, userIds: string[], reviewerId: string | null, note?: string) =>
  dataOf<AssignmentResultDto>(
    await by.send("POST", "/api/admin/cases/assign", { userIds, reviewerId, note }),
  );
export const timelineOf = async (by: Person, id: string) =>
  dataOf<TimelineEntryDto[]>(await by.send("GET", `/api/admin/users/${id}/timeline`));
export const decide = (by: Person, id: string, body: object = { status: "approved" }) =>
  by.send("PATCH", `/api/admin/users/${id}/verification-status`, body);
export const submittedAgo = async (hours: number, spec: Partial<UserSpec> = investor) => {
  const user = await build(spec);
  const submittedAt = new Date(Date.now() - hours * 3_600_000);
  await db.user.update({ where: { id: user.id }, data: { submittedAt } });
  await db.submission.updateMany({ where: { userId: user.id }, data: { submittedAt } });
  return user;
};
