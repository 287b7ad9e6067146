import "server-only";
import { db } from "@/lib/db/client";
import { fullName, nameColumns } from "@/lib/onboarding/forms/full-name";

/** An investor as a party to an agreement. */
export interface Party {
  name: string;
  /** Null after its data was erased. */
  address: string | null;
}

/**
 * Returns an investor as verified at a point in time, so that a document does not change with a later submission; if that submission was
 * erased, the name of the account.
 */
export async function readParty(userId: string, at: Date): Promise<Party> {
  const approval = await db.decision.findFirst({
    where: { userId, status: "approved", decidedAt: { lte: at }, submission: { isNot: null } },
    orderBy: { number: "desc" },
    select: {
      submission: {
        select: {
          personal: { select: { ...nameColumns, residentialAddress: true } },
          company: { select: { name: true, incorporationNumber: true, address: true } },
        },
      },
    },
  });
  const { personal, company } = approval?.submission ?? {};
  if (company) return { name: `${company.name} (${company.incorporationNumber})`, address: company.address };
  if (personal) return { name: fullName(personal), address: personal.residentialAddress };
  const { name } = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { name: true } });
  return { name, address: null };
}
