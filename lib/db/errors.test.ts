import { describe, expect, it } from "vitest";
import { DriverAdapterError } from "@prisma/driver-adapter-utils";
import { isConflict, isOverload, isUnreachable } from "./errors";

const coded = (code: string, message = "") => Object.assign(new Error(message), { code });
/** An error of a COMMIT, which the adapter does not wrap. */
const atCommit = (code: string) =>
  new DriverAdapterError({
    kind: "postgres",
    code,
    severity: "FATAL",
    message: "",
    detail: "",
    column: "",
    hint: "",
  });

describe("database errors (threat 43)", () => {
  it.each([
    ["connection refused", coded("ECONNREFUSED")],
    ["Prisma cannot reach the server", coded("P1001")],
    [
      "starting",
      coded("P2039", "Database error. Code: `57P03`. Message: `the database system is starting up`"),
    ],
    [
      "terminated by an administrator",
      coded("P2010", "Raw query failed. Code: `57P01`. Message: `terminating connection`"),
    ],
    ["crashed", coded("P2039", "Database error. Code: `57P02`. Message: `terminating connection`")],
    [
      "too many connections",
      coded("P2039", "Database error. Code: `53300`. Message: `too many clients already`"),
    ],
    ["timeout", new Error("Query read timeout")],
    ["connection closed", new Error("wrapped", { cause: new Error("Connection terminated unexpectedly") })],
    [
      "connection closed earlier in the transaction",
      new Error("Client has encountered a connection error and is not queryable"),
    ],
    ["reset while a transaction begins", new DriverAdapterError({ kind: "ConnectionClosed" })],
    [
      "reset during a raw query",
      Object.assign(
        coded("P2010", "Raw query failed. Code: `N/A`. Message: `Server has closed the connection.`"),
        {
          meta: { driverAdapterError: new DriverAdapterError({ kind: "ConnectionClosed" }) },
        },
      ),
    ],
    ["a full disk at the commit", atCommit("53100")],
    ["a lost server at the commit", atCommit("08P01")],
    ["a shutdown at the commit", atCommit("57P01")],
    ["a deadlock after all retries", coded("P2034")],
    [
      "a change on a machine that is no longer the primary",
      coded(
        "P2010",
        "Raw query failed. Code: `25006`. Message: `cannot execute INSERT in a read-only transaction`",
      ),
    ],
    [
      "the WAL position of a standby",
      coded("P2010", "Raw query failed. Code: `55000`. Message: `ERROR: recovery is in progress`"),
    ],
  ])("%s: is temporary", (_, error) => {
    expect(isUnreachable(error)).toBe(true);
  });

  it.each([
    ["a unique violation", coded("P2002")],
    ["a syntax error", coded("P2039", "Database error. Code: `42601`. Message: `syntax error`")],
    [
      "a wrong value in a raw query",
      Object.assign(coded("P2010", "Raw query failed. Code: `22P02`. Message: `invalid input syntax`"), {
        meta: { driverAdapterError: new DriverAdapterError({ kind: "InvalidInputValue", message: "" }) },
      }),
    ],
    ["a programming error", new TypeError("undefined is not a function")],
    ["nothing", null],
  ])("%s: is not temporary", (_, error) => {
    expect(isUnreachable(error)).toBe(false);
  });

  it("tells an overload from an outage", () => {
    const codes = ["P2024", "P2034", "P1001", "ECONNREFUSED", "P2002"];
    expect(codes.filter((code) => isOverload(coded(code)))).toEqual(["P2024", "P2034"]);
    const late = "Transaction already closed: A query cannot be executed on an expired transaction.";
    expect(isOverload(coded("P2028", late))).toBe(true);
    expect(isOverload(coded("P2028", late.replace("an expired", "a committed")))).toBe(false);
  });

  it("recognizes a serialization failure", () => {
    expect(isConflict(coded("P2034"))).toBe(true);
    expect(isConflict(coded("P2010", "Raw query failed. Code: `40001`"))).toBe(true);
    expect(isConflict(coded("P2002"))).toBe(false);
  });
});
