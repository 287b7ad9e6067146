"use client";

import { useEffect, useState, type ComponentType } from "react";
import { prefetchOnFirstInteraction } from "./prefetch-on-interaction";
import { onFirstToast } from "./toast";

const fetched = () => import("./messages");

/** The place of the messages. What shows them is fetched at the first touch: when the line breaks later, that can still be said. */
export function Toaster() {
  const [shown, setShown] = useState<{ Messages: ComponentType } | null>(null);
  useEffect(() => {
    prefetchOnFirstInteraction(fetched);
    return onFirstToast(() => {
      // When the line is broken, the next message tries again.
      fetched().then(({ default: Messages }) => setShown({ Messages }), console.error);
    });
  }, []);
  return shown && <shown.Messages />;
}
