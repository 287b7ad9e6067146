import "server-only";
import type { Prisma, Tx } from "@/lib/db/client";
import { AppError, notFound } from "@/lib/errors";
import { hashTerms } from "./terms-hash";
import { termsDto, type TermsDto } from "./terms-schema";

export interface LockedPlan {
  isOpen: boolean;
  /** What is taken of its capacity, in kobo. */
  taken: bigint;
  /** The version that applies. */
  present: Prisma.PlanVersionModel;
  terms: TermsDto;
}

/**
 * Locks a plan that is or was open, so that capacity, state and versions stay as they are, and requests for it are made one after the other.
 * Throws NOT_FOUND.
 */
export async function lockPlan(tx: Tx, where: { id: string } | { slug: string }): Promise<LockedPlan> {
  const found = await tx.plan.findUnique({ where, select: { id: true } });
  if (!found) throw notFound("This plan does not exist");
  const { id } = found;
  await tx.$queryRaw`SELECT 1 FROM plans WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  const { state, taken } = await tx.plan.findUniqueOrThrow({ where: { id } });
  const present = await tx.planVersion.findFirst({
    where: { planId: id, publishedAt: { not: null } },
    orderBy: { version: "desc" },
  });
  if (state === "draft" || !present) throw notFound("This plan does not exist");
  return { isOpen: state === "open", taken, present, terms: termsDto.parse(present.terms) };
}

/** Throws CONFLICT if a locked plan takes no investments, or if another version than the present one was accepted. */
export function requireAccepted(
  { isOpen, present, terms }: LockedPlan,
  { version, termsHash }: { version: number; termsHash: string },
): void {
  if (!isOpen) throw new AppError("CONFLICT", "This plan is closed to new investments");
  if (present.version === version && hashTerms(terms) === termsHash) return;
  throw new AppError("CONFLICT", "The terms of this plan have changed. Read the new ones before you go on.", {
    data: { version: present.version },
  });
}
