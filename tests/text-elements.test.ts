import { globSync } from "node:fs";
import { expect, it } from "vitest";
import { findBareTexts } from "../scripts/lint/text-elements";
import { root } from "../server/process";

const sample = "tests/support/bare-texts.tsx";

/** The program is analysed once for both tests. */
const found = findBareTexts([...globSync("{app,components}/**/*.tsx", { cwd: root }), sample]);

it("finds the texts that translators break", () => {
  expect(found.filter((line) => line.startsWith(sample)).map((line) => line.split(":")[1])).toEqual([
    "2",
    "3",
    "4",
    "5",
  ]);
});

it("every text that changes, or is beside something that does, has an element of its own", () => {
  expect(found.filter((line) => !line.startsWith(sample))).toEqual([]);
});
