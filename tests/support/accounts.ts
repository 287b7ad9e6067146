import { createSession, toAccessSubject } from "@/lib/auth/sessions";
import type { Client } from "@/lib/client-info";
import { db } from "@/lib/db/client";
import type { Email } from "@/lib/mail/outbox";
import { currentReasonInclude, currentReasonOf } from "@/lib/onboarding/submission/decision-reasons";
import { openRowCipher } from "@/lib/pii/cipher";
import type { Duty } from "@/lib/roles";
import type { Viewer } from "@/lib/viewer";
import { build, type PersonSpec } from "./users";

export { freshNumber } from "./fresh-number";

/** A client address and browser. */
export const client: Client = { network: "192.0.2.1", userAgent: "a browser", device: null };

/** Creates a user with the seed's builder and returns the row. */
export const createUser = async (spec: PersonSpec = {}) =>
  userRow((await build({ name: "Ada Test", ...spec })).id);

export const userRow = (id: string) => db.user.findUniqueOrThrow({ where: { id } });

/** Returns the reason for the user's current rejection; null if there is none. */
export const reasonFor = async (id: string): Promise<string | null> =>
  currentReasonOf(
    await db.user.findUniqueOrThrow({
      where: { id },
      include: {
        ...currentReasonInclude.ofUser,
        currentSubmission: { include: currentReasonInclude.ofSubmission },
      },
    }),
  );

/** Returns the user as a viewer. */
export async function viewerOf(user: Awaited<ReturnType<typeof createUser>>): Promise<Viewer> {
  const { id: sessionId } = await createSession(db, user.id, "");
  return { sessionId, userId: user.id, provedAt: new Date(), ...toAccessSubject(user) };
}

export const reviewer = async (isSuper = false) =>
  viewerOf(await createUser({ name: "Rita Reviewer", role: "admin", isSuper }));

/** Creates an administrator with a duty. */
export const viewerOnDuty = async (duty: Duty) =>
  viewerOf(await createUser({ name: `Dora ${duty}`, role: "admin", duty }));

/** Returns the queued emails of a user, oldest first. */
export async function emailsFor(userId: string): Promise<(Email & { template: string })[]> {
  const rows = await db.mailOutbox.findMany({ where: { userId }, orderBy: { id: "asc" } });
  return rows.map(({ id, template, dataKey, bodyCipher }) => ({
    template,
    ...(JSON.parse(openRowCipher("mail_outbox", id, dataKey!).open("body_cipher", bodyCipher!)) as Email),
  }));
}

/** Returns the audit events of a user, oldest first. */
export async function auditEventsFor(targetId: string) {
  return db.auditEvent.findMany({
    where: { targetId },
    orderBy: { seq: "asc" },
    select: { actorId: true, action: true, data: true },
  });
}

/** Creates an investor whose account was approved long enough ago to be paid. */
export async function verifiedInvestor(): Promise<Viewer> {
  const submittedAt = new Date(Date.now() - 30 * 86_400_000);
  const spec = { role: "investor", investorType: "personal", verification: "approved", submittedAt } as const;
  return viewerOf(await createUser(spec));
}
