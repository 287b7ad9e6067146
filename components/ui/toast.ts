import type { toast as Sonner } from "sonner";

interface Options {
  /** A later message with the same one takes its place. */
  id?: string;
  description?: string;
}
type Call = (sonner: typeof Sonner) => void;

let sonner: typeof Sonner | null = null;
const waiting: Call[] = [];
let wake: (() => void) | null = null;
let serial = 0;

function pass(call: Call): void {
  if (sonner) return call(sonner);
  waiting.push(call);
  wake?.();
}

const say =
  (tone: "error" | "success" | "warning" | "info") =>
  (message: string, { id = `message-${(serial += 1)}`, ...more }: Options = {}): string => {
    pass((to) => to[tone](message, { id, ...more }));
    return id;
  };

/** Short messages (product 2.1). What shows them comes with the first; until it is there they wait in their order. */
export const toast = {
  error: say("error"),
  success: say("success"),
  warning: say("warning"),
  info: say("info"),
  dismiss: (id: string): void => pass((to) => void to.dismiss(id)),
};

/** Calls `needed` when the first message waits, which may be now. Answers how to stop. */
export function onFirstToast(needed: () => void): () => void {
  wake = needed;
  if (waiting.length > 0) needed();
  return () => (wake = null);
}

/** What shows messages is there. */
export function attachToaster(shown: typeof Sonner): void {
  sonner = shown;
  for (const call of waiting.splice(0)) call(shown);
}
