import { expect, it } from "vitest";
import { isolate } from "./bidi";
import { normalizeText } from "./text";

it.each([
  ["\u0645\u062d\u0645\u062f", "\u2068\u0645\u062d\u0645\u062f\u2069"],
  // Adlam is written for Fulfulde.
  ["\u{1E900}\u{1E901} Bello", "\u2068\u{1E900}\u{1E901} Bello\u2069"],
  ["\u05d0\n\u05d1", "\u2068\u05d0\u2069\n\u2068\u05d1\u2069"],
])("isolates %j", (name, isolated) => {
  expect(isolate(name)).toBe(isolated);
  expect(normalizeText(isolate(name).replaceAll("\n", " "))).toBe(name.replaceAll("\n", " "));
});

it.each(["Ada Obi", "\u1ecc\u0300l\u00e1", "\u738b 3", ""])("leaves %j unchanged", (name) => {
  expect(isolate(name)).toBe(name);
});
