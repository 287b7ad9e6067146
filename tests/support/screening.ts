import { db } from "@/lib/db/client";
import { findApprovalReasons } from "@/lib/review/decisions/approval-reasons";
import { listHits } from "@/lib/review/screening/hits";
import { readList } from "@/lib/review/screening/read-list";
import type { ScreeningDto } from "@/lib/review/screening/schema";
import { importList } from "@/lib/review/screening/watchlists";
import type { Viewer } from "@/lib/viewer";
import { buildUser } from "../../prisma/seed/builders";
import { database, ownInstallation } from "./installation";
import { unXml, writeList, type Listed } from "./watchlists";

/** Screening with a separate database, because a list applies to all users (product 10.27). */
export { database };
export let reviewer: Viewer, root: Viewer;
/** A pending applicant and an approved company, both on the list below. */
export let ada: string, company: string;

export const viewerOf = (userId: string, isSuper = false): Viewer => ({
  userId,
  sessionId: userId,
  role: "admin",
  isSuper,
  duty: "administrator",
  investorType: "none",
  isVerified: false,
  isRenewing: false,
  status: "pending",
  submitted: false,
  twoStepSetupRequired: false,
  provedAt: new Date(),
});

/** Creates a pending applicant with this name and date of birth. */
export async function applicant(n: number, name: string, dateOfBirth = "1980-05-06"): Promise<string> {
  const [firstName = "", surname = ""] = name.split(" ");
  const id = await buildUser({
    n,
    email: `user${n}@test.example`,
    name,
    role: "investor",
    investorType: "personal",
    verification: "pending",
  });
  const ofUser = { submission: { userId: id } };
  await db.personalDetails.updateMany({
    where: ofUser,
    data: { firstName, surname, dateOfBirth: new Date(dateOfBirth) },
  });
  await db.bankDetails.updateMany({ where: ofUser, data: { accountName: name } });
  return id;
}

/** Starts the database before the tests of a file, and stops it after them. */
export function startScreening(): void {
  ownInstallation({ count: 0 }, async () => {
    // The tests connect as superuser, in order to fill tables for the measurements and to corrupt one of them.
    process.env["DATABASE_URL"] = database.url;
    root = viewerOf(
      await buildUser({ n: 1, email: "super@seedline.example", name: "Root", role: "admin", isSuper: true }),
      true,
    );
    reviewer = viewerOf(
      await buildUser({ n: 2, email: "reviewer@seedline.example", name: "Rita", role: "admin" }),
    );
    // Each session has the id of its user.
    await db.session.createMany({ data: [root, reviewer].map(({ userId }) => ({ id: userId, userId })) });
    ada = await applicant(3, "Zubaidatu Inventedson");
    company = await buildUser({
      n: 4,
      email: "firm@test.example",
      name: "Firm Owner",
      role: "investor",
      investorType: "corporate",
      verification: "approved",
    });
    await db.company.updateMany({ data: { name: "Quixotic Inventions Ltd" } });
  });
}

/** Entries for the applicant, the company and another person. */
export const listed: Listed[] = [
  { id: "11", name: "Zubaidatu Inventedson", birth: "1980" },
  { id: "12", name: "QUIXOTIC INVENTIONS LIMITED", kind: "entity" },
  { id: "13", name: "Nobody Whatsoever", birth: "1950" },
];

export async function importXml(entries: Listed[], date: string, force = false) {
  const list = await readList(await writeList({ "un.xml": unXml(entries, `${date}T09:00:00Z`) }));
  return importList(list, { force });
}

export const hitsOf = (userId: string): Promise<ScreeningDto> => listHits(userId);
export const summary = async (userId: string) =>
  (await hitsOf(userId)).hits.map(({ externalId, party, score, state, endedAt }) => [
    externalId,
    party,
    score,
    state,
    endedAt !== null,
  ]);
export const isFlagged = (id: string, administratorId = root.userId) =>
  db.$transaction(async (tx) =>
    (await findApprovalReasons(tx, { id }, administratorId)).includes("watchlist"),
  );
export const rename = (userId: string, surname: string) =>
  db.$transaction(async (tx) => {
    const firstName = "Zubaidatu";
    await tx.personalDetails.updateMany({ where: { submission: { userId } }, data: { firstName, surname } });
    const accountName = `${firstName} ${surname}`;
    await tx.bankDetails.updateMany({ where: { submission: { userId } }, data: { accountName } });
    await tx.user.update({ where: { id: userId }, data: { name: accountName } });
  });
