import sharp from "sharp";
import { expect } from "vitest";
import { db } from "@/lib/db/client";
import { bandsOf, looksAlike, pictureHash } from "@/lib/files/picture-hash";
import { findFlagReasons } from "@/lib/review/case-flags";
import type { DuplicatesDto } from "@/lib/users/dto";
import { samplePhone } from "../../prisma/seed/answers";
import { samplePhoto } from "../../prisma/seed/files";
import { freshNumber, get, person, post, type SignedIn } from "./api";
import { applicant } from "./review";

/** Links between users and decisions on pairs, for the tests of product 10.20. */
export const pending = { role: "investor", investorType: "personal", verification: "pending" } as const;
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

export async function linksOf(reader: SignedIn, user: SignedIn, other: SignedIn) {
  const { people } = await duplicatesOf(reader, user, `?with=${other.id}`);
  return people.flatMap(({ links }) =>
    links.map(({ field, own, other: as, strength }) => [field, own, as, strength]),
  );
}

export const isFlagged = ({ id }: SignedIn) =>
  db.$transaction(async (tx) => (await findFlagReasons(tx, { id }, id)).includes("duplicate"));

export const ofUser = ({ id }: SignedIn) => ({ where: { submission: { userId: id } } });

export async function seenOf(reader: SignedIn, user: SignedIn, other: SignedIn) {
  const { people } = await duplicatesOf(reader, user, `?with=${other.id}`);
  return people.flatMap(({ links }) => links.map(({ key }) => key));
}

export async function decide(reader: SignedIn, user: SignedIn, other: SignedIn, body: object = {}) {
  const seen = await seenOf(reader, user, other);
  const verdict = "household";
  const path = `/api/admin/users/${user.id}/duplicates/decisions`;
  return post(path, { otherId: other.id, verdict, seen, ...body }, reader.token);
}

/** Two applicants with one phone number. */
export async function pairWithPhone(): Promise<[SignedIn, SignedIn]> {
  const [one, other] = await Promise.all([applicant(), applicant()]);
  const phone = samplePhone(freshNumber());
  await db.user.update({ where: { id: one.id }, data: { phone } });
  await db.user.update({ where: { id: other.id }, data: { phone: `0${phone}` } });
  return [one, other];
}

/** A picture and a poor copy by which it is found, as most are (lib/files/picture-hash.test.ts). */
export async function pictureAndCopy(): Promise<{ picture: Buffer; small: Buffer }> {
  for (;;) {
    const picture = await samplePhoto(freshNumber());
    const small = await sharp(picture).resize(300).jpeg({ quality: 65 }).toBuffer();
    const [one, other] = [(await pictureHash(picture))!, (await pictureHash(small))!];
    const bands = bandsOf(other);
    if (looksAlike(one, other) && bandsOf(one).filter((band) => bands.includes(band)).length > 2)
      return { picture, small };
  }
}
