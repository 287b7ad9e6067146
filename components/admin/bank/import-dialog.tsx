"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { Field } from "@/components/forms/field";
import { ConfirmDialog } from "@/components/ui/dialog";
import { formatCount, formatDate } from "@/components/ui/format";
import { Select } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { isolate } from "@/lib/bidi";
import { call, toApiError, type ApiError } from "@/lib/contract/client";
import { bank } from "@/lib/bank/api";
import { formatKobo } from "@/lib/money";
import type { ImportDto, PreviewDto } from "@/lib/bank/schema";
import { dateOrders } from "@/lib/bank/readers/csv-mapping-schema";
import { adminKeys } from "@/components/admin/keys";

type Mapping = NonNullable<PreviewDto["mapping"]>;

const fields = {
  date: "Date",
  amount: "Amount",
  direction: "Debit or credit",
  credit: "Money in",
  debit: "Money out",
  balance: "Balance",
  narration: "Narration",
  counterparty: "Counterparty",
  bankReference: "Bank reference",
} as const satisfies Partial<Record<keyof Mapping, string>>;

const toForm = (file: File, mapping: Mapping | null): FormData => {
  const form = new FormData();
  form.set("file", file);
  for (const [name, column] of Object.entries(mapping ?? {})) if (column) form.set(name, column);
  return form;
};

const linesOf = (count: number) => (count === 1 ? "1 line" : `${formatCount(count)} lines`);

const describeResult = ({ count, added, byHand }: ImportDto): string =>
  added === 0
    ? `No new lines: ${linesOf(count)} already imported`
    : `${linesOf(added)} of ${formatCount(count)} imported${byHand > 0 ? `, ${formatCount(byHand)} matched with manual receipts` : ""}`;

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
  const preview = useQuery<PreviewDto, ApiError>({
    queryKey: [...adminKeys.payments, "preview", file.name, file.size, file.lastModified, mapping],
    queryFn: async ({ signal }) =>
      (await call(bank.previewStatement, { form: toForm(file, mapping), signal })).data,
    placeholderData: (previous) => previous,
    retry: false,
    gcTime: 0,
  });
  const { data } = preview;
  const shown = mapping ?? data?.mapping ?? null;
  const send = useMutation({
    mutationFn: () => call(bank.importStatement, { form: toForm(file, shown) }),
    onSuccess: ({ data: result }) => {
      toast.success(describeResult(result));
      onImported();
    },
  });
  const problem = preview.error?.message ?? data?.problem;
  const errors = data?.mappingErrors ?? [];
  return (
    <ConfirmDialog
      role="dialog"
      className="sm:w-[min(44rem,calc(100vw-3rem))]"
      title={`Import ${isolate(file.name)}`}
      description="Compare the first lines with the statement. If any line cannot be read, nothing is imported."
      confirmLabel="Import"
      busyLabel="Importing..."
      busy={send.isPending}
      waiting={preview.isFetching}
      disabled={!data || Boolean(problem) || errors.length > 0}
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
        {data?.warning && <Notice tone="warning">{data.warning}</Notice>}
        {!data && !problem && <Skeleton className="h-40" />}
        {data && data.lines.length > 0 && <FirstLines preview={data} />}
        {data && shown && (
          <MappingFields columns={data.columns} mapping={shown} errors={errors} onChange={setMapping} />
        )}
      </div>
    </ConfirmDialog>
  );
}

interface MappingFieldsProps {
  columns: readonly string[];
  mapping: Mapping;
  errors: PreviewDto["mappingErrors"];
  onChange: (mapping: Mapping) => void;
}

const MappingFields = ({ columns, mapping, errors, onChange }: MappingFieldsProps) => (
  <div className="grid gap-4 sm:grid-cols-2">
    {Object.entries(fields).map(([name, label]) => (
      <Field
        key={name}
        label={label}
        rule={name === "amount" ? "With a plus or minus sign, or with a debit or credit column." : undefined}
        error={errors.find(({ path }) => path === name)?.message}
      >
        {({ "aria-required": _, ...control }) => (
          <Select
            {...control}
            value={mapping[name as keyof typeof fields] ?? ""}
            onChange={(event) => onChange({ ...mapping, [name]: event.target.value || undefined })}
          >
            <option value="">No column</option>
            {columns.map((column, index) => (
              <option key={index} value={column}>
                {column}
              </option>
            ))}
          </Select>
        )}
      </Field>
    ))}
    <Field label="Date order">
      {(control) => (
        <Select
          {...control}
          value={mapping.dateOrder ?? "dmy"}
          onChange={(event) =>
            onChange({ ...mapping, dateOrder: event.target.value as Mapping["dateOrder"] })
          }
        >
          {Object.entries(dateOrders).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  </div>
);

const FirstLines = ({ preview: { lines, count, added } }: { preview: PreviewDto }) => (
  <section aria-label="First lines" className="grid gap-2">
    <p className="text-[0.9375rem] leading-6 font-medium">
      {`${linesOf(count)}, ${added === count ? "all new" : `${formatCount(added)} new`}. The first lines:`}
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
