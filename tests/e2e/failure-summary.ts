import { stripVTControlCharacters } from "node:util";
import type { Reporter, TestCase, TestResult } from "@playwright/test/reporter";

const LINES = 6;

/** Repeats the failures in a few lines each at the end of the output, which is often all that remains of a long log. */
export default class FailureSummary implements Reporter {
  readonly #failures: string[] = [];

  onTestEnd(test: TestCase, { status, errors }: TestResult): void {
    if (status === "skipped" || status === test.expectedStatus) return;
    const [error] = errors;
    const lines = stripVTControlCharacters(error?.message ?? status).split("\n");
    const message = lines.filter((line) => line.trim()).slice(0, LINES);
    const title = test.titlePath().filter(Boolean).join(" > ");
    this.#failures.push([title, `line ${error?.location?.line ?? "?"}`, ...message].join("\n  "));
  }

  onEnd(): void {
    for (const failure of this.#failures) console.log(failure);
  }
}
