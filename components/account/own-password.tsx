import type { Ref } from "react";
import { Field } from "@/components/forms/field";
import { PasswordInput } from "@/components/forms/inputs";

interface OwnPasswordProps {
  email: string;
  value: string;
  onChange: (password: string) => void;
  error: string | undefined;
  /** To focus it when it was wrong. */
  inputRef: Ref<HTMLInputElement>;
}

/** Asks for the password again before something that a browser left open must not give away. */
export function OwnPassword({ email, value, onChange, error, inputRef }: OwnPasswordProps) {
  return (
    <>
      {/* Tells a password manager whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field
        label="Your password"
        error={error}
        help="We ask again in case someone else is using your device."
      >
        {({ labelId: _, ...control }) => (
          <PasswordInput
            ref={inputRef}
            autoComplete="current-password"
            value={value}
            onChange={(event) => onChange(event.target.value)}
            {...control}
          />
        )}
      </Field>
    </>
  );
}
