import "server-only";
import type { Prisma } from "@/lib/db/client";

/** The relations read with every investment. */
export const include = {
  planVersion: { include: { plan: true } },
  redemptions: { where: { undoneById: null }, orderBy: [{ on: "asc" }, { number: "asc" }] },
} as const satisfies Prisma.InvestmentInclude;
export type InvestmentRow = Prisma.InvestmentGetPayload<{ include: typeof include }>;
