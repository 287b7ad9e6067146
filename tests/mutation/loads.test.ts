import { expect, it } from "vitest";
import { groups } from "./groups";

const { mutate } = groups[process.env["MUTATION_GROUP"]!]!;

// A file that throws while it loads fails no test of those that import it: they are not even found. Here it is one.
it.each(mutate)("%s loads", async (file) => {
  expect(Object.keys((await import(/* @vite-ignore */ `../../${file}`)) as object)).not.toEqual([]);
});
