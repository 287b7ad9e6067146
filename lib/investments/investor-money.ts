import "server-only";
import { recordReads } from "@/lib/audit/reads";
import { db } from "@/lib/db/client";
import type { Viewer } from "@/lib/viewer";
import { readPortfolio } from "./portfolio";
import { listInvestments } from "./queries";
import type { InvestorMoneyDto } from "./schema";

/** Investments shown on an investor's page. */
const SHOWN = 10;

/** Returns an investor's totals and newest investments for administrators; null for other users. Recorded as a read of the investor. */
export async function readInvestorMoney(viewer: Viewer, userId: string): Promise<InvestorMoneyDto | null> {
  const investor = await db.user.findFirst({
    where: { id: userId, role: "investor" },
    select: { name: true },
  });
  if (!investor) return null;
  await recordReads(viewer, [{ subjectId: userId, part: "account" }]);
  const { investments, next } = await listInvestments(userId, { limit: SHOWN });
  return { name: investor.name, portfolio: await readPortfolio(userId), investments, hasMore: next !== null };
}
