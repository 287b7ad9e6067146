import { expect } from "vitest";
import { db } from "@/lib/db/client";
import { findApprovalReasons } from "@/lib/review/decisions/approval-reasons";
import type { DuplicatesDto } from "@/lib/users/dto";
import { samplePhone } from "../../prisma/seed/answers";
import { freshNumber, get, person, post, type SignedIn } from "./api";
import { applicant } from "./review";

/** Links between users and decisions on pairs, for the tests of product 10.20. */
export { pendingInvestor as pending } from "./users";
export const company = () => person({ role: "investor", investorType: "corporate", verification: "pending" });

export async function duplicatesOf(
  reader: SignedIn,
  { id }: { id: string },
  query = "",
): Promise<DuplicatesDto> {
  const { status, body } = await get(`/api/admin/users/${id}/duplicates${query}`, reader.token);
  expect(status).toBe(200);
  return body.data;
}

export async function linksOf(reader: SignedIn, user: SignedIn, otherUser: SignedIn) {
  const { people } = await duplicatesOf(reader, user, `?with=${otherUser.id}`);
  return people.flatMap(({ links }) =>
    links.map(({ field, own, other: as, strength }) => [field, own, as, strength]),
  );
}

export const isFlagged = ({ id }: SignedIn) =>
  db.$transaction(async (tx) => (await findApprovalReasons(tx, { id }, id)).includes("duplicate"));

export const ofUser = ({ id }: SignedIn) => ({ where: { submission: { userId: id } } });

export async function seenOf(reader: SignedIn, user: SignedIn, otherUser: SignedIn) {
  const { people } = await duplicatesOf(reader, user, `?with=${otherUser.id}`);
  return people.flatMap(({ links }) => links.map(({ key }) => key));
}

export async function decide(reader: SignedIn, user: SignedIn, otherUser: SignedIn, body: object = {}) {
  const seen = await seenOf(reader, user, otherUser);
  const verdict = "household";
  const path = `/api/admin/users/${user.id}/duplicates/decisions`;
  return post(path, { otherId: otherUser.id, verdict, seen, ...body }, reader.token);
}

/** Creates two applicants with the same phone number. */
export async function pairWithPhone(): Promise<[SignedIn, SignedIn]> {
  const [first, otherUser] = await Promise.all([applicant(), applicant()]);
  const phone = samplePhone(freshNumber());
  await db.user.update({ where: { id: first.id }, data: { phone } });
  await db.user.update({ where: { id: otherUser.id }, data: { phone: `0${phone}` } });
  return [first, otherUser];
}
