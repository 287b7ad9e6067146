import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { attachFiles, storeFile, unused } from "@/lib/files/files";
import { withClient } from "../../../../server/postgres";
import { readReferencedFiles } from "../../../../server/referenced-files";
import { createUser } from "../../../support/accounts";
import { hash } from "../../../support/sealed-files";

describe("the files of which backups and verifications know", () => {
  it("are those that are not deleted as unused: of submissions, drafts and due diligence drafts", async () => {
    const { id: userId } = await createUser();
    const store = async () => {
      const bytes = new Uint8Array([1, 2, 3]);
      const file = {
        content: new Blob([bytes]),
        contentType: "image/png",
        sha256: hash(Buffer.from(bytes)),
      };
      return (await storeFile(userId, "a.png", file)).id;
    };
    const ids = [await store(), await store(), await store(), await store()] as const;
    const [attached, drafted, dueDiligence] = ids;
    await db.$transaction((tx) => attachFiles(tx, [{ id: attached }]));
    await db.draftFile.create({ data: { userId, field: "passportPhoto", fileId: drafted } });
    await db.dueDiligenceDraft.create({
      data: { userId, dataKey: "", bodyCipher: "", fileId: dueDiligence, updatedAt: new Date() },
    });
    const needed = await db.file.findMany({
      where: { id: { in: [...ids] }, NOT: unused },
      select: { storageKey: true },
    });
    const known = await withClient(process.env["DATABASE_URL"]!, readReferencedFiles);
    const own = await db.file.findMany({ where: { ownerId: userId }, select: { storageKey: true } });
    const found = own.filter(({ storageKey }) => known.some(({ key }) => key === storageKey));
    expect(found).toHaveLength(3);
    expect(new Set(found)).toEqual(new Set(needed));
  });
});
