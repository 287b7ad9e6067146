"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { FormProvider, useForm } from "react-hook-form";
import { toast } from "sonner";
import { useSession } from "@/components/auth/session-provider";
import { NameField, PhoneField } from "@/components/forms/account-fields";
import { Field } from "@/components/forms/field";
import { Form } from "@/components/forms/form";
import { FormFailure } from "@/components/forms/form-failure";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { account } from "@/lib/account/api";
import { detailsSchema } from "@/lib/account/schema";
import { call } from "@/lib/contract/client";
import type { UserDto } from "@/lib/users/dto";

/** Name and phone can be changed at any time; the email address identifies the user and cannot. */
export function DetailsForm({ user, supportEmail }: { user: UserDto; supportEmail: string }) {
  const { setUser } = useSession();
  const form = useForm({
    resolver: zodResolver(detailsSchema(user.phone !== "")),
    mode: "onChange",
    defaultValues: { name: user.name, phone: user.phone },
  });
  const { isDirty, isSubmitting } = form.formState;
  const submit = useSubmit(form, async ({ name, phone }) => {
    const { data } = await call(account.updateMe, { body: { name, phone: phone || undefined } });
    setUser(data);
    form.reset({ name: data.name, phone: data.phone });
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
