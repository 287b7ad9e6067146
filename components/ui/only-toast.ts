import { toast } from "./toast";

const last = new Map<string, string>();

/**
 * One message of its kind at a time: a new one takes the place of the last. Not by the id of the toast, for one that is just
 * leaving would take the new one with it.
 */
export function replaceToast(kind: string, tone: "error" | "success", message: string): void {
  const before = last.get(kind);
  if (before !== undefined) toast.dismiss(before);
  last.set(kind, toast[tone](message));
}
