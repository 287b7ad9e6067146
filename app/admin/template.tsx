import type { ReactNode } from "react";

/** A template is mounted anew on every navigation: the page slides in by a few pixels (SPEC 2.1). */
export default function Template({ children }: { children: ReactNode }) {
  return <div className="animate-rise">{children}</div>;
}
