"use client";

import { useSyncExternalStore, type ComponentProps } from "react";

const never = () => () => {};

/** Returns false in the server's HTML, and true once the script runs. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

interface FormProps extends ComponentProps<"form"> {
  /** Whether the form's values are still loading. */
  waiting?: boolean;
}

/**
 * A form that is disabled until its script runs. Otherwise early input would be lost, and an early submit would put a password into the
 * address bar.
 */
export function Form({ children, waiting = false, ...rest }: FormProps) {
  const ready = useHydrated() && !waiting;
  return (
    <form method="post" noValidate {...rest}>
      <fieldset disabled={!ready} data-waiting={ready ? undefined : ""} className="contents">
        {children}
      </fieldset>
    </form>
  );
}
