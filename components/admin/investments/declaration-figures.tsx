"use client";

import { useQuery } from "@tanstack/react-query";
import { DescriptionList } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { Spinner } from "@/components/ui/spinner";
import { call } from "@/lib/contract/client";
import { adminInvestments } from "@/lib/investments/admin-api";
import type { DeclarationPreviewDto } from "@/lib/investments/returns-schema";
import { joinWords } from "@/lib/join-words";
import { formatKobo } from "@/lib/money";
import { adminKeys } from "../keys";

export interface Declaration {
  planId: string;
  month: string;
  /** The annual rate in basis points. */
  rate: number;
}

/** Calculates what follows from a declared return; null declares nothing yet. */
export const useDeclarationPreview = (declaration: Declaration | null) =>
  useQuery({
    queryKey: [...adminKeys.plans, "declaration", declaration],
    enabled: declaration !== null,
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const { planId, month, rate } = declaration!;
      const input = { params: { planId }, query: { month, rate }, signal };
      return (await call(adminInvestments.previewDeclaration, input)).data;
    },
  });

const periods = {
  monthly: "for a month",
  quarterly: "for a quarter",
  maturity: "for the whole tenor",
} as const satisfies Record<DeclarationPreviewDto["periods"][number]["payout"], string>;

/** Names the periods that a declared return pays, such as `2 investments for a month and 1 for a quarter`. */
export const periodWords = (paid: DeclarationPreviewDto["periods"]): string =>
  joinWords(
    paid.map(({ payout, investments }, index) => {
      const count =
        index > 0 ? String(investments) : investments === 1 ? "1 investment" : `${investments} investments`;
      return `${count} ${periods[payout]}`;
    }),
  );

const money = (kobo: string): string => formatKobo(BigInt(kobo));

/** Shows what follows from a declared return: the periods it pays and the amounts in naira. */
export function DeclarationFigures({ preview }: { preview: ReturnType<typeof useDeclarationPreview> }) {
  const { data, isError } = preview;
  if (isError) return <Notice tone="warning">Could not calculate the amounts. Try again.</Notice>;
  if (!data) return <Spinner className="size-5" />;
  if (data.periods.length === 0) return <Notice>No investment waits for this month.</Notice>;
  return (
    <DescriptionList
      items={[
        { label: "Pays", value: periodWords(data.periods) },
        { label: "Return before fee and tax", value: money(data.gross) },
        { label: "Fee", value: money(data.fee) },
        { label: "Tax withheld", value: money(data.tax) },
        { label: "Due to investors", value: money(data.net) },
        ...(data.loss === "0" ? [] : [{ label: "Loss of the investors", value: money(data.loss) }]),
      ]}
    />
  );
}
