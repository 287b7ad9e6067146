import "server-only";
import type { Prisma } from "@/lib/db/client";

/** The relations read with every investment. */
export const include = {
  planVersion: { include: { plan: true } },
  redemptions: { where: { undoneById: null }, orderBy: [{ on: "asc" }, { number: "asc" }] },
} as const satisfies Prisma.InvestmentInclude;
export type InvestmentRow = Prisma.InvestmentGetPayload<{ include: typeof include }>;

/** Returns the principal that is not redeemed, in kobo. */
export const remainingPrincipal = ({
  amount,
  redemptions,
}: Pick<InvestmentRow, "amount" | "redemptions">): bigint =>
  redemptions.reduce((left, redemption) => left - redemption.amount, amount);

/** Returns the redemptions that have not taken effect, in order: they are posted with the next instalment or a later one. */
export const pendingRedemptions = ({ state, nextDueOn, redemptions }: InvestmentRow) =>
  state === "active" ? redemptions.filter(({ on }) => on >= nextDueOn!) : [];
