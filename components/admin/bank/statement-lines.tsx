"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Landmark, Upload } from "lucide-react";
import dynamic from "next/dynamic";
import { useRef, useState } from "react";
import { toast } from "sonner";
import { useRight } from "@/components/auth/allowed";
import { DataList } from "@/components/data-table/data-list";
import { FilterSelect } from "@/components/data-table/filter-select";
import { MoreButton } from "@/components/data-table/more-button";
import { moveRowFocus, useNextRowFocus } from "@/components/data-table/row-focus";
import { useAddressQuery } from "@/components/data-table/use-address-query";
import { SearchField } from "@/components/data-table/search-field";
import { toListQuery, useCursorList } from "@/components/data-table/use-cursor-list";
import { useSelection } from "@/components/data-table/use-selection";
import { readFile } from "@/components/forms/read-file";
import { formatDate } from "@/components/ui/format";
import { Button } from "@/components/ui/button";
import { PageHeading } from "@/components/ui/card";
import { TextLink } from "@/components/ui/link";
import { EmptyState } from "@/components/ui/states";
import { call, toApiError } from "@/lib/contract/client";
import { bank } from "@/lib/bank/api";
import { constantPart } from "@/lib/bank/category-guess-rules";
import { MIN_TEXT } from "@/lib/bank/line-rule-schema";
import { categories, directionOf, type Category } from "@/lib/ledger/category-rules";
import { formatKobo } from "@/lib/money";
import { paths } from "@/lib/routes/paths";
import {
  lineFilters,
  lineQuery,
  MAX_AT_ONCE,
  type LineDto,
  type LineFilter,
  type LineTotalsDto,
} from "@/lib/bank/schema";
import { adminKeys } from "@/components/admin/keys";
import { Shortcuts } from "@/components/admin/shortcuts";
import { paymentSearchQuery } from "@/lib/payouts/search-schema";
import { countLines } from "./decided-lines";
import type { RuleValues } from "./rule-dialog";
import { columnsFor, lineLabel } from "./line-columns";
import { SelectionBar } from "./selection-bar";

/** Lazily loaded. */
const ImportDialog = dynamic(() => import("./import-dialog").then((module) => module.ImportDialog), {
  ssr: false,
});
const PaymentSearch = dynamic(() => import("./payment-search").then((module) => module.PaymentSearch), {
  ssr: false,
});
const LineDialog = dynamic(() => import("./line-dialog").then((module) => module.LineDialog), { ssr: false });
const UndoDialog = dynamic(
  () => import("@/components/admin/acts/undo-dialog").then((module) => module.UndoDialog),
  {
    ssr: false,
  },
);

const RuleDialog = dynamic(() => import("./rule-dialog").then((module) => module.RuleDialog), { ssr: false });
const MatchExactDialog = dynamic(
  () => import("./match-exact-dialog").then((module) => module.MatchExactDialog),
  { ssr: false },
);

/** Returns the lists of the queue; the name of the exact ones has their number. */
const filterOptions = (exact: number | undefined) =>
  Object.entries(lineFilters).map(([value, label]) => ({
    value: value as LineFilter,
    label: value === "exact" && exact !== undefined ? `${label} (${exact})` : label,
  }));

const nameOf = ({ amount, on }: LineDto): string => `${formatKobo(BigInt(amount))} of ${formatDate(on)}`;

/** Returns a rule for lines like one, for a person to change. */
const ruleFor = ({ amount, narration, counterparty }: LineDto, category: Category): RuleValues => ({
  name: categories[category].label,
  text: constantPart(narration || counterparty, MIN_TEXT),
  direction: directionOf(BigInt(amount)),
  bankAccountId: "",
  amountRule: "any",
  amount: "",
  category,
});

const describeTotals = ({ count, received, paidOut }: LineTotalsDto): string =>
  [
    `${countLines(count)} pending`,
    ...(received === "0" ? [] : [`${formatKobo(BigInt(received))} received`]),
    ...(paidOut === "0" ? [] : [`${formatKobo(BigInt(paidOut))} paid out`]),
  ].join(", ");

const linesKey = [...adminKeys.payments, "lines"];

/** Keeps the filter, or the search, in the address; an unknown filter shows all lines. */
function useFilter() {
  const [query, changeQuery] = useAddressQuery();
  const params = new URLSearchParams(query);
  const { filter = "all", rule } =
    lineQuery.safeParse({
      filter: params.get("filter") ?? undefined,
      rule: params.get("rule") ?? undefined,
    }).data ?? {};
  const setFilter = (next: LineFilter) => changeQuery(() => (next === "all" ? "" : `filter=${next}`));
  const search = (q: string) => changeQuery(() => (q ? String(new URLSearchParams({ q })) : ""));
  return { filter, rule, setFilter, q: params.get("q")?.trim() ?? "", search };
}

/** Shows the lines of imported bank statements, with the decisions about them (product 10.32). */
export function StatementLines() {
  const { filter, rule: ofRule, setFilter, q, search } = useFilter();
  const isSearch = paymentSearchQuery.safeParse({ q }).success;
  const [file, setFile] = useState<File | null>(null);
  const [decided, setDecided] = useState<LineDto | null>(null);
  const [undone, setUndone] = useState<LineDto | null>(null);
  const [rule, setRule] = useState<RuleValues | null>(null);
  const [matchedBy, setMatchedBy] = useState<"reference" | "name" | null>(null);
  /** Reads the file at once: what is imported is what the preview shows, also if the file changes on the disk. */
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return;
    try {
      setFile(await readFile(chosen));
    } catch (error) {
      toast.error(toApiError(error).message);
    }
  };
  const picker = useRef<HTMLInputElement>(null);
  const client = useQueryClient();
  // A decision moves a line to another list.
  const reload = (left: readonly LineDto[] = []) => {
    leave(left.map(({ _id }) => _id));
    return client.invalidateQueries({ queryKey: linesKey });
  };
  const list = useCursorList([...linesKey, filter, ofRule], (after, signal) =>
    call(bank.listStatementLines, { query: { filter, rule: ofRule, after }, signal }),
  );
  const confirm = useMutation({
    mutationFn: async ({ _id: id, amount, proposal, payouts: [payout] }: LineDto) => {
      if (proposal?.isExact)
        return call(bank.matchLine, {
          params: { id },
          body: { parts: [{ reference: proposal.reference, amount }] },
        });
      return call(bank.matchPayouts, { params: { id }, body: { payoutIds: [payout!._id] } });
    },
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(toApiError(error).message),
    onSettled: (_data, _error, line) => reload([line]),
  });
  const { rows = [] } = toListQuery(list);
  const totals = list.data?.pages[0]?.totals;
  const leave = useNextRowFocus(rows.map(({ _id }) => _id));
  const selection = useSelection(rows, nameOf);
  const columns = columnsFor({
    confirm: (line) => confirm.mutate(line),
    decide: setDecided,
    undo: setUndone,
    busyId: confirm.isPending ? confirm.variables._id : null,
  });
  const mayAct = useRight("money.act");
  const maySelect = mayAct && filter !== "done" && !isSearch;
  const canMatchExact = maySelect && (filter === "all" || filter === "exact") && (totals?.exact ?? 0) > 0;
  const canMatchByName = maySelect && filter === "check" && (totals?.byName ?? 0) > 0;
  const shortcuts = [
    { key: "j", label: "Next line", run: () => moveRowFocus(1) },
    { key: "k", label: "Previous line", run: () => moveRowFocus(-1) },
    // The browser opens the dialog itself, because the row's button has the focus.
    { key: "Enter", label: "Decide about the focused line" },
    { key: "x", label: "Select or deselect the line", run: maySelect ? selection.toggleFocused : undefined },
  ];
  const pick = () => picker.current?.click();
  const importButton = (
    <Button icon={<Upload aria-hidden className="size-5" />} onClick={pick}>
      Import statement
    </Button>
  );
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-6">
      <PageHeading
        title="Payments"
        aside={
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <TextLink href={paths.adminBankAccounts()} className="inline-flex min-h-11 items-center">
              Bank accounts
            </TextLink>
            <TextLink href={paths.adminLineRules()} className="inline-flex min-h-11 items-center">
              Rules
            </TextLink>
            {mayAct && <Shortcuts shortcuts={shortcuts} />}
            {mayAct && importButton}
          </div>
        }
      >
        Decide what each line of the bank statements is for.
      </PageHeading>
      <input
        ref={picker}
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,.xls,.xml,.sta,.mt940,.940"
        aria-label="Statement"
        hidden
        onChange={(event) => {
          void choose(event.target.files?.[0]);
          // Allows picking the same file again.
          event.target.value = "";
        }}
      />
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_16rem]">
        <SearchField
          label="Find a payment"
          placeholder="Name, reference, amount, day or account"
          value={q}
          onSearch={search}
        />
        <FilterSelect
          label="Statement lines"
          value={filter}
          options={filterOptions(totals?.exact)}
          onChange={setFilter}
        />
      </div>
      {isSearch ? (
        <PaymentSearch q={q} />
      ) : (
        <>
          {totals && totals.count > 0 && filter !== "done" && (
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p className="text-muted figures" aria-live="polite">
                {describeTotals(totals)}
              </p>
              {canMatchExact && (
                <Button variant="secondary" onClick={() => setMatchedBy("reference")}>
                  {`Match ${Math.min(totals.exact, MAX_AT_ONCE)} exact`}
                </Button>
              )}
              {canMatchByName && (
                <Button variant="secondary" onClick={() => setMatchedBy("name")}>
                  {`Match by name (${Math.min(totals.byName, MAX_AT_ONCE)})`}
                </Button>
              )}
            </div>
          )}
          {ofRule && (
            <p className="text-muted">
              {"Only lines that one rule has booked. "}
              <TextLink href={paths.adminPayments()}>Show pending lines</TextLink>
            </p>
          )}
          {maySelect && (
            <SelectionBar
              lines={rows.filter(({ _id }) => selection.ids.includes(_id))}
              clear={selection.clear}
              onDecided={(lines) => void reload(lines)}
            />
          )}
          <DataList
            label="Statement lines"
            loadingLabel="Loading payments"
            columns={maySelect ? [selection.column, ...columns] : mayAct ? columns : columns.slice(0, -1)}
            rowKey={({ _id }) => _id}
            list={toListQuery(list)}
            empty={
              <EmptyState
                title={filter === "all" ? "Nothing to decide" : "No statement lines"}
                icon={<Landmark className="size-6" />}
              >
                {filter === "all"
                  ? "Import a bank statement (CSV, Excel, MT940 or camt.053) to decide on its lines here. Lines that have already been imported are skipped."
                  : "No statement line matches this filter. Choose another filter."}
              </EmptyState>
            }
          />
          <MoreButton list={list} />
        </>
      )}
      {file && (
        <ImportDialog
          file={file}
          onClose={() => setFile(null)}
          onImported={() => {
            setFile(null);
            void reload();
          }}
        />
      )}
      {undone && (
        <UndoDialog
          actId={undone.actId!}
          what={`${lineLabel(undone).label} ${formatKobo(BigInt(undone.amount))}`}
          onClose={() => setUndone(null)}
          onUndone={() => {
            setUndone(null);
            void reload([undone]);
          }}
        />
      )}
      {matchedBy && (
        <MatchExactDialog
          by={matchedBy}
          onClose={() => setMatchedBy(null)}
          onDecided={(lines) => void reload(lines)}
        />
      )}
      {rule && (
        <RuleDialog
          initial={rule}
          onClose={() => setRule(null)}
          onSaved={() => {
            setRule(null);
            void reload();
          }}
        />
      )}
      {decided && (
        <LineDialog
          line={decided}
          onRule={(category) => {
            setDecided(null);
            setRule(ruleFor(decided, category));
          }}
          onClose={() => setDecided(null)}
          onDecided={() => {
            setDecided(null);
            void reload([decided]);
          }}
        />
      )}
    </div>
  );
}
