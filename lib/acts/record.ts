import "server-only";
import { Prisma, type Tx } from "@/lib/db/client";
import { uuidv7 } from "@/lib/ids";
import { sealNoteColumns } from "@/lib/pii/note-columns";
import type { ActKind, Thing } from "./rules";
import type { EndReason, UndoReason } from "./reason-labels";

/** The sealed notes of acts. */
export const NOTE_TABLE = "money_acts";

/** The ids of the things that an act is about. */
export type Subjects = Partial<Record<Thing, readonly string[]>>;

/**
 * Where things are stored: the columns that acts change, and the assignments that withdraw a thing whose creation is undone. Things are
 * restored in this order: capacity of a plan is counted from the investment before its redemptions.
 */
export const thingTables: Readonly<
  Record<Thing, { table: string; columns: readonly string[]; withdraw: string }>
> = {
  import: { table: "statement_imports", columns: ["state"], withdraw: "state = 'withdrawn'" },
  line: { table: "statement_lines", columns: ["state"], withdraw: "state = 'withdrawn'" },
  receipt: { table: "manual_receipts", columns: ["state"], withdraw: "state = 'withdrawn'" },
  investment: {
    table: "investments",
    columns: ["state", "paid_on", "start_on", "maturity_on", "next_due_on", "waits_for"],
    withdraw:
      "state = 'cancelled', renews_id = NULL, paid_on = NULL, start_on = NULL, maturity_on = NULL, next_due_on = NULL, waits_for = NULL",
  },
  redemption: { table: "redemptions", columns: [], withdraw: "undone_by_id = $act" },
  declaration: { table: "return_declarations", columns: [], withdraw: "undone_by_id = $act" },
  batch: {
    table: "payout_batches",
    columns: ["state", "decided_by_id", "decided_at"],
    withdraw: "state = 'withdrawn', decided_by_id = $actor, decided_at = now()",
  },
  due: {
    table: "amounts_due",
    // Without the sealed account: a copy would outlive its retention and the rotation of its key.
    columns: ["state", "payout_id"],
    withdraw: "state = 'withdrawn', data_key = NULL, account_cipher = NULL",
  },
  payout: { table: "payouts", columns: ["state", "settled_on"], withdraw: "state = 'withdrawn'" },
  stop: { table: "payout_stops", columns: [], withdraw: "undone_by_id = $act" },
};

/** The column that names the last act about a thing, which redemptions, declarations and stops do not have. */
export const hasActColumn = (thing: Thing): boolean => thingTables[thing].columns.includes("state");

interface ActInput {
  kind: ActKind;
  /** Null for the system. */
  actorId: string | null;
  /** The things that it will change, which the caller has locked. */
  subjects: Subjects;
  confirmedById?: string | null;
  /** The same for acts that one person decides at once. */
  groupId?: string | undefined;
  /** The rule by which the system decides. */
  ruleId?: string;
  note?: string | undefined;
  reason?: EndReason;
  undo?: { actId: string; reason: UndoReason };
}

/**
 * Records an act before its changes: the columns of its subjects are stored as they are now. The caller then changes the subjects, with the
 * act as their `actId`, and posts entries of the act. Returns the id of the act.
 */
export async function recordAct(
  tx: Tx,
  { kind, actorId, subjects, confirmedById = null, groupId, ruleId, note, reason, undo }: ActInput,
): Promise<string> {
  const id = uuidv7();
  await tx.moneyAct.create({
    data: {
      id,
      kind,
      actorId,
      confirmedById,
      ...(groupId && { groupId }),
      ...(ruleId && { ruleId }),
      ...(reason && { reason }),
      ...sealNoteColumns(NOTE_TABLE, id, note),
      ...(undo && { undoesId: undo.actId, reason: undo.reason }),
    },
  });
  await addSubjects(tx, id, subjects);
  return id;
}

/** Adds things that an act is about to change. The caller has locked them. */
export async function addSubjects(tx: Tx, actId: string, subjects: Subjects): Promise<void> {
  for (const [thing, ids] of entriesOf(subjects)) {
    const { table, columns } = thingTables[thing];
    const before = Prisma.raw(columns.map((column) => `'${column}', ${column}`).join());
    await tx.$executeRaw`
      INSERT INTO money_act_subjects (act_id, thing, subject_id, before)
      SELECT ${actId}::uuid, ${thing}::money_thing, id, jsonb_build_object(${before})
      FROM ${Prisma.raw(table)} WHERE id = ANY (${[...ids]}::uuid[])`;
  }
}

export const entriesOf = (subjects: Subjects) => Object.entries(subjects) as [Thing, readonly string[]][];

/** Adds things that an act has created. */
export async function recordCreated(
  tx: Tx,
  actId: string,
  thing: Thing,
  ids: readonly string[],
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO money_act_subjects (act_id, thing, subject_id)
    SELECT ${actId}::uuid, ${thing}::money_thing, id FROM unnest(${[...ids]}::uuid[]) AS id`;
}
