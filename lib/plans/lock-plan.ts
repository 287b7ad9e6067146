import "server-only";
import type { Prisma, Tx } from "@/lib/db/client";
import { AppError, notFound } from "@/lib/errors";
import { hashTerms } from "./terms-hash";
import { termsDto, type TermsDto } from "./terms-schema";

export interface LockedPlan {
  isOpen: boolean;
  /** The used capacity, in kobo. */
  taken: bigint;
  /** The current version. */
  current: Prisma.PlanVersionModel;
  terms: TermsDto;
}

/**
 * Locks an open or closed plan, so that its capacity, state and versions cannot change and requests for it are serialized. Throws
 * NOT_FOUND.
 */
export async function lockPlan(tx: Tx, where: { id: string } | { slug: string }): Promise<LockedPlan> {
  const found = await tx.plan.findUnique({ where, select: { id: true } });
  if (!found) throw notFound("This plan does not exist");
  const { id } = found;
  await tx.$queryRaw`SELECT 1 FROM plans WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  const { state, taken } = await tx.plan.findUniqueOrThrow({ where: { id } });
  const current = await tx.planVersion.findFirst({
    where: { planId: id, publishedAt: { not: null } },
    orderBy: { version: "desc" },
  });
  if (state === "draft" || !current) throw notFound("This plan does not exist");
  return { isOpen: state === "open", taken, current, terms: termsDto.parse(current.terms) };
}

/** Throws CONFLICT if a locked plan is closed, or if the accepted version is not the current one. */
export function requireAccepted(
  { isOpen, current, terms }: LockedPlan,
  { version, termsHash }: { version: number; termsHash: string },
): void {
  if (!isOpen) throw new AppError("CONFLICT", "This plan is closed to new investments");
  if (current.version === version && hashTerms(terms) === termsHash) return;
  throw new AppError(
    "CONFLICT",
    "The terms of this plan have changed. Read the new ones before you continue.",
    {
      data: { version: current.version },
    },
  );
}
