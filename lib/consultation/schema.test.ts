import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { consultationSchema, investmentInterests } from "./schema";

const good = {
  fullName: "Ada Obi",
  email: "ada@example.com",
  phone: "8012345678",
  investmentInterest: "",
  message: "",
};

/** One row per rule of product 5.3: field, good values, bad values with the literal message. */
const rules: [keyof typeof good, unknown[], [unknown, string][]][] = [
  [
    "fullName",
    ["Ad", "  Ada  "],
    [
      ["A", "Name must be at least 2 characters"],
      [" A ", "Name must be at least 2 characters"],
      [undefined, "Name must be at least 2 characters"],
    ],
  ],
  [
    "email",
    ["a@b.ng"],
    [
      ["a@b", "Please enter a valid email address"],
      ["", "Please enter a valid email address"],
    ],
  ],
  [
    "phone",
    ["8012345678", "123456789012345"],
    [
      ["08012345678", "Phone number should not start with 0"],
      ["801234567", "Phone number must be at least 10 digits (e.g., 8012345678)"],
      ["1234567890123456", "Phone number must not exceed 15 digits"],
      ["80-1234-5678", "Phone number must contain only digits"],
    ],
  ],
  [
    "investmentInterest",
    [undefined, null, "", ...investmentInterests.map(({ value }) => value)],
    [["gold", "Please select an option"]],
  ],
  [
    "message",
    [undefined, null, "", "Call me after 5."],
    [["x".repeat(2_001), "This is too long. Please shorten it."]],
  ],
];

const firstMessage = (values: unknown) => consultationSchema.safeParse(values).error?.issues[0]?.message;

describe("the consultation form (product 5.3)", () => {
  for (const [field, taken, refused] of rules) {
    it.each(taken.map((value) => [value]))(`${field} accepts %s`, (value) => {
      expect(firstMessage({ ...good, [field]: value })).toBeUndefined();
    });
    it.each(refused)(`${field} rejects %s: %s`, (value, message) => {
      expect(firstMessage({ ...good, [field]: value })).toBe(message);
    });
  }
  it("never throws", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(() => consultationSchema.safeParse(value)).not.toThrow();
      }),
    );
  });
});
