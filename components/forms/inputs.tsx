"use client";

import { Eye, EyeOff } from "lucide-react";
import { useState, type ComponentProps } from "react";
import { cn } from "@/components/ui/cn";
import { labelIdOf } from "@/components/ui/control";
import { Input } from "@/components/ui/input";
import { codeDigits, onlyDigits, phoneDigits } from "./digits";

type ControlledProps = Omit<ComponentProps<"input">, "value" | "onChange" | "type"> & {
  value: string;
  onChange: (value: string) => void;
};

export function PhoneInput({ onChange, ...rest }: ControlledProps) {
  return (
    <Input
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      placeholder="8012345678"
      className="figures"
      onChange={(event) => onChange(phoneDigits(event.target.value))}
      {...rest}
    />
  );
}

export const EmailInput = (props: ComponentProps<"input">) => (
  <Input
    type="email"
    inputMode="email"
    autoComplete="email"
    autoCapitalize="none"
    spellCheck={false}
    {...props}
  />
);

/** The input for a NIN, BVN or account number: digits, without autofill. */
export function NumberInput({ onChange, length, ...rest }: ControlledProps & { length: number }) {
  return (
    <Input
      inputMode="numeric"
      autoComplete="off"
      className="figures"
      // Allows one more digit than permitted, so that a typing error is shown instead of truncated.
      onChange={(event) => onChange(onlyDigits(event.target.value).slice(0, length + 1))}
      {...rest}
    />
  );
}

/** There is one field for six digits, so that pasting, dictation and code autofill work. */
export function CodeInput({ onChange, className, ...rest }: ControlledProps) {
  return (
    <Input
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9]*"
      placeholder="000000"
      spellCheck={false}
      className={cn(
        "min-h-16 pl-[0.5em] text-center text-3xl font-medium tracking-[0.35em] figures placeholder:opacity-40",
        className,
      )}
      onChange={(event) => onChange(codeDigits(event.target.value))}
      {...rest}
    />
  );
}

/**
 * A password with a button that shows or hides it. The button is described by the field's label, so only the field itself has that name.
 */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<"input">, "type">) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <span className="relative block">
      <Input
        type={shown ? "text" : "password"}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className={cn("pr-13", className)}
        {...rest}
      />
      <button
        type="button"
        aria-label={shown ? "Hide" : "Show"}
        aria-controls={rest.id}
        aria-describedby={rest.id && labelIdOf(rest.id)}
        onClick={() => setShown((before) => !before)}
        className="absolute inset-y-0.5 right-0.5 grid w-12 place-items-center rounded-lg text-muted hover:text-ink"
      >
        <Icon aria-hidden className="size-5" />
      </button>
    </span>
  );
}
