import "server-only";
import { FormatError } from "@/lib/formats/format-error";
import type { WatchlistSource } from "./schema";

/** A list as returned by the parsers in `formats`. */
export interface ParsedList {
  source: WatchlistSource;
  version: string;
  /** The publication date, such as `2026-11-20`. */
  publishedOn: string;
  entries: ParsedEntry[];
  /** The number of ships and aircraft, and of dates of birth, excluded from screening. */
  skipped: { otherKinds: number; unreadableDates: number };
}

export interface ParsedEntry {
  externalId: string;
  kind: "person" | "entity";
  name: string;
  programme: string;
  births: string[];
  aliases: { name: string; isWeak: boolean }[];
}

/** The maximum length of a name; the longest real names have about 200 characters. */
const MAX_NAME_CHARS = 500;

const isTooLong = (text: string) => text.length > MAX_NAME_CHARS;

/**
 * Returns an entry with normalized texts and no duplicate aliases. Throws `FormatError` without an id or name, or if a name is too long.
 */
export function tidyEntry(entry: ParsedEntry, place: string): ParsedEntry {
  const tidy = (text: string) => text.replace(/\s+/g, " ").trim();
  const name = tidy(entry.name);
  const externalId = tidy(entry.externalId);
  if (!externalId) throw new FormatError(`An entry has no number: ${place}`);
  if (!name) throw new FormatError(`An entry has no name: ${place}`);
  if ([externalId, name, ...entry.aliases.map((alias) => tidy(alias.name))].some(isTooLong))
    throw new FormatError(`A name has more than ${MAX_NAME_CHARS} characters: ${place}`);
  const aliases = new Map<string, boolean>();
  for (const alias of entry.aliases) {
    const text = tidy(alias.name);
    if (text && text !== name) aliases.set(text, alias.isWeak && (aliases.get(text) ?? true));
  }
  return {
    ...entry,
    externalId,
    name,
    programme: tidy(entry.programme),
    births: [...new Set(entry.births)],
    aliases: [...aliases].map(([text, isWeak]) => ({ name: text, isWeak })),
  };
}
