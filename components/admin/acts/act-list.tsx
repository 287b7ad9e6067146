"use client";

import { useQueryClient } from "@tanstack/react-query";
import { History } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Allowed } from "@/components/auth/allowed";
import { adminKeys } from "@/components/admin/keys";
import { DataList } from "@/components/data-table/data-list";
import type { Column } from "@/components/data-table/data-table";
import { MoreButton } from "@/components/data-table/more-button";
import { toListQuery, useCursorList } from "@/components/data-table/use-cursor-list";
import { Button } from "@/components/ui/button";
import { formatDateTime } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { EmptyState } from "@/components/ui/states";
import { isolate } from "@/lib/bidi";
import { acts } from "@/lib/acts/api";
import { actKinds, things } from "@/lib/acts/rules";
import { reasonLabel } from "@/lib/acts/reason-labels";
import type { ActDto, ActQuery } from "@/lib/acts/schema";
import { call } from "@/lib/contract/client";
import { paths } from "@/lib/routes/paths";
import { undoEffectOf } from "./undo-effects";

/** Lazily loaded. */
const UndoDialog = dynamic(() => import("./undo-dialog").then((module) => module.UndoDialog), { ssr: false });

/** Returns what an act is called, such as `Undone: Receipt matched`. */
const titleOf = ({ kind, undoes }: ActDto): string =>
  undoes ? `${actKinds.undo.label}: ${actKinds[undoes.kind].label}` : actKinds[kind].label;

const pathOf: Partial<Record<keyof typeof things, (id: string) => string>> = {
  investment: paths.adminInvestment,
  batch: paths.adminPayoutBatch,
};

function Subjects({ subjects }: Pick<ActDto, "subjects">) {
  return (
    <ul className="grid gap-0.5">
      {subjects.map(({ thing, _id, label }) => (
        <li key={_id} className="figures">
          <span className="text-sm text-muted">{`${things[thing]} `}</span>
          {pathOf[thing] ? (
            <TextLink
              href={pathOf[thing](_id)}
              translate="no"
              className="inline-flex min-h-11 items-center sm:min-h-6"
            >
              {label || things[thing]}
            </TextLink>
          ) : (
            <span translate="no">{label || things[thing]}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

const columnsFor = (undo: (act: ActDto, isGroup: boolean) => void): Column<ActDto>[] => [
  {
    title: "ACT",
    label: null,
    className: "text-left [overflow-wrap:anywhere]! sm:w-[34%]",
    cell: (act) => (
      <span className="grid gap-0.5">
        <span className="font-medium">{titleOf(act)}</span>
        {act.reason && <span className="text-sm text-muted">{reasonLabel(act.reason)}</span>}
        {act.note && <span className="text-sm text-muted">{act.note}</span>}
        {act.group && act.group.count > 1 && (
          <span className="text-sm text-muted">{`One of ${act.group.count}`}</span>
        )}
        {act.undoneAt && (
          <span className="text-sm text-muted">{`Undone on ${formatDateTime(act.undoneAt)}`}</span>
        )}
      </span>
    ),
  },
  {
    title: "BY",
    label: "By",
    className: "[overflow-wrap:anywhere]!",
    cell: ({ actor, confirmedBy, isByRule }) => (
      <span className="grid gap-0.5">
        <span>{actor?.name ?? (isByRule ? "The system, by a rule" : "The system")}</span>
        {confirmedBy && (
          <span className="text-sm text-muted">{`Confirmed by ${isolate(confirmedBy.name)}`}</span>
        )}
      </span>
    ),
  },
  { title: "WHEN", label: "When", className: "figures", cell: ({ at }) => formatDateTime(at) },
  { title: "ABOUT", label: "About", cell: ({ subjects }) => <Subjects subjects={subjects} /> },
  {
    title: "CORRECT",
    label: null,
    cell: (act) =>
      act.isUndoPending ? (
        <span className="text-sm text-muted">Undo awaits confirmation</span>
      ) : (
        act.undo !== null && (
          <Allowed to="money.act">
            <span className="flex flex-wrap gap-2">
              <Button variant="secondary" size="sm" onClick={() => undo(act, false)}>
                Undo
                <span className="sr-only">{` "${titleOf(act)}" of ${formatDateTime(act.at)}`}</span>
              </Button>
              {act.group && act.group.count > 1 && (
                <Button variant="quiet" size="sm" onClick={() => undo(act, true)}>
                  Undo all
                  <span className="sr-only">{` ${act.group.count} of "${titleOf(act)}"`}</span>
                </Button>
              )}
            </span>
          </Allowed>
        )
      ),
  },
];

interface ActListProps {
  kind?: ActQuery["kind"];
  /** The thing that the acts are about; all acts without it. */
  about?: string;
}

/** Lists acts of money with who decided and when, and undoes them (ADR 44). */
export function ActList({ kind = "all", about }: ActListProps) {
  const [undone, setUndone] = useState<{ act: ActDto; isGroup: boolean } | null>(null);
  const client = useQueryClient();
  const router = useRouter();
  const list = useCursorList([...adminKeys.acts, kind, about ?? null], (after, signal) =>
    call(acts.listActs, { query: { kind, about, after }, signal }),
  );
  return (
    <>
      <DataList
        label="Acts"
        loadingLabel="Loading acts"
        columns={columnsFor((act, isGroup) => setUndone({ act, isGroup }))}
        rowKey={({ _id }) => _id}
        list={toListQuery(list)}
        empty={
          <EmptyState title="No acts" icon={<History className="size-6" />}>
            {kind === "all" || kind === "people"
              ? "Decisions about money appear here, with who made them and when."
              : "No act is of this kind. Choose another kind."}
          </EmptyState>
        }
      />
      <MoreButton list={list} />
      {undone && (
        <UndoDialog
          actId={undone.act._id}
          groupId={undone.isGroup ? undone.act.group?._id : undefined}
          what={titleOf(undone.act)}
          title={
            undone.isGroup ? `Undo all ${undone.act.group?.count} of "${titleOf(undone.act)}"?` : undefined
          }
          effect={undoEffectOf(undone.act)}
          onClose={() => setUndone(null)}
          onUndone={() => {
            setUndone(null);
            void client.invalidateQueries({ queryKey: adminKeys.acts });
            // The page around the list shows states that have changed.
            if (about) router.refresh();
          }}
        />
      )}
    </>
  );
}
