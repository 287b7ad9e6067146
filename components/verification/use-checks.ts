"use client";

import { useEffect, useState } from "react";
import type { FieldValues, Resolver } from "react-hook-form";
import { prefetchOnFirstInteraction } from "@/components/ui/prefetch-on-interaction";
import { resolverFrom, type Problems } from "./form-problems";

type Check<Values> = (values: Values) => Problems;

/**
 * The rules of a form, which come when somebody begins to use it. `ready` is called before anything depends on them, and rejects when they
 * cannot be had; until they are there nothing is wrong.
 */
export class LazyValidator<Values extends FieldValues> {
  private check: Check<Values> | null = null;
  private coming: Promise<void> | undefined;

  private readonly load: () => Promise<Check<Values>>;

  constructor(load: () => Promise<Check<Values>>) {
    this.load = load;
  }

  readonly ready = (): Promise<void> =>
    (this.coming ??= this.load().then(
      (check) => void (this.check = check),
      (error: unknown) => {
        this.coming = undefined;
        throw error;
      },
    ));

  readonly problems: Check<Values> = (values) => this.check?.(values) ?? new Map<string, string>();

  /** Refuses nothing while the rules cannot be had: the server checks everything again. */
  readonly resolver: Resolver<Values> = async (...given) => {
    await this.ready().catch(() => undefined);
    return resolverFrom(this.problems)(...given);
  };
}

/** The checks of one form, the same as long as it is shown. */
export function useChecks<Values extends FieldValues>(
  load: () => Promise<Check<Values>>,
): LazyValidator<Values> {
  const [checks] = useState(() => new LazyValidator(load));
  useEffect(() => prefetchOnFirstInteraction(checks.ready), [checks]);
  return checks;
}
