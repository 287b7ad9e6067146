"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { adminKeys } from "@/components/admin/keys";
import { shownOnceStep, type ShownOnce } from "@/components/admin/shown-once";
import { TextField } from "@/components/forms/account-fields";
import { CheckboxGroup } from "@/components/forms/checkbox-group";
import { SelectField } from "@/components/forms/choice-fields";
import { FormDialog } from "@/components/forms/form-dialog";
import { call } from "@/lib/contract/client";
import { eventKindNames } from "@/lib/events/schema";
import { webhooks } from "@/lib/webhooks/api";
import type { NewWebhookDto, WebhookDto, WebhookInput } from "@/lib/webhooks/schema";

/** Administrators by name. */
export type Owners = readonly { id: string; name: string }[];

interface WebhookDialogProps {
  /** The webhook to change; without it, one is made. */
  webhook?: WebhookDto;
  ownId: string;
  owners: Owners;
  onClose: () => void;
}

/** Returns how the secret of a new webhook is shown. */
export const toShownOnce = ({ secret, name }: NewWebhookDto): ShownOnce => ({
  title: `The secret of ${name}`,
  text: secret,
  warning:
    "The program verifies with it that a delivery is from us. Whoever has it can invent events. Keep it out of emails, chats and source code.",
});

/** Makes or changes a webhook (product 10.46). */
export function WebhookDialog({ webhook, ownId, owners, onClose }: WebhookDialogProps) {
  const client = useQueryClient();
  const [made, setMade] = useState<ShownOnce | null>(null);
  const form = useForm<WebhookInput>({
    defaultValues: {
      name: webhook?.name ?? "",
      url: webhook?.url ?? "",
      ownerId: webhook?.owner._id ?? ownId,
      kinds: (webhook?.kinds ?? []) as WebhookInput["kinds"],
    },
  });
  const send = async ({ ownerId, ...values }: WebhookInput) => {
    if (webhook) {
      const { message } = await call(webhooks.changeWebhook, { params: { id: webhook._id }, body: values });
      toast.success(message);
      onClose();
    } else {
      const { data } = await call(webhooks.makeWebhook, { body: { ownerId, ...values } });
      setMade(toShownOnce(data));
    }
    void client.invalidateQueries({ queryKey: adminKeys.webhooks });
  };
  return (
    <FormDialog
      form={form}
      result={made && shownOnceStep(made, onClose)}
      title={webhook ? `Change ${webhook.name}` : "New webhook"}
      description="We post events to the address of a program as they happen: kinds and ids, without names and amounts, which the program reads with an API key."
      submitLabel={webhook ? "Save" : "Make webhook"}
      busyLabel={webhook ? "Saving..." : "Making..."}
      autoComplete="off"
      onClose={onClose}
      send={send}
    >
      <TextField name="name" label="Name" maxLength={100} autoComplete="off" />
      <TextField
        name="url"
        label="Address"
        type="url"
        rule="Begins with https://."
        maxLength={500}
        autoComplete="off"
      />
      {!webhook && (
        <SelectField
          name="ownerId"
          label="Owner"
          help="We email them when it fails. It gets only events that they may see."
          options={Object.fromEntries(owners.map(({ id, name }) => [id, name]))}
        />
      )}
      <CheckboxGroup<WebhookInput>
        name="kinds"
        label="Events"
        options={eventKindNames}
        groupOf={(kind) => kind.split(".")[0]!.replace("_", " ")}
      />
    </FormDialog>
  );
}
