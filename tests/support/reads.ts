import { db } from "@/lib/db/client";
import { personalInvestor, submit, type SignedIn } from "./api";

/** Returns the recorded reads of a user's data by these readers; other tests may find the user among possible duplicates. */
export async function readsOf(userId: string, ...readers: SignedIn[]) {
  const rows = await db.auditEvent.findMany({
    where: {
      targetId: userId,
      actorId: { in: readers.map(({ id }) => id) },
      action: { in: ["user.viewed", "document.viewed"] },
    },
    orderBy: { seq: "asc" },
  });
  return rows.map(({ actorId, data }) => [actorId, data]);
}

export const account = (reader: SignedIn, isSuper = false) => [reader.id, { part: "account", isSuper }];

export async function applicant(): Promise<SignedIn> {
  const user = await personalInvestor();
  await submit(user);
  return user;
}
