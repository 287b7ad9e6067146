"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { toast } from "sonner";
import { Field } from "@/components/forms/field";
import { Form } from "@/components/forms/form";
import { FormFailure } from "@/components/forms/form-failure";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/choice";
import { Input } from "@/components/ui/input";
import { call } from "@/lib/contract/client";
import { review } from "@/lib/review/api";
import { idExpirySchema, type RiskDto } from "@/lib/risk/schema";
import { adminKeys } from "../../keys";

interface IdExpiryProps {
  userId: string;
  submissionId: string;
  saved: RiskDto["idExpiry"];
}

/** Asks the reviewer for the day on which the ID expires, as they read it on the document beside the form. */
export function IdExpiry({ userId, submissionId, saved }: IdExpiryProps) {
  const client = useQueryClient();
  const form = useForm({
    resolver: zodResolver(idExpirySchema),
    defaultValues: { submissionId, expiresOn: saved ? saved.on : ("" as string | null) },
  });
  const submit = useSubmit(
    form,
    async (body) => {
      await call(review.enterIdExpiry, { params: { userId }, body });
      toast.success("Saved");
      void client.invalidateQueries({ queryKey: adminKeys.review(userId) });
    },
    "expiresOn",
  );
  const expiresOn = useWatch({ control: form.control, name: "expiresOn" });
  return (
    <FormProvider {...form}>
      <Form onSubmit={submit} className="grid gap-2">
        <Field
          label="The ID expires on"
          help="As it is printed on the document. Of several documents, the earliest day."
          error={form.formState.errors.expiresOn?.message}
        >
          {(control) => (
            <Input
              {...control}
              type="date"
              value={expiresOn ?? ""}
              disabled={expiresOn === null}
              onChange={({ target }) => form.setValue("expiresOn", target.value, { shouldDirty: true })}
            />
          )}
        </Field>
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <Checkbox
            label="It has no such day"
            checked={expiresOn === null}
            onChange={({ target }) =>
              form.setValue("expiresOn", target.checked ? null : "", { shouldDirty: true })
            }
          />
          <Button
            type="submit"
            variant="secondary"
            size="sm"
            busy={form.formState.isSubmitting}
            disabled={!form.formState.isDirty}
          >
            Save the day
          </Button>
        </div>
        <FormFailure />
      </Form>
    </FormProvider>
  );
}
