import type { ReactNode } from "react";

/** Animates a navigation (product 2.1). A template is remounted on each one; the first page of a visit has no transition. */
export function PageEnter({ children }: { children: ReactNode }) {
  return <div className="moved:animate-rise">{children}</div>;
}
