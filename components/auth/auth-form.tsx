"use client";

import type { ReactNode } from "react";
import { FormProvider, type FieldValues, type Path, type UseFormReturn } from "react-hook-form";
import { Form } from "@/components/forms/form";
import { FormFailure } from "@/components/forms/form-failure";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { TextLink } from "@/components/ui/link";
import { paths } from "@/lib/routes/paths";

interface AuthFormProps<Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output>;
  send: (values: Output) => Promise<unknown>;
  /** The field that shows an error of no other field (useSubmit). */
  otherwise?: Path<Values>;
  /** What to do about a failure. */
  failureAction?: ReactNode;
  submitLabel: string;
  /** The fields. */
  children: ReactNode;
  /** Links to the other forms. */
  footer: ReactNode;
}

/** The frame of the forms of visitors. Its button stays busy after success, while the next page is loaded. */
export function AuthForm<Values extends FieldValues, Output>({
  form,
  send,
  otherwise,
  failureAction,
  submitLabel,
  children,
  footer,
}: AuthFormProps<Values, Output>) {
  const { isSubmitting, isSubmitSuccessful } = form.formState;
  return (
    <FormProvider {...form}>
      <Form onSubmit={useSubmit(form, send, otherwise)} className="grid gap-5">
        <FormFailure action={failureAction} />
        {children}
        <Button type="submit" size="lg" busy={isSubmitting || isSubmitSuccessful} className="w-full">
          {submitLabel}
        </Button>
        {footer}
      </Form>
    </FormProvider>
  );
}

/** Not prefetched: while somebody is still logged in, /login redirects, and the router would keep that answer. */
export const BackToLogin = ({ callbackUrl }: { callbackUrl?: string | undefined }) => (
  <TextLink
    href={paths.login({ callbackUrl })}
    prefetch={false}
    className="inline-flex min-h-11 items-center text-[0.9375rem]"
  >
    Back to login
  </TextLink>
);
