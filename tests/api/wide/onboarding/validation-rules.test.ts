import { describe, expect, it } from "vitest";
import { call, documents, person, post } from "../../../support/api";
import { companyDocuments } from "../../../support/company";
import {
  corporateRules,
  corporateWith,
  individualRules,
  individualWith,
  otherRules,
} from "../../../literals/rules";

/** Like the forms, the calls apply the rules of product 5.1 and 5.2, with the same messages at the same fields. */
describe("POST /api/verification", () => {
  it("rejects invalid values with the form's messages", async () => {
    const { token } = await person({ role: "investor", investorType: "personal" });
    const bad: [string, unknown, string, string][] = [
      ...individualRules.flatMap(([field, , values]) =>
        values.map(([value, message]) => [field, value, field, message] as [string, unknown, string, string]),
      ),
      ...otherRules.map(([field, other, message]): [string, unknown, string, string] => [
        field,
        "Other",
        other,
        message,
      ]),
    ];
    for (const [field, value, at, message] of bad) {
      const { status, body } = await post("/api/verification", individualWith({ [field]: value }), token);
      expect([field, value, status, body.message, body.errors?.[0]]).toEqual([
        field,
        value,
        422,
        message,
        { path: at, message },
      ]);
    }
  });

  it("accepts valid values", async () => {
    const { token } = await person({ role: "investor", investorType: "personal" });
    for (const [field, good] of individualRules) {
      for (const value of good) {
        const { status } = await post("/api/verification", individualWith({ [field]: value }), token);
        expect([field, value, status]).toEqual([field, value, 200]);
      }
    }
  });

  it("requires no age bracket of a startup", async () => {
    const { token } = await person({ role: "startup" });
    const { status } = await post("/api/verification", individualWith({ ageBracket: undefined }), token);
    expect(status).toBe(200);
  });

  it("names each missing document", async () => {
    const user = await person({ role: "investor", investorType: "personal" });
    await post("/api/verification", individualWith({}), user.token);
    for (const field of ["identificationDocument", "passportPhoto", "utilityBill"]) {
      const form = await documents({ [field]: null });
      const { status, body } = await call("POST", "/api/verification/documents", { form, token: user.token });
      expect([status, body.errors]).toEqual([422, [{ path: field, message: "File is required" }]]);
    }
  });
});

describe("POST /api/verification/corporate", () => {
  it("rejects invalid values with the form's messages", async () => {
    const { token } = await person({ role: "investor", investorType: "corporate" });
    for (const [path, , values] of corporateRules) {
      for (const [value, message] of values) {
        const { status, body } = await post("/api/verification/corporate", corporateWith(path, value), token);
        expect([path, value, status, body.message, body.errors?.[0]]).toEqual([
          path,
          value,
          422,
          message,
          { path, message },
        ]);
      }
    }
  });

  it("accepts valid values", async () => {
    const { token } = await person({ role: "investor", investorType: "corporate" });
    for (const [path, good] of corporateRules) {
      for (const value of good) {
        const { status } = await post("/api/verification/corporate", corporateWith(path, value), token);
        expect([path, value, status]).toEqual([path, value, 200]);
      }
    }
  });

  it("names each missing document", async () => {
    const user = await person({ role: "investor", investorType: "corporate" });
    await post("/api/verification/corporate", corporateWith("signatories.1.position", "MD"), user.token);
    for (const [part, path] of [
      ["certificateOfIncorporation", "certificateOfIncorporation"],
      ["utilityBill", "utilityBill"],
      ["signatories[1][idDocument]", "signatories.1.idDocument"],
    ] as const) {
      const form = await companyDocuments(2, { [part]: null });
      const { status, body } = await call("POST", "/api/verification/corporate/documents", {
        form,
        token: user.token,
      });
      expect([status, body.errors]).toEqual([422, [{ path, message: "File is required" }]]);
    }
  });
});
