import { describe, expect, it } from "vitest";
import { isConflict, isUnreachable } from "./errors";

const coded = (code: string, message = "") => Object.assign(new Error(message), { code });

describe("what the database says (threat 43)", () => {
  it.each([
    ["nobody listens", coded("ECONNREFUSED")],
    ["Prisma cannot reach it", coded("P1001")],
    [
      "it starts",
      coded("P2039", "Database error. Code: `57P03`. Message: `the database system is starting up`"),
    ],
    ["it was ended", coded("P2010", "Raw query failed. Code: `57P01`. Message: `terminating connection`")],
    ["it crashed", coded("P2039", "Database error. Code: `57P02`. Message: `terminating connection`")],
    ["it is full", coded("P2039", "Database error. Code: `53300`. Message: `too many clients already`")],
    ["it does not answer", new Error("Query read timeout")],
    [
      "the connection ended",
      new Error("wrapped", { cause: new Error("Connection terminated unexpectedly") }),
    ],
    [
      "the connection ended earlier in the transaction",
      new Error("Client has encountered a connection error and is not queryable"),
    ],
    ["a deadlock that was tried often enough", coded("P2034")],
  ])("%s: worth trying again in a moment", (_, error) => {
    expect(isUnreachable(error)).toBe(true);
  });

  it.each([
    ["a value that is there already", coded("P2002")],
    ["a statement that is wrong", coded("P2039", "Database error. Code: `42601`. Message: `syntax error`")],
    ["a mistake of ours", new TypeError("undefined is not a function")],
    ["nothing", null],
  ])("%s: not", (_, error) => {
    expect(isUnreachable(error)).toBe(false);
  });

  it("knows a transaction that lost to another", () => {
    expect(isConflict(coded("P2034"))).toBe(true);
    expect(isConflict(coded("P2010", "Raw query failed. Code: `40001`"))).toBe(true);
    expect(isConflict(coded("P2002"))).toBe(false);
  });
});
