import "server-only";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { lagosDay } from "@/lib/dates";
import { FormatError } from "@/lib/formats/format-error";
import { readOfacCsv } from "./formats/ofac-csv";
import { readOfacXml } from "./formats/ofac-xml";
import { pepColumns, readPepCsv } from "./formats/pep-csv";
import { readUnXml } from "./formats/un-xml";
import { type ParsedList } from "./parsed-list";

const HEAD_BYTES = 4096;

/** Streams the file's UTF-8 text and adds each chunk to the hash. Throws `FormatError` for invalid UTF-8. */
async function* readText(file: string, hash: ReturnType<typeof createHash>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (bytes?: Buffer) => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch {
      throw new FormatError(`${path.basename(file)} is not UTF-8 text`);
    }
  };
  for await (const bytes of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(bytes);
    yield decode(bytes);
  }
  yield decode();
}

/**
 * Returns the path of OFAC's alias file next to `sdn.csv`, e.g. `ALT-november.csv` next to `SDN-november.csv`, ignoring case. Throws
 * `FormatError` if the name has another form or the alias file is missing.
 */
async function aliasFile(file: string): Promise<string> {
  const name = path.basename(file);
  if (!/sdn/i.test(name))
    throw new FormatError("The name of OFAC's CSV file must contain sdn, as in sdn.csv");
  const wanted = name.replace(/sdn/i, "alt");
  const names = await readdir(path.dirname(file));
  const found = names.find((other) => other.toLowerCase() === wanted.toLowerCase());
  if (!found) throw new FormatError(`${wanted} must be in the same folder`);
  return path.join(path.dirname(file), found);
}

/**
 * Parses a list in the format detected from its beginning: the United Nations' XML, OFAC's XML or CSV, or the CSV of politically exposed
 * people. `date` is for CSV, which does not contain its date; it defaults to the file's modification date. Only the entries are held in
 * memory. Throws `FormatError`.
 */
export async function readList(file: string, date?: string): Promise<ParsedList & { sha256: string }> {
  const hash = createHash("sha256");
  const head = await readHead(file);
  const text = readText(file, hash);
  const publishedOn = date ?? lagosDay((await stat(file)).mtime);
  const list = await parse();
  if (list.entries.length === 0) throw new FormatError("The list has no entries");
  const ids = new Set(list.entries.map(({ externalId }) => externalId));
  if (ids.size !== list.entries.length) throw new FormatError("Two entries have the same number");
  return { ...list, sha256: hash.digest("hex") };

  async function parse(): Promise<ParsedList> {
    if (/<CONSOLIDATED_LIST[\s>]/.test(head)) return readUnXml(text);
    if (/<sdnList[\s>]/.test(head)) return readOfacXml(text);
    if (head.startsWith(pepColumns[0]) || head.startsWith(`"${pepColumns[0]}"`))
      return readPepCsv(text, publishedOn);
    if (/^\s*"?\d+"?,/.test(head)) {
      return readOfacCsv(text, readText(await aliasFile(file), hash), publishedOn);
    }
    throw new FormatError(
      "This list is not in a known format: the UN's consolidated list (XML), OFAC's sdn.xml or sdn.csv, or politically exposed people (CSV)",
    );
  }
}

async function readHead(file: string): Promise<string> {
  if (!(await isFile(file))) throw new FormatError(`${file} is not a file`);
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  return buffer
    .subarray(0, bytesRead)
    .toString("utf8")
    .replace(/^\uFEFF/, "");
}

const isFile = (file: string): Promise<boolean> =>
  stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
