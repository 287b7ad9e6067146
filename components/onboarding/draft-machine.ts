/**
 * The lifecycle of a draft as a pure state machine: `useDraft` reports events and carries out effects. Answers are compared as text, the
 * JSON that the server stores.
 */
export const TYPING_MS = 1_500;
export const RETRY_MS = 5_000;
/** After this time, a form can be filled in even if its draft has not been loaded. */
export const DRAFT_TIMEOUT_MS = 5_000;

/** `unsaved` means that a save has failed, or cannot be sent now. */
export type SaveState = "clean" | "saving" | "saved" | "unsaved";

export interface DraftState {
  phase:
    /** A failed attempt is repeated after `retryMs`. */
    | { name: "loading"; retryMs: number }
    /** A timer may run until the next save. */
    | { name: "idle" }
    /** `text` is being sent. `isQueued` means that another save follows. */
    | { name: "saving"; text: string; isQueued: boolean }
    /** Another device has saved its answers. Nothing is saved until the user has chosen between the two. */
    | { name: "conflict"; savedAt: string };
  /** Whether the form can be filled in. */
  isReady: boolean;
  isOnline: boolean;
  /** Whether a submission is in progress, during which nothing is saved. */
  isPaused: boolean;
  /** The text is empty if the server does not have the answers of this form. */
  server: { text: string; savedAt: string };
  lastSave: SaveState;
}

export type DraftEvent =
  /** `opened`: also after the user has logged in again. `hidden`: the page may be closed now. */
  | { type: "opened" | "late" | "changed" | "timer" | "flush" | "hidden" }
  | { type: "became"; now: Partial<Pick<DraftState, "isOnline" | "isPaused">> }
  /** The form is now based on this draft: it has been loaded, or the user has resolved a conflict. */
  | { type: "loaded"; server: DraftState["server"] }
  | { type: "saved"; server: DraftState["server"]; keepalive: boolean }
  /** A load or save failed. `conflict` is the time of another device's save. A final failure is not retried. */
  | { type: "failed"; conflict: string | null; isFinal: boolean };

export type DraftEffect =
  | { type: "load" }
  /** Reports `timer` after this time. Another wait or save replaces it. */
  | { type: "wait"; ms: number }
  | { type: "save"; text: string; savedAt: string; keepalive: boolean };

type Transition = [state: DraftState, ...effects: DraftEffect[]];

export const initialDraft: DraftState = {
  phase: { name: "loading", retryMs: 1_000 },
  isReady: false,
  isOnline: true,
  isPaused: false,
  server: { text: "", savedAt: "" },
  lastSave: "clean",
};

/** Returns the state shown to the user. */
export const saveStateOf = ({ isOnline, lastSave }: DraftState): SaveState =>
  lastSave === "saving" && !isOnline ? "unsaved" : lastSave;

/** `text` are the answers of the form after the event. */
export function next(state: DraftState, event: DraftEvent, text: string): Transition {
  const { phase, server } = state;
  const idle: DraftState = { ...state, phase: { name: "idle" } };
  switch (event.type) {
    case "flush":
      return flush(state, text);
    case "opened":
    case "timer":
      return phase.name === "loading" ? [state, { type: "load" }] : flush(state, text);
    case "late":
      return [{ ...state, isReady: true }];
    case "loaded":
      return change({ ...idle, isReady: true, server: event.server, lastSave: "clean" }, text);
    case "changed":
      return change(state, text);
    case "became":
      return flush({ ...state, ...event.now }, text);
    case "hidden":
      if (!canSave(state) || text === server.text) return [state];
      return [state, { type: "save", text, savedAt: server.savedAt, keepalive: true }];
    case "saved": {
      const saved = { ...(event.keepalive ? state : idle), server: event.server };
      if (saved.phase.name === "idle" && text === event.server.text) saved.lastSave = "saved";
      return phase.name === "saving" && phase.isQueued ? flush(saved, text) : [saved];
    }
    case "failed": {
      const { conflict, isFinal } = event;
      if (phase.name === "loading") {
        const retryMs = Math.min(2 * phase.retryMs, 30_000);
        const again: DraftState = { ...state, phase: { name: "loading", retryMs } };
        return isFinal ? [state] : [again, { type: "wait", ms: phase.retryMs }];
      }
      if (phase.name !== "saving") return [state];
      if (conflict !== null)
        return [{ ...state, phase: { name: "conflict", savedAt: conflict }, lastSave: "clean" }];
      const failed: DraftState = { ...idle, lastSave: "unsaved" };
      if (phase.isQueued) return flush(failed, text);
      // The timer started by input since then fires sooner.
      return isFinal || phase.text !== text ? [failed] : [failed, { type: "wait", ms: RETRY_MS }];
    }
  }
}

const canSave = ({ phase, isPaused }: DraftState) =>
  !isPaused && (phase.name === "idle" || phase.name === "saving");

/** Saves after a pause in the input. */
function change(state: DraftState, text: string): Transition {
  const { phase, server, lastSave } = state;
  if (!canSave(state) || text === (phase.name === "saving" ? phase.text : server.text)) return [state];
  const changed: DraftState = { ...state, lastSave: lastSave === "unsaved" ? lastSave : "saving" };
  return [changed, { type: "wait", ms: TYPING_MS }];
}

/** Saves now, or once the previous save has ended or the connection is restored. */
function flush(state: DraftState, text: string): Transition {
  const { phase, server, isOnline } = state;
  if (!canSave(state)) return [state];
  if (phase.name === "saving") return [{ ...state, phase: { ...phase, isQueued: true } }];
  if (text === server.text) return [{ ...state, lastSave: "saved" }];
  if (!isOnline) return [state];
  const saving: DraftState = { ...state, phase: { name: "saving", text, isQueued: false } };
  return [saving, { type: "save", text, savedAt: server.savedAt, keepalive: false }];
}
