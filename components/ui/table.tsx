import type { ComponentProps } from "react";
import { cn } from "./cn";

/*
 * A table that becomes a list of cards under 640 px. The roles are written out because a browser forgets that a table is
 * one as soon as its display changes. Each Td carries its column's name, which a card shows before the value.
 */
export function Table({ label, className, ...rest }: ComponentProps<"table"> & { label: string }) {
  return (
    <div className="rounded-card sm:overflow-clip sm:border sm:border-line sm:bg-surface">
      <table
        role="table"
        aria-label={label}
        className={cn("block w-full border-collapse text-[0.9375rem] sm:table", className)}
        {...rest}
      />
    </div>
  );
}

export function TableHead({ children }: ComponentProps<"thead">) {
  return (
    <thead
      role="rowgroup"
      className="sticky top-(--header-height) z-10 hidden bg-surface text-left text-sm text-muted shadow-[inset_0_-1px_0_var(--line)] sm:table-header-group"
    >
      <tr role="row">{children}</tr>
    </thead>
  );
}

export function Th({ className, ...rest }: ComponentProps<"th">) {
  return (
    <th
      role="columnheader"
      scope="col"
      className={cn("px-4 py-3 font-medium first:pl-5", className)}
      {...rest}
    />
  );
}

export function TableBody(props: ComponentProps<"tbody">) {
  return <tbody role="rowgroup" className="grid gap-3 sm:table-row-group" {...props} />;
}

export function Tr({ className, ...rest }: ComponentProps<"tr">) {
  return (
    <tr
      role="row"
      className={cn(
        "block rounded-card border border-line bg-surface px-4 py-2 sm:table-row sm:rounded-none sm:border-0 sm:px-0 sm:py-0",
        "sm:border-b sm:last:border-b-0 sm:focus-within:bg-sunken sm:hover:bg-sunken",
        className,
      )}
      {...rest}
    />
  );
}

/** `label` is the column's name; null for a cell that explains itself, such as a row's buttons. */
export function Td({ label, className, ...rest }: ComponentProps<"td"> & { label: string | null }) {
  return (
    <td
      role="cell"
      data-label={label ?? undefined}
      className={cn(
        "flex min-w-0 items-baseline justify-between gap-4 py-1.5 text-right break-words sm:table-cell sm:px-4 sm:py-3.5 sm:text-left sm:first:pl-5",
        label &&
          "before:shrink-0 before:text-sm before:text-muted before:content-[attr(data-label)] sm:before:content-none",
        className,
      )}
      {...rest}
    />
  );
}
