import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { storeArchive } from "@/lib/account/data-export";
import { db } from "@/lib/db/client";
import { addJob } from "@/lib/db/jobs";
import {
  admin,
  answers,
  call,
  documents,
  freshNumber,
  patch,
  person,
  personalInvestor,
  post,
  put,
  randomDigits,
  until,
} from "../../../support/api";
import { downloadArchive, newArchive, requestArchive } from "../../../support/archive";
import { expectErrorLog } from "../../../support/error-log";
import { jobOf } from "../../../support/jobs";
import { audited, approvedStartup } from "../../../support/own-account";

describe("the export of the user's own data", () => {
  it("contains all data and original files of the user, and no data of others", async () => {
    const administrator = await admin();
    const stranger = await person({ role: "investor", investorType: "personal", verification: "approved" });
    const user = await personalInvestor();
    const numbers = {
      ninNumber: randomDigits(11),
      bvnNumber: randomDigits(11),
      accountNumber: randomDigits(10),
    };
    const resetUsedStep = { ...numbers, ninNumber: randomDigits(11) };
    const sendForm = async (overrides: typeof numbers) => {
      await post("/api/verification", { ...answers(freshNumber()), ...overrides }, user.token);
      const form = await documents();
      expect((await call("POST", "/api/verification/documents", { form, token: user.token })).status).toBe(
        200,
      );
    };
    await sendForm(numbers);
    await patch(
      `/api/admin/users/${user.id}/verification-status`,
      { status: "rejected", rejectionReason: "The photo is blurred." },
      administrator.token,
    );
    const unsent = randomDigits(11);
    await put("/api/verification/draft", { values: { firstName: "Unsent", ninNumber: unsent } }, user.token);
    const kept = await newArchive(user);
    const draft = JSON.parse(kept.get("data.json")!.toString()) as { draft: { answers: object } };
    expect(draft.draft.answers).toMatchObject({ firstName: "Unsent", ninNumber: unsent });

    await sendForm(resetUsedStep);
    const files = await newArchive(user);
    const answer = await downloadArchive(user);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/zip");
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="my-data-[\d-]+\.zip"$/);
    expect(answer.headers.get("cache-control")).toContain("no-store");

    expect([...files.keys()].sort()).toEqual(
      [
        "README.txt",
        "data.json",
        ...["submission-1", "submission-2"]
          .flatMap((folder) => [folder, `${folder}/as-uploaded`])
          .flatMap((folder) => [
            `${folder}/idDocument-identity.pdf`,
            `${folder}/passportPhoto-photo.jpg`,
            `${folder}/utilityBill-bill.png`,
          ]),
      ].sort(),
    );
    const data = JSON.parse(files.get("data.json")!.toString()) as Record<string, never>;
    expect(data).toMatchObject({
      account: { _id: user.id, email: user.email, role: "investor", investorType: "personal" },
      verification: { status: "pending" },
      submissions: [
        {
          state: "rejected",
          counts: false,
          rejectionReason: "The photo is blurred.",
          personal: { ninNumber: numbers.ninNumber },
          bankDetails: { bvnNumber: numbers.bvnNumber, accountNumber: numbers.accountNumber },
          documents: { idDocument: "submission-1/idDocument-identity.pdf" },
        },
        {
          state: "pending",
          counts: true,
          personal: { ninNumber: resetUsedStep.ninNumber },
          documents: { utilityBill: "submission-2/utilityBill-bill.png" },
        },
      ],
      decisions: [{ status: "rejected", reason: "The photo is blurred." }],
      draft: null,
      sessions: [{ endedAt: null }],
      securityEvents: [{ kind: "login", network: "127.0.0.1" }],
    });

    const isSent = { documents: { some: {} } };
    const stored = await db.file.findMany({
      where: { ownerId: user.id, OR: [isSent, { safeCopy: isSent }] },
      select: { sha256: true },
    });
    expect(stored).toHaveLength(12);
    const sent = [...files].filter(([name]) => name.startsWith("submission-"));
    expect(sent.map(([, bytes]) => createHash("sha256").update(bytes).digest("hex")).sort()).toEqual(
      stored.map(({ sha256 }) => sha256).sort(),
    );

    const text = files.get("data.json")!.toString();
    for (const foreign of [
      stranger.id,
      stranger.email,
      administrator.id,
      administrator.email,
      "Test admin",
      "•",
      "argon2",
    ]) {
      expect([foreign, text.includes(foreign)]).toEqual([foreign, false]);
    }
    expect(await audited(user.id, "user.data_downloaded")).toMatchObject([
      { actorId: user.id },
      { actorId: user.id },
      { actorId: user.id },
    ]);
  });

  it("names the document and number of each signatory", async () => {
    const user = await person({ role: "investor", investorType: "corporate", verification: "approved" });
    const files = await newArchive(user);
    expect([...files.keys()]).toEqual(
      expect.arrayContaining([
        "submission-1/certificateOfIncorporation-certificate.pdf",
        "submission-1/signatory-1-signatoryIdDocument-signatory-1.pdf",
        "submission-1/signatory-2-signatoryIdDocument-signatory-2.pdf",
      ]),
    );
    const { submissions } = JSON.parse(files.get("data.json")!.toString()) as {
      submissions: { corporate: { signatories: { bvnNumber: string; idDocument: string }[] } }[];
    };
    const { signatories } = submissions[0]!.corporate;
    expect(signatories.map(({ bvnNumber }) => bvnNumber)).toEqual([
      expect.stringMatching(/^\d{11}$/),
      expect.stringMatching(/^\d{11}$/),
    ]);
    expect(signatories[1]!.idDocument).toBe("submission-1/signatory-2-signatoryIdDocument-signatory-2.pdf");
  });

  it("is limited to one at a time and five a day", async () => {
    const user = await approvedStartup();
    const seen: number[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      seen.push((await requestArchive(user)).status, (await requestArchive(user)).status);
      await db.dataArchive.updateMany({ where: { userId: user.id }, data: { stoppedAt: new Date() } });
    }
    expect(seen).toEqual([201, 409, 201, 409, 201, 409, 201, 409, 201, 409, 429, 429]);
  });

  it("is not made if a document cannot be read, so that an incomplete archive never looks complete", async () => {
    expectErrorLog("archive.failed");
    const user = await approvedStartup();
    const file = await db.file.findFirstOrThrow({ where: { ownerId: user.id } });
    await db.file.update({ where: { id: file.id }, data: { storage: "lost" } });
    const data = { userId: user.id, dueAt: new Date(), stopTokenHash: user.id };
    const { id } = await db.dataArchive.create({ data });
    await addJob(db, "archive", id);
    await until(
      async () => ((await jobOf("archive", id))?.runAt ?? 0) > new Date(),
      "a server to have tried",
    );
    await expect(storeArchive(user.id)).rejects.toThrow();
    expect((await downloadArchive(user)).status).toBe(404);
  });

  it("escapes hostile file names", async () => {
    const user = await approvedStartup();
    const file = await db.file.findFirstOrThrow({ where: { ownerId: user.id } });
    await db.file.update({
      where: { id: file.id },
      data: { originalName: "../../etc/pass\\wd\u0007<x>.pdf" },
    });
    const names = [...(await newArchive(user)).keys()];
    expect(names).toHaveLength(5);
    expect(names.every((name) => /^(?:README\.txt|data\.json|submission-1\/[^/\\<>:]+)$/.test(name))).toBe(
      true,
    );
  });
});
