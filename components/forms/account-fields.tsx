"use client";

import type { ComponentProps, ComponentType } from "react";
import { useController, type FieldValues } from "react-hook-form";
import { Input } from "@/components/ui/input";
import { Field, type FieldProps } from "./field";
import { CodeInput, EmailInput, PasswordInput, PhoneInput } from "./inputs";

type InputProps = Omit<ComponentProps<"input">, "name" | "className" | "value" | "onChange">;
type FrameProps = Pick<FieldProps, "rule" | "help" | "optional" | "action" | "className">;

/** The props of a TextField's input. `onChange` takes an event or the value. */
export type ControlProps = InputProps & { value: string; onChange: (change: unknown) => void };

interface TextFieldProps extends FrameProps, InputProps {
  name: string;
  label: string;
  as?: ComponentType<ControlProps>;
}

/** Shows a labelled input of the surrounding form (FormProvider), with its error. */
export function TextField({
  name,
  label,
  rule,
  help,
  optional,
  action,
  className,
  as: Control = Input,
  ...input
}: TextFieldProps) {
  const { field, fieldState } = useController<FieldValues>({ name });
  const frame = { label, rule, help, optional, action, className, error: fieldState.error?.message };
  return (
    <Field {...frame}>
      {(control) => <Control {...input} {...control} {...field} value={String(field.value ?? "")} />}
    </Field>
  );
}

type AccountFieldProps = Partial<TextFieldProps>;

export const NameField = (props: AccountFieldProps) => (
  <TextField name="name" label="Full name" autoComplete="name" autoCapitalize="words" {...props} />
);

export const EmailField = (props: AccountFieldProps) => (
  <TextField name="email" label="Email address" autoComplete="username" as={EmailInput} {...props} />
);

export const PhoneField = (props: AccountFieldProps) => (
  <TextField name="phone" label="Phone number" as={PhoneInput} {...props} />
);

/** Asks for the current password, to log in or to confirm. */
export const PasswordField = (props: AccountFieldProps) => (
  <TextField name="password" label="Password" autoComplete="current-password" as={PasswordInput} {...props} />
);

export const NewPasswordField = (props: AccountFieldProps) => (
  <PasswordField
    autoComplete="new-password"
    rule="At least 8 characters. A few random words work well."
    {...props}
  />
);

/** Asks for the 6-digit code from an email or an authenticator app. */
export const CodeField = (props: AccountFieldProps) => (
  <TextField name="code" label="Code" as={CodeInput} {...props} />
);
