import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { extendTailwindMerge } from "tailwind-merge";
import { expect, it } from "vitest";
import { cn } from "./cn";

/** Tailwind's own table, with the tokens of app/globals.css. */
const full = extendTailwindMerge({
  cacheSize: 0,
  extend: {
    theme: {
      radius: ["control", "card"],
      shadow: ["raised"],
      animate: ["rise", "fade", "slide-in", "sheet"],
    },
  },
});

const sources = ["app", "components"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".test.ts") && !file.endsWith("ui/cn.ts"))
    .map((file) => readFileSync(path.join(folder, file), "utf8")),
);

/** Everything in quotation marks that the full table knows for a class, without what stands before its last colon. */
const classes = [
  ...new Set(
    sources.flatMap((source) =>
      [...source.matchAll(/["`]([^"`\n]*)["`]/g)].flatMap(([, text]) =>
        text!
          .split(/\s+/)
          .map((word) => word.replace(/^(?:(?:\[[^\]]*\]|[\w-]+(?:\[[^\]]*\])?(?:\/\w+)?):)+/, "")),
      ),
    ),
  ),
].filter((word) => word && !/[{}$<>;,'"]/.test(word) && full(`${word} ${word}`) === word);

it("of any two classes that occur, cn drops what Tailwind's whole table drops", () => {
  expect(classes.length).toBeGreaterThan(400);
  const wrong: string[] = [];
  for (const one of classes)
    for (const other of classes) {
      const both = `${one} ${other}`;
      // The same one twice is the same either way.
      if (one !== other && cn(both) !== full(both)) wrong.push(both);
    }
  expect(wrong).toEqual([]);
}, 60_000);
