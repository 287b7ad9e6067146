import { expect, it } from "vitest";
import { ENQUIRY_TIMEOUT_MS, compareHolder, currentState } from "./name-enquiry-rules";

it.each([
  ["Ada Obi", "OBI ADA", "matches"],
  ["Ada Obi", "OBI ADA NKEM", "matches"],
  ["Adéọlá Ọ̀ṣun", "OSUN, ADEOLA", "matches"],
  ["Ada Obi", "ADA OKEKE", "differs"],
  ["Ada Obi", "ADA", "differs"],
  ["Acme Limited", "ACME LTD", "matches"],
  ["Acme Limited", "ACME FOODS LIMITED", "differs"],
  ["Ada Obi", "ADA OBI VENTURES", "differs"],
  ["Ada Obi", true, "matches"],
  ["Ada Obi", false, "differs"],
  ["Ada Obi", null, "differs"],
] as const)("%s with the holder %s %s", (name, found, result) =>
  expect(compareHolder(name, found)).toBe(result),
);

it("an enquiry is not waited for longer than three minutes", () => {
  const askedAt = new Date("2026-11-20T09:00:00Z");
  const after = (ms: number) => new Date(askedAt.getTime() + ms);
  expect(currentState({ state: "waiting", askedAt }, after(ENQUIRY_TIMEOUT_MS))).toBe("waiting");
  expect(currentState({ state: "waiting", askedAt }, after(ENQUIRY_TIMEOUT_MS + 1))).toBe("no_answer");
  expect(currentState({ state: "differs", askedAt }, after(ENQUIRY_TIMEOUT_MS + 1))).toBe("differs");
});

it.each([
  ["waiting", ENQUIRY_TIMEOUT_MS, "waiting"],
  ["waiting", ENQUIRY_TIMEOUT_MS + 1, "differs"],
  ["no_answer", 0, "differs"],
  ["matches", 0, "matches"],
] as const)(
  "after another holder was named, a repeated enquiry that is %s after %s ms is %s",
  (state, ms, now) => {
    const askedAt = new Date("2026-11-20T09:00:00Z");
    const enquiry = { state, earlierState: "differs", askedAt } as const;
    expect(currentState(enquiry, new Date(askedAt.getTime() + ms))).toBe(now);
  },
);
