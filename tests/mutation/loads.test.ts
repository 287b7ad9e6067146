import { expect, it } from "vitest";
import { groups } from "./groups";

const { mutate } = groups[process.env["MUTATION_GROUP"]!]!;

// If a module throws on import, its tests disappear instead of failing; this test detects that.
it.each(mutate)("%s loads", async (file) => {
  expect(Object.keys((await import(/* @vite-ignore */ `../../${file}`)) as object)).not.toEqual([]);
});
