"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Siren } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { SaveButton } from "@/components/admin/export-button";
import { adminKeys } from "@/components/admin/keys";
import { DataList } from "@/components/data-table/data-list";
import type { Column } from "@/components/data-table/data-table";
import { FilterSelect } from "@/components/data-table/filter-select";
import { MoreButton } from "@/components/data-table/more-button";
import { toListQuery, useCursorList } from "@/components/data-table/use-cursor-list";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { PageHeading } from "@/components/ui/card";
import { formatDateTime } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { EmptyState } from "@/components/ui/states";
import { call, download } from "@/lib/contract/client";
import { dayWords } from "@/lib/dates";
import { paths } from "@/lib/routes/paths";
import { suspicions } from "@/lib/suspicions/api";
import { thingLabels, type SuspicionDto, type SuspicionState } from "@/lib/suspicions/schema";
import { DecideDialog } from "./decide-dialog";
import { Suggestions } from "./suggestions";

const stateOptions = [
  { value: "open", label: "Open" },
  { value: "filed", label: "Filed" },
  { value: "dismissed", label: "Dismissed" },
] as const satisfies { value: SuspicionState; label: string }[];

const emptyTexts: Record<SuspicionState, string> = {
  open: "Administrators report suspicions from the pages of people and payments.",
  filed: "Reports appear here when they were filed with the authority.",
  dismissed: "Reports appear here when they have an explanation.",
};

const columnsFor = (decide: (suspicion: SuspicionDto) => void): Column<SuspicionDto>[] => [
  {
    title: "REPORT",
    label: null,
    className: "text-left [overflow-wrap:anywhere]! sm:w-[46%]",
    cell: ({ thing, userId, subject, report, note }) => (
      <span className="grid gap-1">
        <span className="text-sm text-muted">{thingLabels[thing]}</span>
        {userId ? (
          <TextLink href={paths.adminVerificationUser(userId)} prefetch={false} className="font-medium">
            <bdi translate="no">{subject}</bdi>
          </TextLink>
        ) : (
          <span className="font-medium">
            <bdi translate="no">{subject}</bdi>
          </span>
        )}
        <span className="whitespace-pre-line">{report}</span>
        {note && <span className="whitespace-pre-line text-muted">{note}</span>}
      </span>
    ),
  },
  {
    title: "REPORTED",
    label: "Reported",
    className: "figures",
    cell: ({ reportedAt, reportedBy, isSuggestion }) => (
      <span className="grid gap-0.5">
        <span>{formatDateTime(reportedAt)}</span>
        <span className="text-sm text-muted">
          {isSuggestion ? "From a suggestion" : (reportedBy ?? "A deleted account")}
        </span>
      </span>
    ),
  },
  {
    title: "DECISION",
    label: "Decision",
    className: "figures",
    cell: (suspicion) =>
      suspicion.decidedAt ? (
        <span className="grid gap-0.5">
          <span>{formatDateTime(suspicion.decidedAt)}</span>
          <span className="text-sm text-muted">{suspicion.decidedBy ?? "A deleted account"}</span>
          {suspicion.filing && suspicion.filedOn && (
            <span className="text-sm">
              {`${suspicion.filing.toUpperCase()} ${suspicion.reference ?? ""}, ${dayWords(suspicion.filedOn)}`}
            </span>
          )}
        </span>
      ) : (
        <span className="grid justify-items-start gap-1.5 max-sm:justify-items-end">
          <span>{`Due ${formatDateTime(suspicion.dueAt)}`}</span>
          {suspicion.isLate && <Badge tone="danger">Late</Badge>}
          {suspicion.canDecide ? (
            <Button variant="secondary" size="sm" onClick={() => decide(suspicion)}>
              <span>Decide</span>
              <span className="sr-only">{` on the report about ${suspicion.subject}`}</span>
            </Button>
          ) : (
            <span className="text-sm text-muted">A colleague decides</span>
          )}
        </span>
      ),
  },
];

/** The register of suspicions, for those who decide on them (product 10.43). */
export function Suspicions() {
  const client = useQueryClient();
  const [state, setState] = useState<SuspicionState>("open");
  const [decided, setDecided] = useState<SuspicionDto | null>(null);
  const list = useCursorList([...adminKeys.suspicions, state], (after, signal) =>
    call(suspicions.listSuspicions, { query: { state, after }, signal }),
  );
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-6">
      <PageHeading
        title="Suspicions"
        aside={
          <SaveButton
            label="Export CSV"
            load={() => download(suspicions.exportSuspicions, { query: { state } })}
            name="suspicions"
            type="csv"
            done="Register exported"
          />
        }
      >
        What colleagues have reported. Decide within 24 hours. Only you and others who decide on suspicions
        see this page.
      </PageHeading>
      <Suggestions />
      <div className="sm:max-w-80">
        <FilterSelect label="State" value={state} options={stateOptions} onChange={setState} />
      </div>
      <DataList
        label="Suspicions"
        loadingLabel="Loading suspicions"
        columns={columnsFor(setDecided)}
        rowKey={({ _id }) => _id}
        list={toListQuery(list)}
        empty={
          <EmptyState title="No reports" icon={<Siren className="size-6" />}>
            {emptyTexts[state]}
          </EmptyState>
        }
      />
      <MoreButton list={list} />
      {decided && (
        <DecideDialog
          suspicion={decided}
          onDecided={() => {
            setDecided(null);
            toast.success("Decision saved");
            void client.invalidateQueries({ queryKey: adminKeys.suspicions });
          }}
          onClose={() => setDecided(null)}
        />
      )}
    </div>
  );
}
