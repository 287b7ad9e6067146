import type { ReactNode } from "react";

/**
 * A template is mounted anew on every navigation: the page slides in by a few pixels (product 2.1). Not the first page of a visit, for
 * that would only make it later.
 */
export function PageEnter({ children }: { children: ReactNode }) {
  return <div className="moved:animate-rise">{children}</div>;
}
