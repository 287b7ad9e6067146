"use client";

import { useRef, useState, type ReactNode } from "react";
import { TwoStepCode, checkTwoStepCode } from "@/components/auth/two-step-code";
import { passwordOnlySchema } from "@/lib/account/schema";
import type { Outcome } from "@/lib/http/action";
import { OwnPassword } from "./own-password";

const nothing = { password: undefined, code: undefined };

interface Proof {
  fields: ReactNode;
  /** What was typed, or null after saying at the field what is wrong with it. */
  take: () => { password: string; code: string } | null;
  /** Shows why the server refused it. */
  refuse: (outcome: Extract<Outcome<unknown>, { ok: false }>) => void;
  clear: () => void;
}

/** Asks for the password and a code: what weakens two-step sign-in needs both. */
export function useTwoStepProof(email: string): Proof {
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [recovery, setRecovery] = useState(false);
  const passwordField = useRef<HTMLInputElement>(null);
  const codeField = useRef<HTMLInputElement>(null);
  const [failures, setFailures] = useState<Record<"password" | "code", string | undefined>>(nothing);

  return {
    take() {
      const wrong = {
        password: passwordOnlySchema.safeParse({ password }).error?.issues[0]?.message,
        code: checkTwoStepCode(code, recovery),
      };
      setFailures(wrong);
      if (!wrong.password && !wrong.code) return { password, code };
      (wrong.password ? passwordField : codeField).current?.focus();
      return null;
    },
    refuse({ errors, message }) {
      const atPassword = errors?.some(({ path }) => path === "password");
      setFailures({ ...nothing, [atPassword ? "password" : "code"]: message });
      (atPassword ? passwordField : codeField).current?.focus();
    },
    clear() {
      setPassword("");
      setCode("");
      setRecovery(false);
      setFailures(nothing);
    },
    fields: (
      <>
        <OwnPassword
          email={email}
          value={password}
          error={failures.password}
          inputRef={passwordField}
          onChange={(typed) => {
            setPassword(typed);
            setFailures((before) => ({ ...before, password: undefined }));
          }}
        />
        <TwoStepCode
          value={code}
          error={failures.code}
          recovery={recovery}
          inputRef={codeField}
          onRecovery={setRecovery}
          onChange={(typed) => {
            setCode(typed);
            setFailures((before) => ({ ...before, code: undefined }));
          }}
        />
      </>
    ),
  };
}

/** What the three dialogs have in common. */
export interface TwoStepDialogProps {
  email: string;
  open: boolean;
  onClose: () => void;
}
