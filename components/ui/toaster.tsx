"use client";

import { useEffect, useState, type ComponentType } from "react";
import { onFirstToast } from "./toast";

/** The place of the messages; a page on which nothing is ever said does not load what shows them. */
export function Toaster() {
  const [shown, setShown] = useState<{ Messages: ComponentType } | null>(null);
  useEffect(
    () =>
      onFirstToast(() => {
        // When the line is broken, the next message tries again.
        import("./messages").then(({ default: Messages }) => setShown({ Messages }), console.error);
      }),
    [],
  );
  return shown && <shown.Messages />;
}
