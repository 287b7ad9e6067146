import type { Ref } from "react";
import { Field } from "@/components/forms/field";
import { CodeInput } from "@/components/forms/inputs";
import { Input } from "@/components/ui/input";
import { linkClass } from "@/components/ui/link";
import { codeSchema, recoveryCodeSchema } from "@/lib/users/schema";

interface TwoStepCodeProps {
  value: string;
  onChange: (code: string) => void;
  error: string | undefined;
  /** A recovery code is asked for instead. */
  recovery: boolean;
  onRecovery: (recovery: boolean) => void;
  inputRef?: Ref<HTMLInputElement>;
}

/** What is wrong with a code as it stands, before it is sent. */
export const checkTwoStepCode = (code: string, recovery: boolean): string | undefined =>
  (recovery ? recoveryCodeSchema : codeSchema).safeParse({ code }).error?.issues[0]?.message;

/** The code of the second step, and the way from one kind to the other. */
export function TwoStepCode({ value, onChange, error, recovery, onRecovery, inputRef }: TwoStepCodeProps) {
  const turn = () => {
    onChange("");
    onRecovery(!recovery);
  };
  return (
    <div>
      {recovery ? (
        <Field
          key="recovery"
          label="Recovery code"
          error={error}
          help="One of the 10 codes you saved when you set up two-step login. Each code works once."
        >
          {({ labelId: _, ...control }) => (
            <Input
              ref={inputRef}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              className="tracking-wider figures"
              value={value}
              onChange={(event) => onChange(event.target.value)}
              {...control}
            />
          )}
        </Field>
      ) : (
        <Field
          key="app"
          label="6-digit code"
          error={error}
          help="Find it in your authenticator app. It changes every 30 seconds."
        >
          {({ labelId: _, ...control }) => (
            <CodeInput ref={inputRef} value={value} onChange={onChange} {...control} />
          )}
        </Field>
      )}
      <button type="button" onClick={turn} className={`mt-3 inline-block py-1 text-sm ${linkClass}`}>
        {recovery ? "Use your authenticator app instead" : "Use a recovery code instead"}
      </button>
    </div>
  );
}
