import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

export function Card({ className, ...rest }: ComponentProps<"div">) {
  return <div className={cn("rounded-card border border-line bg-surface p-5 sm:p-6", className)} {...rest} />;
}

interface HeadingProps {
  id?: string;
  title: ReactNode;
  children?: ReactNode;
}

export const CardHeading = ({ id, title, children }: HeadingProps) => (
  <div>
    <h2 id={id} className="text-lg leading-7 font-semibold">
      {title}
    </h2>
    {children && <div className="mt-1 text-[0.9375rem] leading-6 text-muted">{children}</div>}
  </div>
);

interface Description {
  label: string;
  value: ReactNode;
  /** The target of links, which focus and highlight it. */
  id?: string | undefined;
}

/** A linked target is scrolled to a position below the sticky headers. */
const linkTarget = "-m-1.5 scroll-mt-48 rounded-control p-1.5 target:bg-warning-soft";

/** Shows pairs of label and value, in two columns from 640 px on. */
export function DescriptionList({ items }: { items: readonly Description[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
      {items.map((item) => (
        <div
          key={item.label}
          className={cn("min-w-0", item.id && linkTarget)}
          {...(item.id && { id: item.id, tabIndex: -1 })}
        >
          <dt className="text-sm text-muted">{item.label}</dt>
          <dd className="mt-0.5 text-[0.9375rem] break-words">{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Shows the h1 of a page, its purpose in a sentence, and actions. */
export function PageHeading({ title, children, aside }: Omit<HeadingProps, "id"> & { aside?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
      <div className="max-w-2xl">
        <h1 className="text-2xl leading-8 font-semibold sm:text-[1.75rem] sm:leading-9">{title}</h1>
        {children && <div className="mt-2 leading-7 text-muted">{children}</div>}
      </div>
      {aside}
    </div>
  );
}
