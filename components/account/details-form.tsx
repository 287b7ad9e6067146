"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { FormProvider, useForm } from "react-hook-form";
import { toast } from "sonner";
import { NameField, PhoneField } from "@/components/forms/account-fields";
import { Field } from "@/components/forms/field";
import { Form } from "@/components/forms/form";
import { FormFailure } from "@/components/forms/form-failure";
import { useSubmit } from "@/components/forms/use-submit";
import { useSession } from "@/components/session/session-provider";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { detailsSchema } from "@/lib/account/schema";
import type { UserDto } from "@/lib/users/dto";

/** Name and phone may be changed at any time. The email address may not: it proves who somebody is. */
export function DetailsForm({ user, supportEmail }: { user: UserDto; supportEmail: string }) {
  const { updateProfile } = useSession();
  const form = useForm({
    resolver: zodResolver(detailsSchema(user.phone !== "")),
    mode: "onChange",
    defaultValues: { name: user.name, phone: user.phone },
  });
  const { isDirty, isSubmitting } = form.formState;
  const submit = useSubmit(form, async ({ name, phone }) => {
    const saved = await updateProfile({ name, ...(phone && { phone }) });
    form.reset({ name: saved.name, phone: saved.phone });
    toast.success("Profile updated");
  });

  return (
    <FormProvider {...form}>
      <Form onSubmit={submit} className="grid gap-5 sm:grid-cols-2">
        <FormFailure className="sm:col-span-2" />
        <NameField />
        <PhoneField optional={user.phone === ""} />
        <Field
          label="Email address"
          className="sm:col-span-2"
          help={`You log in with this address, so you can't change it here. If you no longer have access to it, email ${supportEmail}.`}
        >
          {({ "aria-required": _, ...control }) => (
            <Input readOnly value={user.email} title={user.email} autoComplete="off" {...control} />
          )}
        </Field>
        <div className="sm:col-span-2">
          <Button type="submit" busy={isSubmitting} disabled={!isDirty && !isSubmitting}>
            Save changes
          </Button>
        </div>
      </Form>
    </FormProvider>
  );
}
