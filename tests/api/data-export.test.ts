import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { DEMO_PASSWORD } from "../../prisma/seed/builders";
import {
  PASSWORD,
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
  urls,
  type SignedIn,
  randomDigits,
} from "../support/api";
import { NEW_PASSWORD, audited, change, approvedStartup } from "../support/own-account";
import { unzip } from "../support/unzip";

async function downloadAs(user: SignedIn, password: string) {
  const response = await fetch(`${urls()[0]}/api/auth/downloadMe`, {
    method: "POST",
    headers: { authorization: `Bearer ${user.token}`, "content-type": "application/json" },
    body: JSON.stringify({ password }),
  });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

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
    const sendForm = async (given: typeof numbers) => {
      await post("/api/verification", { ...answers(freshNumber()), ...given }, user.token);
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
    const kept = unzip((await downloadAs(user, PASSWORD)).bytes);
    const draft = JSON.parse(kept.get("data.json")!.toString()) as { draft: { answers: object } };
    expect(draft.draft.answers).toMatchObject({ firstName: "Unsent", ninNumber: unsent });

    await sendForm(resetUsedStep);
    const answer = await downloadAs(user, PASSWORD);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/zip");
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="my-data-[\d-]+\.zip"$/);
    expect(answer.headers.get("cache-control")).toContain("no-store");

    const files = unzip(answer.bytes);
    expect([...files.keys()].sort()).toEqual(
      [
        "README.txt",
        "data.json",
        ...["submission-1", "submission-2"].flatMap((folder) => [
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
      sessions: [{ thisDevice: true, endedAt: null }],
    });

    const stored = await db.file.findMany({ where: { ownerId: user.id }, select: { sha256: true } });
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
      { actorId: user.id, data: { files: 3 } },
      { actorId: user.id, data: { files: 6 } },
    ]);
  });

  it("names the document and number of each signatory", async () => {
    const user = await person({ role: "investor", investorType: "corporate", verification: "approved" });
    const files = unzip((await downloadAs(user, DEMO_PASSWORD)).bytes);
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

  it("requires the password, and returns nothing for a wrong one", async () => {
    const user = await approvedStartup();
    const refused = await downloadAs(user, "not my password");
    expect(refused.status).toBe(422);
    expect(JSON.parse(refused.bytes.toString())).toMatchObject({
      error: "VALIDATION_FAILED",
      errors: [{ path: "password", message: "That password is incorrect" }],
    });
    expect(await audited(user.id, "user.data_downloaded")).toEqual([]);
    const stranger = await approvedStartup();
    await change(stranger, DEMO_PASSWORD);
    expect((await downloadAs(user, NEW_PASSWORD)).status).toBe(422);
  });

  it("is limited to five a day", async () => {
    const user = await approvedStartup();
    const seen: number[] = [];
    for (let turn = 0; turn < 6; turn += 1) seen.push((await downloadAs(user, DEMO_PASSWORD)).status);
    expect(seen).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await audited(user.id, "user.data_downloaded")).toHaveLength(5);
  });

  it("aborts if a document cannot be read, so that an incomplete export never looks complete", async () => {
    const user = await approvedStartup();
    const file = await db.file.findFirstOrThrow({ where: { ownerId: user.id } });
    await db.file.update({ where: { id: file.id }, data: { storage: "lost" } });
    const complete = await downloadAs(user, DEMO_PASSWORD)
      .then(
        ({ bytes }) => unzip(bytes).size,
        () => null,
      )
      .catch(() => null);
    expect(complete).toBeNull();
  });

  it("escapes hostile file names", async () => {
    const user = await approvedStartup();
    const file = await db.file.findFirstOrThrow({ where: { ownerId: user.id } });
    await db.file.update({
      where: { id: file.id },
      data: { originalName: "../../etc/pass\\wd\u0007<x>.pdf" },
    });
    const names = [...unzip((await downloadAs(user, DEMO_PASSWORD)).bytes).keys()];
    expect(names).toHaveLength(5);
    expect(names.every((name) => /^(?:README\.txt|data\.json|submission-1\/[^/\\<>:]+)$/.test(name))).toBe(
      true,
    );
  });
});
