import { SaxesParser } from "saxes";
import { FormatError, shorten } from "./format-error";

/** An element with its text and children. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: XmlElement[];
}

const MAX_DEPTH = 20;
/** The maximum length of one record with its texts, tags and attributes; the longest real ones have a few kilobytes. */
const MAX_RECORD_CHARS = 1_000_000;

/**
 * Parses XML as a stream and passes on each complete element that `isRecord` accepts. Only the current record is held in memory. Throws
 * `FormatError` with line and column for anything that is not well-formed, is truncated or has a DOCTYPE: the lists have none, so entities
 * are never expanded. `onOpen` learns of the elements outside records, such as those that group them.
 */
export async function readXml(
  text: AsyncIterable<string> | Iterable<string>,
  isRecord: (name: string) => boolean,
  onRecord: (record: XmlElement, line: number) => void,
  onOpen?: (name: string) => void,
): Promise<XmlElement> {
  const parser = new SaxesParser();
  const fail = (message: string): never => {
    throw new FormatError(`Line ${parser.line}, column ${parser.column}: ${shorten(message, 200)}`);
  };
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  /** The number of open elements around the current record, or null outside records. */
  let recordDepth: number | null = null;
  /** The length of the current record or, outside records, of the text between two tags. */
  let chars = 0;
  const count = (added: number) => {
    chars += added;
    if (chars > MAX_RECORD_CHARS) fail("an entry is too long");
  };
  parser.on("error", (error) => {
    fail(error.message.replace(/^\d+:\d+: /, ""));
  });
  parser.on("doctype", () => fail("a DOCTYPE is not accepted"));
  parser.on("opentag", ({ name, attributes }) => {
    const element = { name, attributes: attributes as Record<string, string>, text: "", children: [] };
    root ??= element;
    if (open.length >= MAX_DEPTH) fail("elements are nested too deeply");
    if (recordDepth === null) {
      chars = 0;
      if (isRecord(name)) recordDepth = open.length;
      else onOpen?.(name);
    } else {
      count(name.length + "</>".length);
      open.at(-1)!.children.push(element);
    }
    open.push(element);
  });
  const addText = (part: string) => {
    count(part.length);
    if (recordDepth !== null) open.at(-1)!.text += part;
  };
  parser.on("attribute", ({ name, value }) => count(name.length + value.length));
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => {
    const element = open.pop()!;
    if (recordDepth !== open.length) return;
    recordDepth = null;
    onRecord(element, parser.line);
  });
  for await (const part of text) parser.write(part);
  parser.close();
  return root ?? fail("the file is empty");
}

/** Returns the text of the first child with this name; empty if there is none. */
export const textOf = ({ children }: XmlElement, name: string): string =>
  children.find((child) => child.name === name)?.text.trim() ?? "";

export const childrenOf = ({ children }: XmlElement, name: string): XmlElement[] =>
  children.filter((child) => child.name === name);

/** Returns the elements within a list, as in `itemsOf(entry, "akaList", "aka")`. */
export const itemsOf = (element: XmlElement, list: string, name: string): XmlElement[] =>
  childrenOf(element, list).flatMap((child) => childrenOf(child, name));
