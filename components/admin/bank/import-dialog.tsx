"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { ConfirmDialog } from "@/components/ui/dialog";
import { formatCount, formatDate } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { isolate } from "@/lib/bidi";
import { call, toApiError, type ApiError } from "@/lib/contract/client";
import { bank } from "@/lib/bank/api";
import { formatKobo } from "@/lib/money";
import type { ImportDto, PreviewDto, StatementOptions } from "@/lib/bank/schema";
import { awaitsConfirmation } from "@/components/admin/approvals/second-approval";
import { adminKeys } from "@/components/admin/keys";
import { Chain } from "./chain";
import { MappingFields } from "./mapping-fields";
import { SetAsideRows } from "./set-aside-rows";
import { StatementFields } from "./statement-fields";

type Mapping = NonNullable<PreviewDto["mapping"]>;

const toForm = (file: File, mapping: Mapping | null, options: StatementOptions): FormData => {
  const form = new FormData();
  form.set("file", file);
  for (const [name, value] of Object.entries({ ...mapping, ...options }))
    if (value !== undefined) form.set(name, String(value));
  return form;
};

const linesOf = (count: number) => (count === 1 ? "1 line" : `${formatCount(count)} lines`);

const describeResult = ({ count, added, byHand, byRule }: ImportDto): string =>
  added === 0
    ? `No new lines: ${linesOf(count)} already imported`
    : `${linesOf(added)} of ${formatCount(count)} imported${byHand > 0 ? `, ${formatCount(byHand)} matched with manual receipts` : ""}${byRule > 0 ? `, ${formatCount(byRule)} booked by rules` : ""}`;

/** An import without a response may still complete. */
function describeFailure(error: unknown): string {
  const { status, message } = toApiError(error);
  return status === 0 || status === 503
    ? "We could not confirm whether the import was completed. Import the file again: no line is imported twice."
    : message;
}

interface ImportDialogProps {
  file: File;
  onClose: () => void;
  onImported: () => void;
}

/** Previews a statement, with the column mapping of a CSV to confirm, and imports it. */
export function ImportDialog({ file, onClose, onImported }: ImportDialogProps) {
  const [mapping, setMapping] = useState<Mapping | null>(null);
  const [options, setOptions] = useState<StatementOptions>({});
  const preview = useQuery<PreviewDto, ApiError>({
    queryKey: [...adminKeys.payments, "preview", file.name, file.size, file.lastModified, mapping, options],
    queryFn: async ({ signal }) =>
      (await call(bank.previewStatement, { form: toForm(file, mapping, options), signal })).data,
    placeholderData: (previous) => previous,
    retry: false,
    gcTime: 0,
  });
  const { data } = preview;
  const shown = mapping ?? data?.mapping ?? null;
  const asksForGap = data?.chain?.gap === "open";
  const send = useMutation({
    mutationFn: () =>
      call(bank.importStatement, {
        form: toForm(file, shown, {
          ...options,
          ...(data?.bankAccountId && { bankAccountId: data.bankAccountId }),
          ...(asksForGap && { asksForGap }),
        }),
      }),
    onSuccess: ({ data: result }) => {
      toast.success(describeResult(result));
      onImported();
    },
    onError: (error) => {
      if (!awaitsConfirmation(toApiError(error))) return;
      toast.success("Another administrator has been asked. Import the file again once they have accepted.");
      onClose();
    },
  });
  const problem = preview.error?.message ?? data?.problem;
  return (
    <ConfirmDialog
      role="dialog"
      className="sm:w-[min(44rem,calc(100vw-3rem))]"
      title={`Import ${isolate(file.name)}`}
      description="Compare the first lines with the statement. If any line cannot be read, nothing is imported."
      confirmLabel={asksForGap ? "Ask a second administrator" : "Import"}
      busyLabel={asksForGap ? "Asking..." : "Importing..."}
      busy={send.isPending}
      waiting={preview.isFetching}
      disabled={!data || Boolean(problem) || data.questions.length > 0}
      error={send.error && describeFailure(send.error)}
      onClose={onClose}
      onConfirm={() => send.mutate()}
    >
      <div className="grid gap-5">
        {problem && (
          <Notice tone="danger" role="alert" title="This statement cannot be imported yet">
            {problem}
          </Notice>
        )}
        {data?.chain && <Chain chain={data.chain} />}
        {!data && !problem && <Skeleton className="h-40" />}
        {data && data.lines.length > 0 && <FirstLines preview={data} />}
        {data && <SetAsideRows rows={data.setAside} />}
        {data && data.count > 0 && <StatementFields preview={data} options={options} onChange={setOptions} />}
        {data && shown && <MappingFields preview={data} mapping={shown} onChange={setMapping} />}
      </div>
    </ConfirmDialog>
  );
}

const FirstLines = ({ preview: { lines, count, added, chain } }: { preview: PreviewDto }) => (
  <section aria-label="First lines" className="grid gap-2">
    <p className="text-[0.9375rem] leading-6 font-medium">
      {`${linesOf(count)}${chain && !chain.sides ? `, ${added === count ? "all new" : `${formatCount(added)} new`}` : ""}. The first lines:`}
    </p>
    <ul className="divide-y divide-line rounded-control border border-line text-[0.9375rem] leading-6">
      {lines.map(({ on, amount, narration, counterparty }, index) => (
        <li key={index} className="grid gap-x-4 px-3 py-2 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
          <span className="figures">{formatDate(on)}</span>
          <span className="[overflow-wrap:anywhere] text-muted">
            {[counterparty, narration].filter(Boolean).join(": ")}
          </span>
          <span className="font-medium figures">{formatKobo(BigInt(amount))}</span>
        </li>
      ))}
    </ul>
  </section>
);
