"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Ellipsis, KeyRound, Pencil, Power, RotateCcw, Send, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { adminKeys } from "@/components/admin/keys";
import { TextField } from "@/components/forms/account-fields";
import { FormDialog } from "@/components/forms/form-dialog";
import { Button, IconButton } from "@/components/ui/button";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { call, toApiError } from "@/lib/contract/client";
import { dayAt, dayNumber, lagosDay, startOfLagosDay } from "@/lib/dates";
import { paths } from "@/lib/routes/paths";
import { webhooks } from "@/lib/webhooks/api";
import { EVENT_DAYS } from "@/lib/events/schema";
import { type WebhookDto } from "@/lib/webhooks/schema";
import { toShownOnce, type Owners } from "./webhook-dialog";

/** Lazily loaded. */
const WebhookDialog = dynamic(() => import("./webhook-dialog").then((module) => module.WebhookDialog), {
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

type Act = "change" | "rotate" | "switchOff" | "delete" | "replay";

interface WebhookActionsProps {
  webhook: WebhookDto;
  ownId: string;
  owners: Owners;
}

/** What a super administrator does with a webhook. */
export function WebhookActions({ webhook, ownId, owners }: WebhookActionsProps) {
  const client = useQueryClient();
  const router = useRouter();
  const [act, setAct] = useState<Act | null>(null);
  const [busy, setBusy] = useState(false);
  const isOff = webhook.state === "off";
  const params = { id: webhook._id };
  const close = () => setAct(null);
  const refresh = () => client.invalidateQueries({ queryKey: adminKeys.webhooks });
  const doNow = async (send: () => Promise<{ message?: string | undefined }>) => {
    setBusy(true);
    try {
      toast.success((await send()).message);
      await refresh();
    } catch (error) {
      toast.error(toApiError(error).message);
    }
    setBusy(false);
  };
  const switchTo = (on: boolean) => call(webhooks.switchWebhook, { params, body: { on } });
  return (
    <div className="flex flex-wrap items-center gap-3">
      {isOff ? (
        <Button
          busy={busy}
          icon={<Power aria-hidden className="size-5" />}
          onClick={() => void doNow(() => switchTo(true))}
        >
          Switch on
        </Button>
      ) : (
        <Button
          busy={busy}
          icon={<Send aria-hidden className="size-5" />}
          onClick={() => void doNow(() => call(webhooks.testWebhook, { params }))}
        >
          Send test
        </Button>
      )}
      <Menu
        trigger={
          <IconButton label={`Actions for ${webhook.name}`}>
            <Ellipsis aria-hidden className="size-5" />
          </IconButton>
        }
      >
        <MenuItem
          icon={<Pencil aria-hidden className="size-5 text-muted" />}
          onSelect={() => setAct("change")}
        >
          Change
        </MenuItem>
        <MenuItem
          icon={<KeyRound aria-hidden className="size-5 text-muted" />}
          onSelect={() => setAct("rotate")}
        >
          New secret
        </MenuItem>
        <MenuItem
          disabled={isOff}
          icon={<RotateCcw aria-hidden className="size-5 text-muted" />}
          onSelect={() => setAct("replay")}
        >
          Send again since...
        </MenuItem>
        <MenuItem
          disabled={isOff}
          icon={<Power aria-hidden className="size-5 text-muted" />}
          onSelect={() => setAct("switchOff")}
        >
          Switch off
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          tone="danger"
          icon={<Trash2 aria-hidden className="size-5" />}
          onSelect={() => setAct("delete")}
        >
          Delete
        </MenuItem>
      </Menu>
      {act === "change" && <WebhookDialog webhook={webhook} ownId={ownId} owners={owners} onClose={close} />}
      {act === "replay" && <ReplayDialog webhook={webhook} onClose={close} />}
      {act === "rotate" && (
        <RotateDialog
          title={`New secret for ${webhook.name}`}
          description="Put the new secret into the program while deliveries are still signed with the present one too."
          submitLabel="Rotate secret"
          overlapLabel="The present secret also signs"
          onClose={close}
          send={async (overlapHours) => {
            const { data } = await call(webhooks.rotateWebhookSecret, { params, body: { overlapHours } });
            void refresh();
            return toShownOnce(data);
          }}
        />
      )}
      {act === "switchOff" && (
        <ActionDialog
          title={`Switch off ${webhook.name}?`}
          description={`Nothing is sent until it is switched on again; then it continues where it stopped, for at most ${EVENT_DAYS} days.`}
          confirmLabel="Switch off"
          cancelLabel="Cancel"
          busyLabel="Switching off..."
          onClose={close}
          send={async () => {
            toast.success((await switchTo(false)).message);
            await refresh();
            close();
          }}
        />
      )}
      {act === "delete" && (
        <ActionDialog
          title={`Delete ${webhook.name}?`}
          description="The program gets no more events, and the list of deliveries is deleted. This cannot be undone."
          confirmLabel="Delete webhook"
          cancelLabel="Keep webhook"
          busyLabel="Deleting..."
          tone="danger"
          onClose={close}
          send={async () => {
            toast.success((await call(webhooks.deleteWebhook, { params })).message);
            router.push(paths.adminWebhooks());
            await client.invalidateQueries({ queryKey: adminKeys.webhooks, exact: true });
          }}
        />
      )}
    </div>
  );
}

function ReplayDialog({ webhook, onClose }: { webhook: WebhookDto; onClose: () => void }) {
  const client = useQueryClient();
  const today = lagosDay();
  const form = useForm({ defaultValues: { since: today } });
  return (
    <FormDialog
      form={form}
      title={`Send again to ${webhook.name}`}
      description={`All events since the beginning of a day, with the same ids, so that a program that has seen them can tell. At most ${EVENT_DAYS} days ago.`}
      submitLabel="Send again"
      busyLabel="Sending..."
      onClose={onClose}
      send={async ({ since }) => {
        const body = { since: startOfLagosDay(since).toISOString() };
        const { message } = await call(webhooks.replayWebhook, { params: { id: webhook._id }, body });
        toast.success(message);
        await client.invalidateQueries({ queryKey: adminKeys.webhooks });
        onClose();
      }}
    >
      <TextField
        name="since"
        label="Since"
        type="date"
        min={dayAt(dayNumber(today) - EVENT_DAYS + 1)}
        max={today}
      />
    </FormDialog>
  );
}
