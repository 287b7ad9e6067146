import { describe, expect, it } from "vitest";
import { initialDraft, next, RETRY_MS, saveStateOf, TYPING_MS } from "./draft-machine";
import type { DraftEffect, DraftEvent, DraftState, SaveState } from "./draft-machine";

const server = (text: string, savedAt = "1") => ({ text, savedAt });
/** Returns a form whose answers `a` are on the server. */
const idle = (changes: Partial<DraftState> = {}): DraftState => ({
  ...initialDraft,
  phase: { name: "idle" },
  isReady: true,
  server: server("a"),
  ...changes,
});
const typing = idle({ lastSave: "saving" });
const failed = idle({ lastSave: "unsaved" });
const saving = (text: string, isQueued = false, lastSave: SaveState = "saving") =>
  idle({ phase: { name: "saving", text, isQueued }, lastSave });
const conflict = idle({ phase: { name: "conflict", savedAt: "2" } });
const retrying = (retryMs: number): DraftState => ({ ...initialDraft, phase: { name: "loading", retryMs } });

const load: DraftEffect = { type: "load" };
const wait = (ms: number): DraftEffect => ({ type: "wait", ms });
const save = (text: string, savedAt = "1", keepalive = false): DraftEffect => ({
  type: "save",
  text,
  savedAt,
  keepalive,
});

const saved = (text: string, savedAt = "2", keepalive = false): DraftEvent => ({
  type: "saved",
  server: server(text, savedAt),
  keepalive,
});
const lost: DraftEvent = { type: "failed", conflict: null, isFinal: false };
const refused: DraftEvent = { ...lost, isFinal: true };
const contested: DraftEvent = { type: "failed", conflict: "2", isFinal: true };
const loaded = (text: string): DraftEvent => ({ type: "loaded", server: server(text) });
const became = (now: Partial<Pick<DraftState, "isOnline" | "isPaused">>): DraftEvent => ({
  type: "became",
  now,
});
const is = (type: "opened" | "late" | "changed" | "timer" | "flush" | "hidden"): DraftEvent => ({ type });

type Row = [
  what: string,
  before: DraftState,
  event: DraftEvent,
  /** The answers of the form after the event. */
  text: string,
  after: DraftState,
  ...effects: DraftEffect[],
];
const check = (rows: Row[]) =>
  it.each(rows)("%s", (_, before, event, text, after, ...effects) => {
    expect(next(before, event, text)).toEqual([after, ...effects]);
  });

describe("loading", () => {
  const late = { ...initialDraft, isReady: true };
  check([
    ["begins when the page is opened", initialDraft, is("opened"), "a", initialDraft, load],
    ["shows the draft", initialDraft, loaded("a"), "a", idle()],
    [
      "saves answers that the server does not have",
      initialDraft,
      loaded(""),
      "a",
      { ...typing, server: server("") },
      wait(TYPING_MS),
    ],
    ["is repeated after a failure", initialDraft, lost, "a", retrying(2_000), wait(1_000)],
    ["is repeated ever more slowly", retrying(20_000), lost, "a", retrying(30_000), wait(20_000)],
    ["is repeated by the timer", retrying(2_000), is("timer"), "a", retrying(2_000), load],
    ["is not repeated after a refusal", initialDraft, refused, "a", initialDraft],
    ["is repeated when the user has logged in again", initialDraft, is("opened"), "a", initialDraft, load],
    ["that takes long opens the form", initialDraft, is("late"), "a", late],
    ["saves no early input", late, is("changed"), "b", late],
    ["saves nothing when the step changes", late, is("flush"), "b", late],
    ["saves nothing when the page is left", late, is("hidden"), "b", late],
    ["saves early input once a late draft has arrived", late, loaded("a"), "b", typing, wait(TYPING_MS)],
    ["changes nothing that has arrived in time", idle(), is("late"), "a", idle()],
  ]);
});

describe("input", () => {
  check([
    ["is saved after a pause", idle(), is("changed"), "b", typing, wait(TYPING_MS)],
    ["restarts the pause", typing, is("changed"), "c", typing, wait(TYPING_MS)],
    ["is sent by the timer", typing, is("timer"), "b", saving("b"), save("b")],
    ["is sent at once by a new step", typing, is("flush"), "b", saving("b"), save("b")],
    ["that changes nothing is not saved", idle(), is("changed"), "a", idle()],
    ["that was undone is not sent", typing, is("timer"), "a", idle({ lastSave: "saved" })],
    ["during a save is saved after it", saving("b"), is("changed"), "c", saving("b"), wait(TYPING_MS)],
    ["undone during its save is saved too", saving("b"), is("changed"), "a", saving("b"), wait(TYPING_MS)],
    ["after a failure does not hide it", failed, is("changed"), "b", failed, wait(TYPING_MS)],
  ]);
});

describe("a save", () => {
  const server2 = server("b", "2");
  check([
    ["is shown", saving("b"), saved("b"), "b", idle({ server: server2, lastSave: "saved" })],
    [
      "leaves later input to its timer",
      saving("b"),
      saved("b"),
      "c",
      idle({ server: server2, lastSave: "saving" }),
    ],
    ["is followed by one at a time", saving("b"), is("timer"), "c", saving("b", true)],
    [
      "is followed by a queued one",
      saving("b", true),
      saved("b"),
      "c",
      { ...saving("c"), server: server2 },
      save("c", "2"),
    ],
    [
      "is not followed by one that changes nothing",
      saving("b", true),
      saved("b"),
      "b",
      idle({ server: server2, lastSave: "saved" }),
    ],
    [
      "that succeeds ends a failure",
      saving("b", false, "unsaved"),
      saved("b"),
      "b",
      idle({ server: server2, lastSave: "saved" }),
    ],
  ]);
});

describe("a failed save", () => {
  check([
    ["is repeated after a while", saving("b"), lost, "b", failed, wait(RETRY_MS)],
    ["is repeated by the timer", failed, is("timer"), "b", saving("b", false, "unsaved"), save("b")],
    ["is repeated by its button", failed, is("flush"), "b", saving("b", false, "unsaved"), save("b")],
    ["queues the one that follows Save Progress", saving("b"), is("flush"), "b", saving("b", true)],
    ["is not repeated after a refusal", saving("b"), refused, "b", failed],
    ["does not delay later input", saving("b"), lost, "c", failed],
    ["does not end the wait of later input", saving("b"), refused, "c", failed],
    ["is followed by a queued one", saving("b", true), lost, "b", saving("b", false, "unsaved"), save("b")],
    [
      "waits for the connection",
      idle({ lastSave: "unsaved", isOnline: false }),
      is("timer"),
      "b",
      idle({ lastSave: "unsaved", isOnline: false }),
    ],
  ]);
});

describe("the session", () => {
  check([
    [
      "that was opened again saves what was refused",
      failed,
      is("opened"),
      "b",
      saving("b", false, "unsaved"),
      save("b"),
    ],
    ["opened during a save queues another one", saving("b"), is("opened"), "b", saving("b", true)],
    [
      "opened before a refusal saves again after it",
      saving("b", true),
      refused,
      "b",
      saving("b", false, "unsaved"),
      save("b"),
    ],
  ]);
});

describe("a conflict", () => {
  const decided = idle({ server: server("", "2") });
  const other = idle({ server: server("o", "2") });
  check([
    ["is asked about, and not shown as a failure", saving("b"), contested, "b", conflict],
    ["is asked about while the user types", saving("b"), contested, "c", conflict],
    ["comes before a queued save", saving("b", true), contested, "c", conflict],
    ["saves no input", conflict, is("changed"), "c", conflict],
    ["saves nothing after a pause", conflict, is("timer"), "c", conflict],
    ["saves nothing when the page is left", conflict, is("hidden"), "c", conflict],
    ["saves nothing after a new log-in", conflict, is("opened"), "c", conflict],
    [
      "is decided for this device, whatever the server had",
      conflict,
      { type: "loaded", server: decided.server },
      "a",
      { ...decided, lastSave: "saving" },
      wait(TYPING_MS),
    ],
    ["is decided for the other one", conflict, { type: "loaded", server: other.server }, "o", other],
  ]);
});

describe("a page that is left", () => {
  const answered = idle({ server: server("b", "2"), lastSave: "saved" });
  check([
    ["saves input, even if the page closes", typing, is("hidden"), "b", typing, save("b", "1", true)],
    [
      "repeats a save that it may interrupt",
      saving("b"),
      is("hidden"),
      "b",
      saving("b"),
      save("b", "1", true),
    ],
    ["saves nothing that the server has", idle(), is("hidden"), "a", idle()],
    ["saves when it is visible again", typing, is("flush"), "b", saving("b"), save("b")],
    ["shows that it was saved", typing, saved("b", "2", true), "b", answered],
    [
      "does not end another save",
      saving("c"),
      saved("b", "2", true),
      "c",
      { ...saving("c"), server: answered.server },
    ],
    [
      "keeps a queued save",
      saving("c", true),
      saved("b", "2", true),
      "c",
      { ...saving("c", true), server: answered.server },
    ],
  ]);
});

describe("without a connection", () => {
  const offline = { ...typing, isOnline: false };
  check([
    ["nothing is sent", offline, is("timer"), "b", offline],
    ["saves wait", typing, became({ isOnline: false }), "b", offline],
    ["what waits is saved when it is back", offline, became({ isOnline: true }), "b", saving("b"), save("b")],
    [
      "nothing is saved before the draft has arrived",
      initialDraft,
      became({ isOnline: false }),
      "b",
      { ...initialDraft, isOnline: false },
    ],
  ]);

  it("what is not sent is shown as unsaved", () => {
    expect([typing, offline, failed, conflict].map(saveStateOf)).toEqual([
      "saving",
      "unsaved",
      "unsaved",
      "clean",
    ]);
  });
});

describe("a submission", () => {
  const paused = (state: DraftState) => ({ ...state, isPaused: true });
  check([
    ["stops what waits", typing, became({ isPaused: true }), "b", paused(typing)],
    ["sends nothing after a pause", paused(typing), is("timer"), "b", paused(typing)],
    ["saves no input", paused(idle()), is("changed"), "b", paused(idle())],
    ["saves nothing when the page is left", paused(typing), is("hidden"), "b", paused(typing)],
    [
      "lets a running save end",
      paused(saving("b")),
      saved("b"),
      "b",
      paused(idle({ server: server("b", "2"), lastSave: "saved" })),
    ],
    [
      "drops a queued save",
      paused(saving("b", true)),
      saved("b"),
      "c",
      paused(idle({ server: server("b", "2"), lastSave: "saving" })),
    ],
    [
      "that fails saves what has waited",
      paused(typing),
      became({ isPaused: false }),
      "b",
      saving("b"),
      save("b"),
    ],
  ]);
});
