export interface Line {
  row: number;
  threat: string;
  expected: string;
  reached: string;
  ok: boolean;
}

const WIDTH = 52;

/** Wraps a text at WIDTH characters, between words. */
function wrap(text: string): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines.at(-1)!;
    if (last && last.length + 1 + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return lines;
}

/** Prints a table of rows with required and measured results. */
export function printTable(lines: Line[], say: (line: string) => void): void {
  const print = (number: string, outcome: string, expected: string[], reached: string[]) => {
    for (let n = 0; n < Math.max(expected.length, reached.length); n += 1) {
      const first = n === 0 ? `${number.padStart(3)}  ${outcome.padEnd(6)}` : " ".repeat(11);
      say(`${first}  ${(expected[n] ?? "").padEnd(WIDTH)}  ${reached[n] ?? ""}`.trimEnd());
    }
  };
  say("");
  print("row", "", ["expected"], ["reached"]);
  for (const { row, threat, expected, reached, ok } of lines)
    print(String(row), ok ? "ok" : "FAILED", wrap(`${threat}: ${expected}`), wrap(reached));
}
