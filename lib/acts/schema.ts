import * as z from "zod";
import { text } from "@/lib/forms/atoms";
import { actKinds, things, type ActKind, type Thing } from "./rules";
import { undoReasons, type UndoReason } from "./reason-labels";
import "@/lib/zod";

/** Request and response schemas for acts of money (ADR 44). Safe in the browser. */
const keysOf = <Key extends string>(record: Record<Key, unknown>) => Object.keys(record) as [Key, ...Key[]];

export const actQuery = z.object({
  /** `people`: all kinds, without what the system did by itself. */
  kind: z.enum(["people", "all", ...keysOf<ActKind>(actKinds)]).default("all"),
  /** The id of a thing: only acts about it. */
  about: z.uuid().toLowerCase().optional(),
  /** The number of an act: only earlier ones. */
  after: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(50).default(20),
});
export type ActQuery = z.output<typeof actQuery>;

const person = z.object({ _id: z.uuid(), name: z.string() });
const time = z.iso.datetime();

export const actDto = z.object({
  _id: z.uuid(),
  /** The order of acts. */
  number: z.string(),
  kind: z.enum(keysOf<ActKind>(actKinds)),
  /** Null for the system. */
  actor: person.nullable(),
  confirmedBy: person.nullable(),
  at: time,
  reason: z.string().nullable(),
  note: z.string().nullable(),
  /** The kind of the act that it undoes. */
  undoes: z.object({ _id: z.uuid(), kind: z.enum(keysOf<ActKind>(actKinds)) }).nullable(),
  undoneAt: time.nullable(),
  /** The acts that were decided at once with it, and their number; null if it was decided by itself. */
  group: z.object({ _id: z.uuid(), count: z.int() }).nullable(),
  /** Whether the system decided by a rule for statement lines. */
  isByRule: z.boolean(),
  /** Who can undo it; null if it was undone or cannot be. */
  undo: z.enum(["alone", "two"]).nullable(),
  /** Whether undoing it was proposed and waits for a second person. */
  isUndoPending: z.boolean(),
  /** The first things that it is about. */
  subjects: z.array(z.object({ thing: z.enum(keysOf<Thing>(things)), _id: z.uuid(), label: z.string() })),
});
export type ActDto = z.output<typeof actDto>;

export const undoSchema = z.object({
  reason: z.enum(keysOf<UndoReason>(undoReasons), "Choose a reason"),
  note: text(3, "Explain what was wrong, in at least 3 characters", 500),
});
export type UndoInput = z.output<typeof undoSchema>;
