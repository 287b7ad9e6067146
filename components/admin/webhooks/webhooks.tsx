"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Webhook } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { adminKeys } from "@/components/admin/keys";
import { DataList } from "@/components/data-table/data-list";
import type { Column } from "@/components/data-table/data-table";
import { toWholeList } from "@/components/data-table/whole-list";
import { Button } from "@/components/ui/button";
import { PageHeading } from "@/components/ui/card";
import { formatDate, formatDateTime } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { EmptyState } from "@/components/ui/states";
import { call } from "@/lib/contract/client";
import { paths } from "@/lib/routes/paths";
import { webhooks } from "@/lib/webhooks/api";
import type { WebhookDto } from "@/lib/webhooks/schema";
import type { Owners } from "./webhook-dialog";
import { WebhookState } from "./webhook-state";

/** Lazily loaded. */
const WebhookDialog = dynamic(() => import("./webhook-dialog").then((module) => module.WebhookDialog), {
  ssr: false,
});

const columns: Column<WebhookDto>[] = [
  {
    title: "WEBHOOK",
    label: null,
    className: "text-left [overflow-wrap:anywhere]! sm:w-[40%]",
    cell: ({ _id, name, url, owner, madeBy, madeAt }) => (
      <span className="grid gap-0.5">
        <TextLink href={paths.adminWebhook(_id)} className="inline-flex min-h-11 items-center sm:min-h-6">
          {name}
        </TextLink>
        <span translate="no" className="text-sm">
          {url}
        </span>
        <span className="text-sm text-muted">{`For ${owner.name}. Made by ${madeBy ?? "a deleted administrator"}, ${formatDate(madeAt)}`}</span>
      </span>
    ),
  },
  {
    title: "EVENTS",
    label: "Events",
    className: "whitespace-nowrap",
    cell: ({ kinds }) => `${kinds.length} ${kinds.length === 1 ? "kind" : "kinds"}`,
  },
  { title: "STATE", label: "State", cell: (webhook) => <WebhookState webhook={webhook} /> },
  {
    title: "LAST DELIVERY",
    label: "Last delivery",
    cell: ({ lastDeliveredAt }) =>
      lastDeliveredAt ? formatDateTime(lastDeliveredAt) : <span className="text-muted">None yet</span>,
  },
];

/** Shows the addresses of programs to which events are posted (product 10.46). */
export function Webhooks({ ownId, owners }: { ownId: string; owners: Owners }) {
  const [isMaking, setIsMaking] = useState(false);
  const query = useQuery({
    queryKey: adminKeys.webhooks,
    queryFn: ({ signal }) => call(webhooks.listWebhooks, { signal }),
  });
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-6">
      <PageHeading
        title="Webhooks"
        aside={
          <Button icon={<Plus aria-hidden className="size-5" />} onClick={() => setIsMaking(true)}>
            New webhook
          </Button>
        }
      >
        Events are posted to the addresses of programs as they happen, and tried again for three days.
      </PageHeading>
      <DataList
        label="Webhooks"
        loadingLabel="Loading webhooks"
        columns={columns}
        rowKey={({ _id }) => _id}
        list={toWholeList(query)}
        empty={
          <EmptyState title="No webhooks yet" icon={<Webhook className="size-6" />}>
            Make one for each program that must know at once what has happened.
          </EmptyState>
        }
      />
      {isMaking && <WebhookDialog ownId={ownId} owners={owners} onClose={() => setIsMaking(false)} />}
    </div>
  );
}
