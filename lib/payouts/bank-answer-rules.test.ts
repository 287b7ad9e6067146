import { describe, expect, it } from "vitest";
import { newReference } from "@/lib/investments/reference-rules";
import { readBankAnswer } from "./bank-answer-rules";

const [a, b, c] = [newReference(), newReference(), newReference()];
const rows = (...cells: string[][]) => cells.map((each) => ({ cells: each }));

describe("the bank's answer", () => {
  it("is read from the columns of status and reason, whatever their order, also below a title", () => {
    const answer = rows(
      ["Bulk payment report"],
      ["Reason", "Narration", "Amount", "Transaction Status"],
      ["", a, "100.00", "SUCCESSFUL"],
      ["Invalid account", `NIP/${b.toLowerCase().replaceAll("-", " ")}`, "200.00", "FAILED"],
      ["", "Total", "300.00", ""],
    );
    expect(readBankAnswer(answer, [a, b, c])).toEqual([
      { reference: a, status: "SUCCESSFUL", isRejected: false },
      { reference: b, status: "FAILED, Invalid account", isRejected: true },
    ]);
  });

  it("without such headings is the rest of the row", () => {
    expect(readBankAnswer(rows([a, "Rejected by beneficiary bank"], [b, "Paid"]), [a, b])).toEqual([
      { reference: a, status: "Rejected by beneficiary bank", isRejected: true },
      { reference: b, status: "Paid", isRejected: false },
    ]);
  });

  it.each([
    ["Unsuccessful", true],
    ["Returned: account closed", true],
    ["NAME MISMATCH", true],
    ["Declined", true],
    ["Not processed", true],
    ["Processed", false],
    ["Pending", false],
    ["Approved or completed successfully", false],
    ["", false],
  ])("%j says that a payout was not paid: %s", (status, isRejected) =>
    expect(readBankAnswer(rows(["Reference", "Status"], [a, status]), [a])).toEqual([
      { reference: a, status, isRejected },
    ]),
  );

  it("counts only payouts of the batch, and of several rows about one the last", () => {
    const answer = rows(["Reference", "Status"], [a, "Pending"], [c, "Failed"], [a, "Failed"]);
    expect(readBankAnswer(answer, [a, b])).toEqual([{ reference: a, status: "Failed", isRejected: true }]);
  });
});
