import type { DraftDto } from "@/lib/verification/draft-dto";
import type { LocalDraft } from "./draft";

/**
 * Which of the two drafts the form continues from. The same answers in both: the one in this browser, which has the numbers in
 * full. Otherwise the newer. One that was saved here before the last submission is over.
 */
export function newerDraft(
  server: Pick<DraftDto, "values" | "savedAt"> | null,
  local: Pick<LocalDraft, "savedAt" | "serverVersion"> | null,
  submittedAt: string | null,
): "server" | "local" | null {
  const typed = server !== null && Object.keys(server.values).length > 0;
  const over = !!local?.savedAt && !!submittedAt && local.savedAt < submittedAt;
  if (!local || over) return server ? "server" : null;
  if (!typed || local.serverVersion === server.savedAt) return "local";
  return (local.savedAt ?? "") > server.savedAt ? "local" : "server";
}
