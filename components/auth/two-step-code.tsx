import { useFormContext, useWatch } from "react-hook-form";
import { CodeField, TextField } from "@/components/forms/account-fields";
import { linkClass } from "@/components/ui/link";

/** Asks for the code of two-step login (secondStepSchema): one from the app or a recovery code; without an app, only the latter. */
export function TwoStepCode({ hasApp = true }: { hasApp?: boolean }) {
  const { resetField, setValue } = useFormContext();
  const isRecovery: unknown = useWatch({ name: "recovery" });
  const change = () => {
    resetField("code");
    setValue("recovery", !isRecovery);
  };
  return (
    <div>
      {isRecovery ? (
        <TextField
          key="recovery"
          name="code"
          label="Recovery code"
          help="One of the 10 codes you saved when you set up two-step login. Each code works once."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="[&_input]:tracking-wider"
        />
      ) : (
        <CodeField
          key="app"
          label="6-digit code"
          help="Find it in your authenticator app. It changes every 30 seconds."
        />
      )}
      {hasApp && (
        <button type="button" onClick={change} className={`mt-3 inline-block py-1 text-sm ${linkClass}`}>
          {isRecovery ? "Use your authenticator app instead" : "Use a recovery code instead"}
        </button>
      )}
    </div>
  );
}
