import type { ReviewDto } from "@/lib/review/schema";
import type { AssignmentResultDto } from "@/lib/review/cases/schema";
import type { UserSpec } from "../../prisma/seed/builders";
import type { Envelope } from "./api";
import { buildIn, database, servers, staff, ownInstallation, type Staff } from "./installation";
import { pendingInvestor as investor } from "./users";

/** Cases and reviewers, on a separate database with two servers, because "Take a case" and the events concern the whole queue. */
export { database, investor, servers, staff };
export type Person = Staff;
/** Two reviewers, one at each server, and a super administrator. */
export let ada: Person, bola: Person, chief: Person;

export const build = (spec: Partial<UserSpec>) => buildIn(spec, "case");

/** Starts the database and the servers before the tests of a file, and stops them after the tests. */
export function startCases(): void {
  ownInstallation({ count: 2 }, async () => {
    ada = await staff();
    bola = await staff("Bola Ade", false, servers[1]!);
    chief = await staff("Chief Reviewer", true);
  });
}

export const dataOf = <T>({ body }: { body: Envelope }) => body.data as unknown as T;
export const assign = async (by: Person, userIds: string[], reviewerId: string | null, note?: string) =>
  dataOf<AssignmentResultDto>(
    await by.send("POST", "/api/admin/cases/assign", { userIds, reviewerId, note }),
  );
export const reviewBy = async (by: Person, id: string) =>
  dataOf<ReviewDto>(await by.send("GET", `/api/admin/users/${id}/review`));
export const timelineOf = async (by: Person, id: string) => (await reviewBy(by, id)).timeline!;
export const decide = (by: Person, id: string, body: object = { status: "approved" }) =>
  by.send("PATCH", `/api/admin/users/${id}/verification-status`, body);
export const submittedAgo = (hours: number, spec: Partial<UserSpec> = investor) =>
  build({ ...spec, submittedAt: new Date(Date.now() - hours * 3_600_000) });
