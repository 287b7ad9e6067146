"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, Webhook } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { adminKeys } from "@/components/admin/keys";
import { DataList } from "@/components/data-table/data-list";
import type { Column } from "@/components/data-table/data-table";
import { FilterSelect } from "@/components/data-table/filter-select";
import { MoreButton } from "@/components/data-table/more-button";
import { toListQuery, useCursorList } from "@/components/data-table/use-cursor-list";
import { StatusBadge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DescriptionList, PageHeading } from "@/components/ui/card";
import { formatDateTime, formatTimeWithSeconds } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { EmptyState } from "@/components/ui/states";
import { call, toApiError } from "@/lib/contract/client";
import { paths } from "@/lib/routes/paths";
import { webhooks } from "@/lib/webhooks/api";
import type { AttemptDto, DeliveryDto, DeliveryQuery, WebhookDto } from "@/lib/webhooks/schema";
import { WebhookActions } from "./webhook-actions";
import type { Owners } from "./webhook-dialog";
import { WebhookState } from "./webhook-state";

const states = {
  waiting: { tone: "warning", label: "Waiting" },
  delivered: { tone: "success", label: "Delivered" },
  failed: { tone: "danger", label: "Failed" },
} as const;

type StateFilter = NonNullable<DeliveryQuery["state"]> | "all";

const stateOptions = [
  { value: "all", label: "All deliveries" },
  { value: "waiting", label: "Waiting" },
  { value: "delivered", label: "Delivered" },
  { value: "failed", label: "Failed" },
] as const satisfies { value: StateFilter; label: string }[];

const errors: Record<string, string> = {
  timeout: "No answer within 10 seconds",
  not_allowed: "This address is not allowed",
  ECONNREFUSED: "Connection refused",
  ECONNRESET: "Connection closed",
  ENOTFOUND: "Host not found",
};

const outcome = ({ status, error }: AttemptDto): string =>
  status === null ? (errors[error ?? ""] ?? `Failed (${error})`) : `Status ${status}`;

/** Waiting deliveries may change any moment. */
const REFRESH_MS = 1_500;

const later = (a: string, b: string | null): string => (b !== null && b > a ? b : a);

const columnsFor = (
  retryAt: string | null,
  sendAgain: (delivery: DeliveryDto) => void,
): Column<DeliveryDto>[] => [
  {
    title: "EVENT",
    label: null,
    className: "text-left [overflow-wrap:anywhere]! sm:w-[26%]",
    cell: ({ kind, number, madeAt }) => (
      <span className="grid gap-0.5">
        <span translate="no" className="font-medium">
          {kind}
        </span>
        <span className="text-sm text-muted">{`${number === null ? "A test" : `Number ${number}`}, ${formatDateTime(madeAt)}`}</span>
      </span>
    ),
  },
  {
    title: "STATE",
    label: "State",
    cell: ({ state, dueAt }) => (
      <span className="grid justify-items-end gap-0.5 sm:justify-items-start">
        <StatusBadge tone={states[state].tone}>{states[state].label}</StatusBadge>
        {dueAt && (
          <span className="text-sm text-muted">{`Again after ${formatTimeWithSeconds(later(dueAt, retryAt))}`}</span>
        )}
      </span>
    ),
  },
  {
    title: "ATTEMPTS",
    label: null,
    className: "text-left [overflow-wrap:anywhere]! sm:w-[36%]",
    cell: ({ attempts }) => <Attempts attempts={attempts} />,
  },
  {
    title: "ACTION",
    label: null,
    cell: (delivery) => (
      <Button variant="secondary" size="sm" className="whitespace-nowrap" onClick={() => sendAgain(delivery)}>
        <span>Send again</span>
        <span className="sr-only">{` ${delivery.kind}, ${delivery.number ?? "a test"}`}</span>
      </Button>
    ),
  },
];

const Attempt = ({ attempt }: { attempt: AttemptDto }) => (
  <span className="grid gap-0.5">
    <span>{`${formatTimeWithSeconds(attempt.at)}: ${outcome(attempt)}, ${attempt.ms} ms`}</span>
    {attempt.answer && (
      <code translate="no" className="text-sm break-all text-muted">
        {attempt.answer}
      </code>
    )}
  </span>
);

/** Shows the last attempt, and those before it on request. */
function Attempts({ attempts }: { attempts: readonly AttemptDto[] }) {
  const last = attempts.at(-1);
  if (!last) return <span className="text-muted">No attempt yet</span>;
  const earlier = attempts.slice(0, -1).toReversed();
  return (
    <span className="grid gap-2">
      <Attempt attempt={last} />
      {earlier.length > 0 && (
        <details>
          <summary className="min-h-6 cursor-pointer text-sm text-accent">{`${earlier.length} earlier`}</summary>
          <span className="mt-2 grid gap-2 text-sm">
            {earlier.map((attempt) => (
              <Attempt key={attempt.at} attempt={attempt} />
            ))}
          </span>
        </details>
      )}
    </span>
  );
}

interface DeliveriesProps {
  /** The webhook when the page was loaded. */
  webhook: WebhookDto;
  ownId: string;
  owners: Owners;
}

/** Shows a webhook with its deliveries of the last 30 days (product 10.46). */
export function Deliveries({ webhook: initial, ownId, owners }: DeliveriesProps) {
  const client = useQueryClient();
  const [state, setState] = useState<StateFilter>("all");
  const { data } = useQuery({
    queryKey: adminKeys.webhooks,
    queryFn: ({ signal }) => call(webhooks.listWebhooks, { signal }),
  });
  const webhook = data?.data.find(({ _id }) => _id === initial._id) ?? initial;
  const params = { id: webhook._id };
  const list = useCursorList(
    adminKeys.deliveries(webhook._id, state),
    async (after, signal) => {
      const page = await call(webhooks.listDeliveries, {
        params,
        query: { limit: 20, ...(after && { after }), ...(state !== "all" && { state }) },
        signal,
      });
      // What came of the deliveries has changed the webhook's state.
      void client.invalidateQueries({ queryKey: adminKeys.webhooks, exact: true });
      return page;
    },
    (rows) => rows.some((row) => row.state === "waiting") && REFRESH_MS,
  );
  const sendAgain = async ({ _id }: DeliveryDto) => {
    try {
      const { message } = await call(webhooks.replayWebhook, { params, body: { deliveryId: _id } });
      toast.success(message);
      await client.invalidateQueries({ queryKey: adminKeys.webhooks });
    } catch (error) {
      toast.error(toApiError(error).message);
    }
  };
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-6">
      <TextLink href={paths.adminWebhooks()} className="inline-flex items-center gap-2 justify-self-start">
        <ArrowLeft aria-hidden className="size-4" />
        Webhooks
      </TextLink>
      <PageHeading
        title={webhook.name}
        aside={<WebhookActions webhook={webhook} ownId={ownId} owners={owners} />}
      />
      <DescriptionList
        items={[
          { label: "Address", value: <span translate="no">{webhook.url}</span> },
          { label: "State", value: <WebhookState webhook={webhook} start /> },
          {
            label: "Owner",
            value: `${webhook.owner.name}, whose rights limit the events`,
          },
          {
            label: "Last delivery",
            value: webhook.lastDeliveredAt ? formatDateTime(webhook.lastDeliveredAt) : "None yet",
          },
          { label: "Events", value: <span translate="no">{webhook.kinds.join(", ")}</span> },
          ...(webhook.overlapUntil
            ? [{ label: "Earlier secret", value: `Also signs until ${formatDateTime(webhook.overlapUntil)}` }]
            : []),
        ]}
      />
      <div className="sm:max-w-xs">
        <FilterSelect label="Deliveries" value={state} options={stateOptions} onChange={setState} />
      </div>
      <DataList
        label="Deliveries"
        loadingLabel="Loading deliveries"
        columns={columnsFor(webhook.retryAt, (delivery) => void sendAgain(delivery))}
        rowKey={({ _id }) => _id}
        list={toListQuery(list)}
        empty={
          <EmptyState title="No deliveries" icon={<Webhook className="size-6" />}>
            Deliveries of the last 30 days appear here. Send a test to see whether the program answers.
          </EmptyState>
        }
      />
      <MoreButton list={list} />
    </div>
  );
}
