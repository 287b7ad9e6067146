import "server-only";
import { db } from "@/lib/db/client";
import { findPlan } from "./queries";
import type { PlanDto } from "./schema";
import { hashTerms } from "./terms-hash";

/** A plan that is open to investment now. */
export interface PlanOffer {
  plan: PlanDto;
  /** The hash that an investor accepts (terms-hash.ts). */
  termsHash: string;
  /** The available capacity, in kobo; null if there is no limit. */
  available: bigint | null;
}

/** Returns the open plan with this address, or null. */
export async function findOffer(slug: string): Promise<PlanOffer | null> {
  const plan = await findPlan(slug);
  if (!plan?.isOpen) return null;
  const { taken } = await db.plan.findUniqueOrThrow({ where: { slug }, select: { taken: true } });
  const { capacity } = plan.terms;
  const left = capacity === null ? null : BigInt(capacity) - taken;
  return { plan, termsHash: hashTerms(plan.terms), available: left !== null && left < 0n ? 0n : left };
}
