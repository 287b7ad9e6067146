"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { adminKeys } from "@/components/admin/keys";
import { SelectField } from "@/components/forms/choice-fields";
import { FormDialog } from "@/components/forms/form-dialog";
import { apiKeys } from "@/lib/api-keys/api";
import type { ApiKeyDto, NewApiKeyDto } from "@/lib/api-keys/schema";
import { call } from "@/lib/contract/client";
import { newKeyStep } from "./new-key";

const overlaps = { "0": "Not at all", "1": "1 hour more", "24": "1 day more", "168": "7 days more" };

/** Gives a key a new secret, while the present one may still be accepted (product 10.44). */
export function RotateKeyDialog({ apiKey, onClose }: { apiKey: ApiKeyDto; onClose: () => void }) {
  const client = useQueryClient();
  const [rotated, setRotated] = useState<NewApiKeyDto | null>(null);
  const form = useForm({ defaultValues: { overlap: "24" } });
  return (
    <FormDialog
      form={form}
      result={rotated && newKeyStep(rotated, onClose)}
      title={`New secret for ${apiKey.name}`}
      description="Scopes, networks and the last day stay. Put the new key into the program while the present one still works."
      submitLabel="Rotate key"
      busyLabel="Rotating..."
      onClose={onClose}
      send={async ({ overlap }) => {
        const input = { params: { id: apiKey._id }, body: { overlapHours: Number(overlap) } };
        setRotated((await call(apiKeys.rotateApiKey, input)).data);
        void client.invalidateQueries({ queryKey: adminKeys.apiKeys });
      }}
    >
      <SelectField name="overlap" label="The present key works" options={overlaps} />
    </FormDialog>
  );
}
