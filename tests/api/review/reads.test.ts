import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { admin, call, times, urls } from "../../support/api";
import { verifyChain } from "../../support/chain";
import { readsOf, account, applicant } from "../../support/reads";

describe("reads by administrators (threat 51)", () => {
  it("of a document are recorded with the document, for administrators but not for the owner", async () => {
    const [user, reader] = [await applicant(), await admin()];
    const files = await db.document.findMany({
      where: { submission: { userId: user.id } },
      orderBy: { name: "asc" },
    });
    for (const { fileId } of [...files, ...files]) {
      for (const { token } of [reader, user]) {
        const url = `${urls()[0]}/api/files/${fileId}`;
        const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
        expect(response.status).toBe(200);
        await response.body?.cancel();
      }
    }
    expect(await readsOf(user.id, reader)).toEqual(
      files.map(({ fileId, name }) => [
        reader.id,
        { part: "document", fileId, document: name, isSuper: false },
      ]),
    );
  });

  it("are exact for 50 parallel reads on two servers, and the chain has no fork", async () => {
    const [user, first, otherAdmin] = await Promise.all([applicant(), admin(), admin(true)]);
    const path = `/api/admin/users/${user.id}`;
    const answers = await times(50, (n) =>
      call("GET", path, { token: (n % 4 < 2 ? first : otherAdmin).token, server: n % 2 === 0 ? 0 : 1 }),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const reads = await readsOf(user.id, first, otherAdmin);
    expect(reads).toHaveLength(2);
    expect(reads).toEqual(expect.arrayContaining([account(first), account(otherAdmin, true)]));
    expect(await verifyChain()).toBeGreaterThan(0);
  });
});
