"use client";

import { useSyncExternalStore, type ComponentProps } from "react";

const never = () => () => {};

/** False in the server's HTML, true as soon as the script runs. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/**
 * A form that waits for its script. On a slow line the page is there before the script: without this, what is typed early
 * would be lost, and an early submit would put a password into the address bar.
 */
export function Form({
  children,
  waiting = false,
  ...rest
}: ComponentProps<"form"> & {
  /** It still waits for what was filled in before. */
  waiting?: boolean;
}) {
  const ready = useHydrated() && !waiting;
  return (
    <form method="post" noValidate {...rest}>
      <fieldset disabled={!ready} data-waiting={ready ? undefined : ""} className="contents">
        {children}
      </fieldset>
    </form>
  );
}
