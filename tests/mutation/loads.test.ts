import { expect, it } from "vitest";
import { groups } from "./groups";

const { mutate } = groups[process.env["MUTATION_GROUP"]!]!;

// A module that throws on import makes its tests disappear instead of fail; this test detects it.
it.each(mutate)("%s loads", async (file) => {
  expect(Object.keys((await import(/* @vite-ignore */ `../../${file}`)) as object)).not.toEqual([]);
});
