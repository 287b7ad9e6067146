import "server-only";

/** Lines of details have up to 65 characters, and structured fields up to 27. A full one continues within a word. */
const FULL_LINE_CHARS = 65;
const FULL_FIELD_CHARS = 27;

const join = (texts: readonly string[], fullChars: number) =>
  texts.reduce((joined, text, index) => {
    const before = texts[index - 1];
    return joined + (before === undefined || before.length >= fullChars ? "" : " ") + text;
  }, "");

/** Returns the text and the counterparty's name of `:86:` details, which may be structured, as in `166?00TRANSFER?20Text?32Name`. */
export function readDetails(text: string): { narration: string; counterparty: string } {
  const lines = text.split("\n");
  const separator = /^(?:\d{3})?([?<~>^])\d\d/.exec(lines[0]!)?.[1];
  if (separator === undefined) {
    const narration = join(lines, FULL_LINE_CHARS);
    const [, name = ""] = /\/NAME\/([^/]+)/.exec(narration) ?? [];
    return { narration, counterparty: name };
  }
  // A break within a structured field is the bank's line length, not part of the text.
  const [start = "", ...fields] = lines.join("").split(new RegExp(`\\${separator}(?=\\d\\d)`));
  const texts = new Map<string, string[]>();
  for (const field of fields) {
    const code = field.slice(0, 2);
    const group = /^[26]/.test(code) ? "2" : code === "32" || code === "33" ? "name" : code;
    texts.set(group, [...(texts.get(group) ?? []), field.slice(2)]);
  }
  const counterparty = join(texts.get("name") ?? [], FULL_FIELD_CHARS);
  const others = [...texts].filter(([group]) => group !== "name" && group !== "34");
  const narration = others.map(([, parts]) => join(parts, FULL_FIELD_CHARS)).join(" ");
  return { narration: /^\d{3}$/.test(start) ? narration : `${start} ${narration}`, counterparty };
}
