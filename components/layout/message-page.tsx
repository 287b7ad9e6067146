import type { ReactNode } from "react";
import { MAIN_ID } from "./skip-link";

/** Shows a page with a single message and an action. */
export function MessagePage({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action: ReactNode;
}) {
  return (
    <main
      id={MAIN_ID}
      tabIndex={-1}
      className="grid min-h-dvh place-items-center px-5 py-16 text-center outline-none"
    >
      <div className="max-w-md">
        <h1 className="text-[1.75rem] leading-9 font-semibold">{title}</h1>
        {children && <div className="mt-3 leading-7 text-muted">{children}</div>}
        <div className="mt-8 flex flex-wrap justify-center gap-3">{action}</div>
      </div>
    </main>
  );
}
