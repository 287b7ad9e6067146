import "server-only";
import { db } from "@/lib/db/client";
import { FormatError } from "@/lib/formats/format-error";
import { placeLines } from "./chain";
import { findAcceptedGap, hashOfGap, type StatementFile } from "./import";
import { balanceBefore } from "./chain-rules";
import { csvMappingSchema, type CsvMapping } from "./readers/csv-mapping-schema";
import { isBalanced, type BalancedLine } from "./readers/balanced-lines";
import { describeFile, readStatement } from "./readers/read-statement";
import type { ChainDto, PreviewDto, SidesDto, StatementOptions } from "./schema";
import {
  chooseAccount,
  findNamedAccount,
  readBankAccounts,
  rememberedMapping,
  withBalances,
} from "./statement-input";
import type { Link, Sides } from "./chain-rules";

/** Previews of bank statements (product 10.32). */
const PREVIEW_LINES = 5;
const PREVIEW_SET_ASIDE = 50;

/**
 * Reads a file without storing anything. Returns its first lines, what a person must enter, its place in the chain of balances, and its
 * problems.
 */
export async function previewStatement(
  upload: StatementFile,
  sentMapping: Partial<CsvMapping> | null,
  options: StatementOptions = {},
): Promise<PreviewDto> {
  const accounts = await readBankAccounts();
  const preview: PreviewDto = {
    format: "csv",
    rows: [],
    columnCount: 0,
    mapping: null,
    problem: null,
    questions: [],
    setAside: [],
    accounts: accounts.map(({ id, name, bank, number }) => ({ _id: id, name, bank, number })),
    bankAccountId: null,
    isAccountNamed: false,
    hasBalances: true,
    chain: null,
    count: 0,
    added: 0,
    lines: [],
  };
  try {
    const { guess, shape, ...file } = await describeFile(upload.bytes);
    Object.assign(preview, file);
    const chosen = await chooseAccount(options, shape);
    preview.bankAccountId = chosen?.id ?? null;
    if (guess)
      preview.mapping =
        sentMapping ?? (await rememberedMapping({ ...file, guess, shape }, chosen?.id)) ?? guess;
    const mapping = preview.mapping && csvMappingSchema.safeParse(preview.mapping);
    if (mapping && !mapping.success) {
      const questions = mapping.error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
      return { ...preview, questions };
    }
    const statement = await readStatement(upload.bytes, mapping?.data ?? null);
    const { lines, setAside } = statement;
    preview.setAside = setAside.slice(0, PREVIEW_SET_ASIDE);
    preview.count = lines.length;
    preview.hasBalances = isBalanced(lines);
    preview.lines = lines.slice(0, PREVIEW_LINES).map(({ on, amountKobo, narration, counterparty }) => ({
      on,
      amount: String(amountKobo),
      narration,
      counterparty,
    }));
    const named = await findNamedAccount(statement.account);
    const account = named ?? chosen;
    preview.isAccountNamed = named !== null;
    preview.bankAccountId = account?.id ?? null;
    const balanced = withBalances(statement, options);
    if (!account)
      preview.questions.push({ path: "bankAccountId", message: "Choose the account of this statement" });
    if (!balanced)
      preview.questions.push({
        path: "closing",
        message: "The file has no balances. Enter the balance after its last line, from the bank's page.",
      });
    if (!account || !balanced) return preview;
    return { ...preview, ...(await previewChain(account.id, balanced, upload)) };
  } catch (error) {
    if (error instanceof FormatError && error.field)
      return { ...preview, questions: [{ path: error.field, message: error.message }] };
    if (error instanceof FormatError) return { ...preview, problem: error.message };
    throw error;
  }
}

async function previewChain(
  bankAccountId: string,
  lines: readonly BalancedLine[],
  upload: StatementFile,
): Promise<{ chain: ChainDto; added: number; problem: string | null }> {
  const placed = await placeLines(db, bankAccountId, lines);
  const balances = {
    opening: String(balanceBefore(lines[0]!)),
    closing: String(lines.at(-1)!.balanceKobo),
  };
  if ("problem" in placed)
    return {
      chain: { ...balances, sides: placed.sides && toSides(placed.sides), gap: null },
      added: 0,
      problem: placed.problem,
    };
  const isAccepted =
    placed.gap && (await findAcceptedGap(db, bankAccountId, hashOfGap(upload, lines, placed.gap))) !== null;
  return {
    chain: {
      ...balances,
      sides: placed.gap && toSides(placed.gap),
      gap: placed.gap ? (isAccepted ? "accepted" : "open") : null,
    },
    added: placed.fresh.length,
    problem: null,
  };
}

const toLink = ({ on, amountKobo, balanceKobo }: Link) => ({
  on,
  amount: String(amountKobo),
  balance: String(balanceKobo),
});

const toSides = ({ file, stored }: Sides): SidesDto => ({ file: toLink(file), stored: toLink(stored) });
