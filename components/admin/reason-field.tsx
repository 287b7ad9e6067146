"use client";

import { useRef, useState } from "react";
import { Field } from "@/components/forms/field";
import { Select } from "@/components/ui/input";

/** The reason for an act that the audit log records. `check` returns the chosen one; without one it shows an error and moves the focus. */
export function useReason<Reason extends string>(labels: Record<Reason, string>) {
  const [reason, setReason] = useState<Reason | "">("");
  const [touched, setTouched] = useState(false);
  const select = useRef<HTMLSelectElement>(null);
  const check = (): Reason | null => {
    setTouched(true);
    if (!reason) select.current?.focus();
    return reason || null;
  };
  const field = (
    <Field label="Reason" error={touched && !reason ? "Choose a reason" : undefined} className="pb-1">
      {(control) => (
        <Select
          {...control}
          ref={select}
          value={reason}
          onChange={(event) => setReason(event.target.value as Reason)}
        >
          <option value="" disabled>
            Choose a reason
          </option>
          {Object.entries<string>(labels).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
  return { field, check };
}
