"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { toast } from "sonner";
import { adminKeys } from "@/components/admin/keys";
import { DataList } from "@/components/data-table/data-list";
import type { Column } from "@/components/data-table/data-table";
import { toWholeList } from "@/components/data-table/whole-list";
import { StatusBadge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { PageHeading } from "@/components/ui/card";
import { formatDate, formatDateTime } from "@/components/ui/format";
import { EmptyState } from "@/components/ui/states";
import { apiKeys } from "@/lib/api-keys/api";
import type { ApiKeyDto } from "@/lib/api-keys/schema";
import { call } from "@/lib/contract/client";
import type { Owners } from "./make-key-dialog";
import { toShownOnce } from "./shown-key";

/** Lazily loaded. */
const MakeKeyDialog = dynamic(() => import("./make-key-dialog").then((module) => module.MakeKeyDialog), {
  ssr: false,
});
const RotateDialog = dynamic(
  () => import("@/components/admin/rotate-dialog").then((module) => module.RotateDialog),
  { ssr: false },
);
const ActionDialog = dynamic(
  () => import("@/components/forms/action-dialog").then((module) => module.ActionDialog),
  { ssr: false },
);

const states = {
  active: { tone: "success", label: "Active" },
  expired: { tone: "neutral", label: "Expired" },
  revoked: { tone: "neutral", label: "Revoked" },
} as const;

type Act = "rotate" | "revoke";

/** A key works until the end of its last day. */
const lastMoment = (expiresAt: string) => new Date(Date.parse(expiresAt) - 1);

const columnsFor = (choose: (apiKey: ApiKeyDto, act: Act) => void): Column<ApiKeyDto>[] => [
  {
    title: "KEY",
    label: null,
    className: "text-left [overflow-wrap:anywhere]! sm:w-[34%]",
    cell: ({ name, purpose, start, owner, madeBy, madeAt }) => (
      <span className="grid gap-0.5">
        <span className="font-medium">{name}</span>
        <code translate="no" className="text-sm">
          {`${start}...`}
        </code>
        <span className="text-sm text-muted">{purpose}</span>
        <span className="text-sm text-muted">{`For ${owner.name}. Made by ${madeBy ?? "a deleted administrator"}, ${formatDate(madeAt)}`}</span>
      </span>
    ),
  },
  {
    title: "SCOPES",
    label: "Scopes",
    className: "[overflow-wrap:anywhere]!",
    cell: ({ scopes, networks }) => (
      <span className="grid gap-0.5">
        <span translate="no">{scopes.join(", ")}</span>
        {networks.length > 0 && <span className="text-sm text-muted">{`From ${networks.join(", ")}`}</span>}
      </span>
    ),
  },
  {
    title: "STATE",
    label: "State",
    cell: ({ state, expiresAt, overlapUntil }) => (
      <span className="grid justify-items-end gap-0.5 sm:justify-items-start">
        <StatusBadge tone={states[state].tone}>{states[state].label}</StatusBadge>
        {state === "active" && (
          <span className="text-sm text-muted">{`Last day ${formatDate(lastMoment(expiresAt))}`}</span>
        )}
        {state === "active" && overlapUntil && (
          <span className="text-sm text-muted">{`Earlier secret until ${formatDateTime(overlapUntil)}`}</span>
        )}
      </span>
    ),
  },
  {
    title: "LAST USED",
    label: "Last used",
    cell: ({ lastUsedAt, lastNetwork }) =>
      lastUsedAt ? (
        <span className="grid justify-items-end gap-0.5 sm:justify-items-start">
          <span>{formatDateTime(lastUsedAt)}</span>
          <span translate="no" className="text-sm text-muted">
            {lastNetwork}
          </span>
        </span>
      ) : (
        <span className="text-muted">Never</span>
      ),
  },
  {
    title: "CHANGE",
    label: null,
    cell: (apiKey) =>
      apiKey.state === "active" && (
        <span className="flex flex-wrap items-center gap-2">
          <Button variant="secondary" size="sm" onClick={() => choose(apiKey, "rotate")}>
            <span>Rotate</span>
            <span className="sr-only">{` the key ${apiKey.name}`}</span>
          </Button>
          <Button variant="secondary" size="sm" onClick={() => choose(apiKey, "revoke")}>
            <span>Revoke</span>
            <span className="sr-only">{` the key ${apiKey.name}`}</span>
          </Button>
        </span>
      ),
  },
];

/** Shows the keys with which programs call the API; super administrators make, rotate and revoke them (product 10.44). */
export function ApiKeys({ ownId, owners }: { ownId: string; owners: Owners }) {
  const client = useQueryClient();
  const [isMaking, setIsMaking] = useState(false);
  const [chosen, setChosen] = useState<{ apiKey: ApiKeyDto; act: Act } | null>(null);
  const query = useQuery({
    queryKey: adminKeys.apiKeys,
    queryFn: ({ signal }) => call(apiKeys.listApiKeys, { signal }),
  });
  const close = () => setChosen(null);
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-6">
      <PageHeading
        title="API keys"
        aside={
          <Button icon={<Plus aria-hidden className="size-5" />} onClick={() => setIsMaking(true)}>
            New key
          </Button>
        }
      >
        Programs such as an accounting system or a data warehouse call the API with a key.
      </PageHeading>
      <DataList
        label="API keys"
        loadingLabel="Loading keys"
        columns={columnsFor((apiKey, act) => setChosen({ apiKey, act }))}
        rowKey={({ _id }) => _id}
        list={toWholeList(query)}
        empty={
          <EmptyState title="No keys yet" icon={<KeyRound className="size-6" />}>
            Make a key for each program, with only the scopes that it needs.
          </EmptyState>
        }
      />
      {isMaking && (
        <MakeKeyDialog
          ownId={ownId}
          owners={owners}
          scopes={query.data?.scopes ?? []}
          onClose={() => setIsMaking(false)}
        />
      )}
      {chosen?.act === "rotate" && (
        <RotateDialog
          title={`New secret for ${chosen.apiKey.name}`}
          description="Scopes, networks and the last day stay. Put the new key into the program while the present one still works."
          submitLabel="Rotate key"
          overlapLabel="The present key works"
          onClose={close}
          send={async (overlapHours) => {
            const input = { params: { id: chosen.apiKey._id }, body: { overlapHours } };
            const { data: rotated } = await call(apiKeys.rotateApiKey, input);
            void client.invalidateQueries({ queryKey: adminKeys.apiKeys });
            return toShownOnce(rotated);
          }}
        />
      )}
      {chosen?.act === "revoke" && (
        <ActionDialog
          title={`Revoke the key "${chosen.apiKey.name}"?`}
          description="The program that uses it gets an error from now on. This cannot be undone."
          confirmLabel="Revoke key"
          cancelLabel="Keep key"
          busyLabel="Revoking..."
          tone="danger"
          onClose={close}
          send={async () => {
            const { message } = await call(apiKeys.revokeApiKey, { params: { id: chosen.apiKey._id } });
            toast.success(message);
            close();
            void client.invalidateQueries({ queryKey: adminKeys.apiKeys });
          }}
        />
      )}
    </div>
  );
}
