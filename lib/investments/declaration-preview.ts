import "server-only";
import type * as z from "zod";
import { inBatches } from "@/lib/db/batches";
import { db, type Tx } from "@/lib/db/client";
import { AppError, notFound } from "@/lib/errors";
import { accruedOn, periodEnds } from "@/lib/plans/schedule-rules";
import { termsDto, type TermsDto } from "@/lib/plans/terms-schema";
import { instalmentsOf, readScheduleInputs, type ScheduleInput } from "./instalments";
import { isOutsideTarget } from "./returns-rules";
import type { DeclarationPreviewDto, declarationPreviewQuery } from "./returns-schema";
import { include, type InvestmentRow } from "./row";

type Reader = Tx | typeof db;

export interface DeclaredTarget {
  /** The name of the plan. */
  plan: string;
  low: number;
  high: number;
}

/**
 * Returns the target range of a plan with a declared return, in basis points: that of the newest published version. Throws NOT_FOUND, and
 * CONFLICT for a plan with a fixed return.
 */
export async function readDeclaredTarget(planId: string, reader: Reader = db): Promise<DeclaredTarget> {
  const version = await reader.planVersion.findFirst({
    where: { planId, publishedAt: { not: null }, terms: { path: ["return", "kind"], equals: "declared" } },
    orderBy: { version: "desc" },
  });
  const planReturn = version && termsDto.parse(version.terms).return;
  if (planReturn?.kind === "declared") return { plan: version!.name, ...planReturn };
  if ((await reader.plan.count({ where: { id: planId } })) === 0) throw notFound();
  throw new AppError("CONFLICT", "This plan has a fixed return, so there is nothing to declare");
}

interface Sums {
  gross: bigint;
  fee: bigint;
  tax: bigint;
  net: bigint;
  loss: bigint;
}

/** Returns the sums that a rate for a month makes due for an investment that waits for it, and the loss that remains or is realised. */
function sumsOf(input: ScheduleInput, row: InvestmentRow, month: string, rate: number): Sums {
  const { terms, amount, start, options } = input;
  const declared = [...(options.declared ?? [])];
  const before = declared.length;
  const ends = periodEnds(terms, start);
  while (ends[declared.length]?.startsWith(month)) declared.push(rate);
  const withRate = { ...input, options: { ...options, declared } };
  const posted = ends.slice(before, declared.length);
  const sums: Sums = { gross: 0n, fee: 0n, tax: 0n, net: 0n, loss: 0n };
  for (const { day, gross, fee, tax, net, loss } of instalmentsOf(withRate, row)) {
    if (!posted.includes(day)) continue;
    sums.gross += gross;
    sums.fee += fee;
    sums.tax += tax;
    sums.net += net;
    sums.loss += loss;
  }
  const last = posted.at(-1);
  if (last) sums.loss += accruedOn(terms, amount, start, last, withRate.options).loss;
  return sums;
}

/**
 * Returns what follows from declaring a plan's return for a month: the sums over the investments that wait for it, exactly as the job would
 * post them, and the periods that it pays. For administrators. Throws NOT_FOUND, and
 * CONFLICT for a plan with a fixed return.
 */
export async function previewDeclaration(
  planId: string,
  { month, rate }: z.output<typeof declarationPreviewQuery>,
  reader: Reader = db,
): Promise<DeclarationPreviewDto> {
  const target = await readDeclaredTarget(planId, reader);
  const total: Sums = { gross: 0n, fee: 0n, tax: 0n, net: 0n, loss: 0n };
  const periods = new Map<TermsDto["payout"], number>();
  const read = inBatches(({ after, orderBy, take }) =>
    reader.investment.findMany({
      where: { waitsFor: month, planVersion: { planId }, ...after },
      include,
      orderBy,
      take,
    }),
  );
  for await (const rows of read) {
    const inputs = await readScheduleInputs(rows, reader);
    for (const row of rows) {
      const input = inputs.get(row.id)!;
      const sums = sumsOf(input, row, month, rate);
      for (const name of Object.keys(total) as (keyof Sums)[]) total[name] += sums[name];
      const { payout } = input.terms;
      periods.set(payout, (periods.get(payout) ?? 0) + 1);
    }
  }
  return {
    periods: [...periods].map(([payout, investments]) => ({ payout, investments })),
    gross: String(total.gross),
    fee: String(total.fee),
    tax: String(total.tax),
    net: String(total.net),
    loss: String(total.loss),
    isOutsideTarget: isOutsideTarget(rate, target),
  };
}
