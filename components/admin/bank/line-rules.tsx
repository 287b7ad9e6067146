"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ListChecks, Plus, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { toast } from "sonner";
import { useRight } from "@/components/auth/allowed";
import { adminKeys } from "@/components/admin/keys";
import { DataList } from "@/components/data-table/data-list";
import type { Column } from "@/components/data-table/data-table";
import { toWholeList } from "@/components/data-table/whole-list";
import { StatusBadge } from "@/components/ui/badge";
import { Button, IconButton } from "@/components/ui/button";
import { PageHeading } from "@/components/ui/card";
import { formatDate } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { EmptyState } from "@/components/ui/states";
import { bank } from "@/lib/bank/api";
import { amountRules, categoryLabel, type LineRuleDto } from "@/lib/bank/line-rule-schema";
import { call, toApiError } from "@/lib/contract/client";
import { formatExact, formatKobo } from "@/lib/money";
import { paths } from "@/lib/routes/paths";
import { countLines } from "./decided-lines";

/** Lazily loaded. */
const RuleDialog = dynamic(() => import("./rule-dialog").then((module) => module.RuleDialog), { ssr: false });
const ActionDialog = dynamic(
  () => import("@/components/forms/action-dialog").then((module) => module.ActionDialog),
  { ssr: false },
);

const rulesKey = [...adminKeys.payments, "rules"];

const describeAmount = ({ amountRule, amount }: LineRuleDto): string =>
  amount === null
    ? amountRules.any.toLowerCase()
    : `${amountRules[amountRule].toLowerCase()} ${formatKobo(BigInt(amount))}`;

interface Actions {
  toggle: (rule: LineRuleDto) => void;
  remove: (rule: LineRuleDto) => void;
  busyId: string | null;
}

const columnsFor = ({ toggle, remove, busyId }: Actions): Column<LineRuleDto>[] => [
  {
    title: "RULE",
    label: null,
    className: "text-left [overflow-wrap:anywhere]! sm:w-[34%]",
    cell: (rule) => (
      <span className="grid gap-0.5">
        <span className="font-medium">{rule.name}</span>
        <span className="text-sm text-muted">
          {`"${rule.text}", ${rule.direction === "in" ? "money in" : "money out"}, ${describeAmount(rule)}${rule.bankAccountId ? ", one account" : ""}`}
        </span>
        <span className="text-sm text-muted">{`${rule.madeBy}, ${formatDate(rule.madeAt)}`}</span>
      </span>
    ),
  },
  { title: "BOOKS AS", label: "Books as", cell: (rule) => categoryLabel(rule) },
  {
    title: "STATE",
    label: "State",
    cell: ({ isActive }) => (
      <StatusBadge tone={isActive ? "success" : "neutral"}>{isActive ? "On" : "Off"}</StatusBadge>
    ),
  },
  {
    title: "BOOKED",
    label: "Booked",
    cell: ({ _id, count, lastOn }) =>
      count === 0 ? (
        <span className="text-muted">Nothing yet</span>
      ) : (
        <span className="grid justify-items-end gap-0.5 sm:justify-items-start">
          <TextLink
            href={paths.adminPayments({ filter: "done", rule: _id })}
            className="inline-flex min-h-11 items-center sm:min-h-6"
          >
            {countLines(count)}
          </TextLink>
          <span className="text-sm text-muted">{`Last of ${formatDate(lastOn!)}`}</span>
        </span>
      ),
  },
  { title: "SUM", label: "Sum", isAmount: true, cell: ({ sum }) => formatExact(BigInt(sum)) },
  {
    title: "CHANGE",
    label: null,
    cell: (rule) => (
      <span className="flex items-center gap-2">
        <Button variant="secondary" size="sm" busy={busyId === rule._id} onClick={() => toggle(rule)}>
          <span>{rule.isActive ? "Switch off" : "Switch on"}</span>
          <span className="sr-only">{` the rule ${rule.name}`}</span>
        </Button>
        <IconButton label={`Delete the rule ${rule.name}`} onClick={() => remove(rule)}>
          <Trash2 aria-hidden className="size-5" />
        </IconButton>
      </span>
    ),
  },
];

/** Shows the rules that book statement lines after each import, with what each has booked (product 10.32). */
export function LineRules() {
  const client = useQueryClient();
  const mayAct = useRight("money.act");
  const [isAdding, setIsAdding] = useState(false);
  const [removed, setRemoved] = useState<LineRuleDto | null>(null);
  const query = useQuery({
    queryKey: rulesKey,
    queryFn: ({ signal }) => call(bank.listLineRules, { signal }),
  });
  const toggle = useMutation({
    mutationFn: ({ _id: id, isActive }: LineRuleDto) =>
      call(bank.switchLineRule, { params: { id }, body: { isActive: !isActive } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (failure) => toast.error(toApiError(failure).message),
    onSettled: () => client.invalidateQueries({ queryKey: rulesKey }),
  });
  const columns = columnsFor({
    toggle: (rule) => toggle.mutate(rule),
    remove: setRemoved,
    busyId: toggle.isPending ? toggle.variables._id : null,
  });
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-6">
      <PageHeading
        title="Rules"
        aside={
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <TextLink href={paths.adminPayments()} className="inline-flex min-h-11 items-center">
              Payments
            </TextLink>
            {mayAct && (
              <Button icon={<Plus aria-hidden className="size-5" />} onClick={() => setIsAdding(true)}>
                Add rule
              </Button>
            )}
          </div>
        }
      >
        Rules book statement lines of the firm&rsquo;s own money after each import. They never decide about
        investors&rsquo; money.
      </PageHeading>
      <DataList
        label="Rules"
        loadingLabel="Loading rules"
        columns={mayAct ? columns : columns.slice(0, -1)}
        rowKey={({ _id }) => _id}
        list={toWholeList(query)}
        empty={
          <EmptyState title="No rules yet" icon={<ListChecks className="size-6" />}>
            Decide about a line under Payments and choose &ldquo;Always decide such lines like this&rdquo;, or
            add a rule here.
          </EmptyState>
        }
      />
      {isAdding && <RuleDialog onClose={() => setIsAdding(false)} onSaved={() => setIsAdding(false)} />}
      {removed && (
        <ActionDialog
          title={`Delete the rule "${removed.name}"?`}
          description="What it has booked stays. Lines like this wait for a person again."
          confirmLabel="Delete rule"
          cancelLabel="Keep rule"
          busyLabel="Deleting..."
          tone="danger"
          onClose={() => setRemoved(null)}
          send={async () => {
            const { message } = await call(bank.deleteLineRule, { params: { id: removed._id } });
            toast.success(message);
            setRemoved(null);
            void client.invalidateQueries({ queryKey: rulesKey });
          }}
        />
      )}
    </div>
  );
}
