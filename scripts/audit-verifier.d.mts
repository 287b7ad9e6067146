import type { SignedHead } from "../lib/audit/head";

export interface ChainRow {
  seq: string;
  id: string;
  at: string;
  actorId: string | null;
  action: string;
  targetId: string | null;
  data: unknown;
  prevHash: string;
  hash: string;
}

export class Broken extends Error {
  /** The first row that is wrong. */
  seq: bigint;
}

export function hashOf(row: Omit<ChainRow, "hash">): string;
export function readHeads(lines: string[], publicKeys: string[]): { heads: SignedHead[]; notes: string[] };

export class Walk {
  constructor(heads?: SignedHead[]);
  /** The last row that was taken. */
  rows: bigint;
  add(row: ChainRow): void;
  end(last?: SignedHead): void;
}

export function verifyFile(
  file: string,
  publicKeys: string[],
  headLines?: string[],
): Promise<{ rows: bigint; notes: string[] }>;
