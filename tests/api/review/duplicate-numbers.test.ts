import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { samplePhone } from "../../../prisma/seed/answers";
import { admin, answers, freshNumber, person, submit } from "../../support/api";
import { applicant, duplicatesOf } from "../../support/duplicate-numbers";

describe("possible duplicates (threat 34)", () => {
  it("list users with the same NIN, BVN, account number or phone, and the equal fields", async () => {
    const administrator = await admin();
    const n = freshNumber();
    const one = await applicant();
    await submit(one, n);
    const same = await applicant();
    await submit(same, n);
    const phoneOnly = await person({ role: "startup", verification: "pending", label: "phone" });
    await db.user.update({ where: { id: phoneOnly.id }, data: { phone: `0${samplePhone(n)}` } });

    const found = await duplicatesOf(administrator, one.id);
    expect(new Map(found.map(({ _id, fields }) => [_id, fields]))).toEqual(
      new Map([
        [same.id, ["ninNumber", "bvnNumber", "accountNumber", "phone", "email", "nameAndBirth"]],
        [phoneOnly.id, ["phone"]],
      ]),
    );
    expect(found[0]).toMatchObject({ _id: same.id, email: same.email, status: "pending" });
    expect(JSON.stringify(found)).not.toContain(answers(n).ninNumber);
    // Both users are flagged.
    expect((await duplicatesOf(administrator, same.id)).map(({ _id }) => _id)).toContain(one.id);
  });
});
