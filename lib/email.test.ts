import { expect, it } from "vitest";
import { canonicalEmail } from "./email";

it.each([
  ["Ada@Test.Example ", "ada@test.example"],
  ["ada\uff20test\uff0eexample\u200b", "ada@test.example"],
  ["ada@m\u00fcnchen.example", "ada@xn--mnchen-3ya.example"],
  ["ada@M\u00dcNCHEN.example", "ada@xn--mnchen-3ya.example"],
  ["ada@mu\u0308n\u00adchen.example\u200e", "ada@xn--mnchen-3ya.example"],
  ["ada@xn--mnchen-3ya.example", "ada@xn--mnchen-3ya.example"],
  ["ada@XN--MNCHEN-3YA.EXAMPLE", "ada@xn--mnchen-3ya.example"],
  ["ada@\u4f8b\u3048\u3002\u30c6\u30b9\u30c8", "ada@xn--r8jz45g.xn--zckzah"],
  // A joiner within a Persian word is part of the domain.
  ["ada@\u0646\u0627\u0645\u0647\u200c\u0627\u06cc.example", "ada@xn--mgba3gch31f060k.example"],
  ["ada@xn--mgba3gch31f060k.example", "ada@xn--mgba3gch31f060k.example"],
  ["ada@te\u200dst.example", "ada@test.example"],
  // Not valid in the ASCII form, or not a domain at all.
  ["ada@m\u00fcnchen.example:25", ""],
  ["ada@m\u00fcnchen.example/path", ""],
  ["ada@1.2.3", "ada@1.2.3"],
  ["ada", "ada"],
])("%j is %j", (typed, canonical) => {
  expect(canonicalEmail(typed)).toBe(canonical);
  expect(canonicalEmail(canonical)).toBe(canonical);
});
