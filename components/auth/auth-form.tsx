"use client";

import type { ReactNode } from "react";
import { FormProvider, type FieldValues, type Path, type UseFormReturn } from "react-hook-form";
import { Form } from "@/components/forms/form";
import { FormFailure } from "@/components/forms/form-failure";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import type { ButtonVariant } from "@/components/ui/button-class";
import { TextLink } from "@/components/ui/link";
import { ApiError } from "@/lib/contract/client";
import { COOKIES_BLOCKED } from "@/lib/contract/messages";
import { paths } from "@/lib/routes/paths";

interface AuthFormProps<Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output>;
  send: (values: Output) => Promise<unknown>;
  /** Whether a session follows, which needs a cookie. */
  needsCookies?: boolean;
  /** The field that shows errors that belong to no other field (useSubmit). */
  otherwise?: Path<Values>;
  /** The next step after a failure. */
  failureAction?: ReactNode;
  submitLabel: string;
  submitVariant?: ButtonVariant;
  children: ReactNode;
  /** Links to the other forms. */
  footer: ReactNode;
}

/** Shows the form of a login page. The button stays busy after success, while the next page loads. */
export function AuthForm<Values extends FieldValues, Output>({
  form,
  send,
  needsCookies = false,
  otherwise,
  failureAction,
  submitLabel,
  submitVariant,
  children,
  footer,
}: AuthFormProps<Values, Output>) {
  const { isSubmitting, isSubmitSuccessful } = form.formState;
  const submit = useSubmit(
    form,
    async (values) => {
      // Without the cookie, the guard would redirect to the login again and again.
      if (needsCookies && !navigator.cookieEnabled) throw new ApiError(0, "COOKIES_BLOCKED", COOKIES_BLOCKED);
      await send(values);
    },
    otherwise,
  );
  return (
    <FormProvider {...form}>
      <Form onSubmit={submit} className="grid gap-5">
        <FormFailure action={failureAction} />
        {children}
        <Button
          type="submit"
          size="lg"
          variant={submitVariant}
          busy={isSubmitting || isSubmitSuccessful}
          className="w-full"
        >
          {submitLabel}
        </Button>
        {footer}
      </Form>
    </FormProvider>
  );
}

/** The link is not prefetched: /login redirects logged-in users, and the router would cache the redirect. */
export const BackToLogin = ({ callbackUrl }: { callbackUrl?: string | undefined }) => (
  <TextLink
    href={paths.login({ callbackUrl })}
    prefetch={false}
    className="inline-flex min-h-11 items-center text-[0.9375rem]"
  >
    Back to login
  </TextLink>
);

export function AuthHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mb-8">
      <h1 className="text-[1.75rem] leading-9 font-semibold">{title}</h1>
      {children && <div className="mt-2 leading-7 text-muted">{children}</div>}
    </div>
  );
}
